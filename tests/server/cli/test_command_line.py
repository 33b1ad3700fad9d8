"""The command `nardy` as a person meets it: run as a program of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from game.position import Position
from game.rulesets import SHORT
from tests.commands import run

NARDY: Final = (str(Path(sys.executable).with_name("nardy")),)
"""The program as it is installed."""
RACE: Final = f"e1{'0' * 24}/000f{'0' * 22}"
"""One checker left to bear off, and fifteen on the waiter's point 3."""

WITHOUT_EXTRAS: Final = """
import sys
class Missing:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {"typer", "pydantic", "sqlalchemy", "aiohttp"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing)
from server.cli import main
main()
"""


def nardy(
    *arguments: str,
    folder: Path,
    given: str = "",
    variables: Mapping[str, str] | None = None,
    program: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[str]:
    """A command that has ended; `program` starts it from nothing."""
    environment = {**os.environ, "NO_COLOR": "1", **(variables or {})}
    if not program:
        return run(*arguments, folder=folder, environment=environment, given=given)
    return subprocess.run(
        [*program, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )


def question(roll: tuple[int, int]) -> str:
    return json.dumps({"rules": "short", "position": str(Position.start(SHORT)), "roll": roll})


def test_the_rules_answer_as_a_filter(tmp_path: Path) -> None:
    given = f"{question((6, 5))}\n{{}}\n"

    answered = nardy("plays", folder=tmp_path, given=given, program=NARDY)

    first, second = map(json.loads, answered.stdout.splitlines())
    assert len(first["plays"]) > 1
    assert "error" in second
    assert answered.returncode == 1


def test_the_rules_need_no_extra(tmp_path: Path) -> None:
    program = (sys.executable, "-c", WITHOUT_EXTRAS)

    answered = nardy("plays", folder=tmp_path, given=question((3, 1)), program=program)

    assert len(json.loads(answered.stdout)["plays"]) == 16
    assert answered.returncode == 0


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    program = (sys.executable, "-c", WITHOUT_EXTRAS)

    refused = nardy("migrate", folder=tmp_path, program=program)

    assert refused.returncode == 1
    assert refused.stderr == "nardy needs typer: install nardy[server]\n"


def test_without_extras_the_help_says_what_there_is_and_what_to_install(tmp_path: Path) -> None:
    program = (sys.executable, "-c", WITHOUT_EXTRAS)

    helped = nardy("--help", folder=tmp_path, program=program)

    assert (helped.returncode, helped.stderr) == (0, "")
    for command in ("plays", "serve", "verify-dice", "import", "export", "admin", "bot"):
        assert command in helped.stdout
    assert "pip install 'nardy[server]'" in helped.stdout


def test_days_in_the_wrong_order_are_refused(tmp_path: Path) -> None:
    span = ("--since", "2027-01-01", "--until", "2026-01-01")
    for command in ("dice-report", "export"):
        refused = nardy("admin", command, *span, folder=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "--since is after --until" in refused.stderr


def test_the_extra_of_the_bots_is_named(tmp_path: Path) -> None:
    others = '{"typer", "pydantic", "sqlalchemy", "aiohttp"}'
    without_aiogram = WITHOUT_EXTRAS.replace(others, '{"aiogram"}')
    program = (sys.executable, "-c", without_aiogram)

    refused = nardy("bot", "telegram", folder=tmp_path, program=program)

    assert refused.returncode == 1
    assert refused.stderr == "nardy needs aiogram: install nardy[server,bots]\n"


def test_a_race_is_judged(tmp_path: Path) -> None:
    judged = nardy("adjudicate", RACE, folder=tmp_path)

    assert json.loads(judged.stdout)["mover_won"] is True


@pytest.mark.parametrize("position", ["start", f"e{'0' * 25}/f{'0' * 25}"])
def test_a_position_that_cannot_be_judged_is_refused(position: str, tmp_path: Path) -> None:
    refused = nardy("adjudicate", position, folder=tmp_path)

    assert refused.returncode == 2
    assert "POSITION" in refused.stderr


def test_a_refused_configuration_is_told_without_a_traceback(tmp_path: Path) -> None:
    wrong = {"NARDY_LISTEN": "everywhere"}

    refused = nardy("migrate", folder=tmp_path, variables=wrong, program=NARDY)

    assert refused.returncode == 1
    assert "NARDY_LISTEN: must be ADDRESS:PORT" in refused.stderr
    assert "NARDY_DICE_KEYS: is missing" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not list(tmp_path.iterdir())


def test_a_database_is_migrated_once_and_again(tmp_path: Path, demo_database_url: str) -> None:
    demo = {"NARDY_DEMO": "1", "NARDY_DATABASE_URL": demo_database_url}

    for _ in range(2):
        migrated = nardy("migrate", folder=tmp_path, variables=demo)
        assert migrated.returncode == 0, migrated.stderr

    real = {
        "NARDY_DATABASE_URL": demo_database_url,
        "NARDY_PUBLIC_URL": "https://nardy.example",
        "NARDY_DICE_KEYS": "0f" * 32,
    }
    refused = nardy("migrate", folder=tmp_path, variables=real)
    assert refused.returncode == 1
    assert "a demo made this database" in refused.stderr


def test_a_demo_takes_no_database_that_it_did_not_make(
    tmp_path: Path, empty_database_url: str
) -> None:
    demo = {"NARDY_DEMO": "1", "NARDY_DATABASE_URL": empty_database_url}

    refused = nardy("serve", folder=tmp_path, variables=demo)

    assert refused.returncode == 1
    assert refused.stderr.startswith("nardy: the database was not made by a demo")


def test_without_a_database_url_the_embedded_server_serves(tmp_path: Path) -> None:
    migrated = nardy("migrate", folder=tmp_path, variables={"NARDY_DEMO": "1"})

    assert migrated.returncode == 0, migrated.stderr
    assert (tmp_path / "data" / "postgres" / "PG_VERSION").exists()
    assert not (tmp_path / "data" / "postgres" / "postmaster.pid").exists()


def test_the_settings_in_force_are_printed(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("[limits]\ntables_at_once = 9\n")

    printed = nardy(
        "admin", "settings", folder=tmp_path, variables={"NARDY_SETTINGS": "ours.toml"}
    )

    assert "tables_at_once = 9" in printed.stdout
    assert "account_sockets = 10" in printed.stdout


def test_the_template_of_the_settings_needs_no_configuration(tmp_path: Path) -> None:
    printed = nardy("admin", "settings", folder=tmp_path, program=NARDY)

    assert printed.returncode == 0, printed.stderr
    assert "tables_at_once = 4" in printed.stdout
    assert not list(tmp_path.iterdir())


def test_settings_that_cannot_be_printed_are_refused(tmp_path: Path) -> None:
    refused = nardy(
        "admin", "settings", folder=tmp_path, variables={"NARDY_SETTINGS": "none.toml"}
    )

    assert refused.returncode == 1
    assert "NARDY_SETTINGS: none.toml: No such file or directory\n" in refused.stderr
