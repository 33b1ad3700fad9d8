"""What a person is told when the service cannot start: one line, no traceback, no password."""

import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url

from server.config.demo import demo_secrets
from tests.server.cli.test_command_line import nardy

REAL: Final = {"NARDY_PUBLIC_URL": "https://nardy.example", "NARDY_DICE_KEYS": "0f" * 32}
DEMO: Final = {"NARDY_DEMO": "1"}


@pytest.fixture
def taken() -> Iterator[str]:
    """An address at which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def refusal(*arguments: str, folder: Path, variables: Mapping[str, str]) -> str:
    """What is said on standard error, all of it one line."""
    refused = nardy(*arguments, folder=folder, variables=variables)
    assert refused.returncode == 1, refused.stderr
    lines = [line for line in refused.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, refused.stderr
    return lines[0]


@pytest.mark.parametrize("variable", ["NARDY_LISTEN", "NARDY_OPS_LISTEN"])
def test_an_address_that_is_taken_is_named(
    tmp_path: Path, database_url: str, taken: str, variable: str
) -> None:
    addresses = {name: f"127.0.0.1:{free_port()}" for name in ("NARDY_LISTEN", "NARDY_OPS_LISTEN")}
    given = {**REAL, **addresses, "NARDY_DATABASE_URL": database_url, variable: taken}

    told = refusal("serve", folder=tmp_path, variables=given)

    assert told == f"nardy: {variable}: cannot listen at {taken}: Address already in use"


def test_an_address_of_another_machine_is_named(tmp_path: Path, database_url: str) -> None:
    given = {**REAL, "NARDY_DATABASE_URL": database_url, "NARDY_LISTEN": "192.0.2.1:8080"}
    given["NARDY_OPS_LISTEN"] = f"127.0.0.1:{free_port()}"

    told = refusal("serve", folder=tmp_path, variables=given)

    assert told.startswith("nardy: NARDY_LISTEN: cannot listen at 192.0.2.1:8080: ")


@pytest.mark.parametrize("data", ["/proc/nardy", "a file/below"])
@pytest.mark.parametrize("kind", [REAL, DEMO], ids=["real", "demo"])
def test_a_data_folder_that_cannot_be_used_is_named(
    tmp_path: Path, data: str, kind: Mapping[str, str]
) -> None:
    (tmp_path / "a file").touch()

    told = refusal("serve", folder=tmp_path, variables={**kind, "NARDY_DATA": data})

    assert told.startswith("nardy: NARDY_DATA: ")
    assert f"{data} cannot be used: " in told


def test_secrets_of_a_demo_that_were_damaged_are_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demo.json").write_text("{")

    told = refusal("serve", folder=tmp_path, variables=DEMO)

    assert told.startswith("nardy: NARDY_DATA: data/demo.json is not what a demo wrote: ")


@pytest.mark.parametrize(
    ("command", "kind"),
    [(("serve",), REAL), (("migrate",), DEMO), (("admin", "dice-report"), REAL)],
    ids=["serve", "migrate", "admin"],
)
def test_a_database_that_nobody_serves_is_named_without_its_password(
    tmp_path: Path, command: tuple[str, ...], kind: Mapping[str, str]
) -> None:
    port = free_port()
    url = f"postgresql://nardy:hunter2@127.0.0.1:{port}/games"

    told = refusal(*command, folder=tmp_path, variables={**kind, "NARDY_DATABASE_URL": url})

    assert told.startswith(f"nardy: NARDY_DATABASE_URL: 127.0.0.1:{port}/games: ")
    assert "hunter2" not in told


def test_a_server_that_lets_nobody_in_is_quoted(tmp_path: Path, postgres_url: str) -> None:
    url = make_url(postgres_url)

    for wrong in (url.set(database="no_such"), url.set(username="nobody_such")):
        given = {**REAL, "NARDY_DATABASE_URL": wrong.render_as_string(hide_password=False)}
        told = refusal("serve", folder=tmp_path, variables=given)
        assert told.startswith("nardy: NARDY_DATABASE_URL: ")
        assert told.endswith("does not exist")


def test_no_launch_is_signed_where_no_demo_has_begun(tmp_path: Path) -> None:
    told = refusal("launch", "vk", folder=tmp_path, variables={})

    assert told == "nardy: NARDY_DATA: data holds no demo: start one with `make run`"
    assert not list(tmp_path.iterdir())


def test_a_launch_is_signed_with_the_keys_of_the_demo_that_has_begun(tmp_path: Path) -> None:
    demo_secrets(tmp_path / "data")

    signed = nardy("launch", "vk", "--user", "77", folder=tmp_path)

    assert signed.returncode == 0, signed.stderr
    assert "vk_user_id=77" in signed.stdout


def test_the_demo_to_watch_is_sought_where_it_listens(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"

    told = refusal("demo", folder=tmp_path, variables={"NARDY_LISTEN": address})

    assert told.startswith(f"nardy: nobody answers at http://{address}: ")
