"""`nardy verify-dice`: what it says, and the exit status that scripts rely on."""

import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from game.events import CheckersPlayed, DiceRolled
from server.cli.app import app
from server.records.exports import log_zip
from server.records.log import write_log
from tests.server.records.played import PASSWORD, SECRET, cut, played, with_event


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["verify-dice", *map(str, arguments)])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_bytes(write_log(played().log))
    return path


def test_an_honest_log_ends_with_0(log: Path) -> None:
    result = run(log)
    assert result.exit_code == 0
    assert "rolls is the committed one" in result.output


def test_the_archive_that_was_kept_is_compared(log: Path, tmp_path: Path) -> None:
    archive = tmp_path / "dice.zip"
    archive.write_bytes(played().archive)
    result = run(log, "--archive", archive)
    assert result.exit_code == 0
    assert (
        "the secret, the seeds and the archive you have are those that were promised"
        in result.output
    )
    archive.write_bytes(b"another")
    assert run(log, "--archive", archive).exit_code == 1


def test_a_cheat_ends_with_1_and_its_place(log: Path) -> None:
    def changed(event: object) -> DiceRolled:
        assert isinstance(event, DiceRolled)
        return msgspec.structs.replace(event, dice=(6, 6) if event.dice != (6, 6) else (1, 1))

    cheated, seq = with_event(played().log, DiceRolled, changed, nth=2)
    log.write_bytes(write_log(cheated))
    result = run(log)
    assert result.exit_code == 1
    assert f"DIFFERS  commit {seq}: roll" in result.output


@pytest.mark.parametrize("commits", [1, 3, 8, 20])
def test_a_log_that_was_cut_off_ends_with_2(log: Path, commits: int) -> None:
    """Whoever leaves out the end could leave out any roll that he did not like."""
    log.write_bytes(write_log(cut(played().log, commits)))
    result = run(log)
    assert result.exit_code == 2
    assert (
        f"INCOMPLETE  commit {commits - 1}: the log stops here, and the match had not ended"
        in result.output
    )
    assert "is the committed one" not in result.output


def test_what_differs_in_a_log_that_was_cut_off_ends_with_1(log: Path, tmp_path: Path) -> None:
    log.write_bytes(write_log(cut(played().log, 8)))
    archive = tmp_path / "dice.zip"
    archive.write_bytes(b"another")
    result = run(log, "--archive", archive)
    assert result.exit_code == 1
    assert "DIFFERS" in result.output
    assert "INCOMPLETE" in result.output


def test_a_play_that_was_changed_ends_with_1_and_its_place(log: Path) -> None:
    def changed(event: object) -> CheckersPlayed:
        assert isinstance(event, CheckersPlayed)
        return msgspec.structs.replace(event, steps=event.steps[:1])

    cheated, seq = with_event(played().log, CheckersPlayed, changed, nth=3)
    log.write_bytes(write_log(cheated))
    result = run(log)
    assert result.exit_code == 1
    assert f"DIFFERS  commit {seq}: the log was changed here: the play is not legal" in (
        result.output
    )


def test_commits_that_are_missing_end_with_1_and_their_place(log: Path) -> None:
    commits = played().log.commits
    log.write_bytes(
        write_log(msgspec.structs.replace(played().log, commits=commits[:3] + commits[4:]))
    )
    result = run(log)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == [
        "DIFFERS  commit 3: it is missing: commit 4 stands there"
    ]


def test_a_roll_that_was_changed_is_told_before_what_came_of_it(log: Path) -> None:
    def changed(event: object) -> DiceRolled:
        assert isinstance(event, DiceRolled)
        return msgspec.structs.replace(event, dice=event.dice[::-1])

    cheated, seq = with_event(played().log, DiceRolled, changed, nth=2)
    log.write_bytes(write_log(cheated))
    _, first, second, *_ = run(log).stdout.splitlines()
    assert first.startswith(f"DIFFERS  commit {seq}: roll ")
    assert second.startswith(f"DIFFERS  commit {seq}: the log was changed here: ")


def test_of_many_rolls_that_differ_a_few_are_told(log: Path) -> None:
    told = run(log, "--secret", "00" * 32).stdout.splitlines()
    assert "DIFFERS  commit 0: the secret is not the one that was promised" in told
    assert sum(" was played" in line for line in told) == 3
    (summary,) = [line for line in told if "rolls differ" in line]
    assert re.fullmatch(
        r"DIFFERS  in all (\d+) of \d+ rolls differ, the first in commit \d+", summary
    )


def test_a_log_without_its_secret_asks_for_it(log: Path) -> None:
    log.write_bytes(write_log(msgspec.structs.replace(played().log, dice=None)))
    asked = run(log)
    assert asked.exit_code == 2
    assert "--secret" in asked.output
    assert run(log, "--secret", SECRET.hex(), "--password", PASSWORD).exit_code == 0


@pytest.mark.parametrize("secret", ["zz", "0", "секрет"])
def test_what_is_no_secret_ends_with_2(log: Path, secret: str) -> None:
    assert run(log, "--secret", secret).exit_code == 2


def test_what_is_no_log_ends_with_2(log: Path, tmp_path: Path) -> None:
    log.write_bytes(b"no log")
    assert run(log).exit_code == 2
    assert run(tmp_path / "nothing").exit_code == 2


def test_the_log_zip_that_is_handed_out_is_read(log: Path) -> None:
    log.write_bytes(log_zip(played().log, {}))
    assert run(log).exit_code == 0
    log.write_bytes(b"PK, and no archive")
    assert run(log).exit_code == 2


def test_hex_may_be_typed_in_capitals(log: Path) -> None:
    typed = ("--secret", SECRET.hex().upper(), "--password", PASSWORD.upper())
    assert run(log, *typed).exit_code == 0
    assert run(log, "--password", "no hex").exit_code == 2
    log.write_bytes(log.read_bytes().replace(PASSWORD.encode(), b"no hex"))
    assert "LOG" in run(log).stderr


def test_what_is_missing_of_secret_and_password_is_named(log: Path) -> None:
    log.write_bytes(write_log(msgspec.structs.replace(played().log, dice=None)))
    asked = run(log, "--secret", SECRET.hex())
    assert asked.exit_code == 2
    assert "--password" in asked.output
    assert "--secret" not in asked.output
