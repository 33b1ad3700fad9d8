"""Files that commands are given: what cannot be read is told in one line, by every command."""

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from typer.testing import CliRunner

from server.cli.app import app
from server.config import Unusable, load
from server.records.log import write_log
from tests.server.records.played import played

NOBODY: Final = 65534
READING: Final = [
    ("verify-dice",),
    ("import",),
    ("export",),
    ("adjudicate", "--log"),
]


def refusal(command: Sequence[str], path: Path) -> str:
    """What is said of a file on standard error, all of it one line."""
    result = CliRunner().invoke(app, [*command, str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    told, path_told, why = result.stderr.split(": ")
    assert (told, path_told) == ("nardy", str(path))
    return why


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_what_is_no_file_is_refused_in_a_line(command: tuple[str, ...], tmp_path: Path) -> None:
    assert refusal(command, tmp_path) == "Is a directory\n"
    assert refusal(command, tmp_path / "no.json") == "No such file or directory\n"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        assert refusal(command, tmp_path / "s") == "No such device or address\n"


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_a_file_without_permission_is_refused_in_a_line(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    closed = tmp_path / "closed.json"
    closed.touch(mode=0)
    refusal(command, tmp_path)  # as somebody who may read the modules of the command
    with powerless():
        assert refusal(command, closed) == "Permission denied\n"


def test_what_is_no_log_is_refused_in_a_line(tmp_path: Path) -> None:
    broken = tmp_path / "log.json"
    broken.write_bytes(b"no log")
    for command in (["verify-dice"], ["adjudicate", "--log"]):
        assert CliRunner().invoke(app, [*command, str(broken)]).exit_code == 2
    result = CliRunner().invoke(app, ["adjudicate", "--log", str(broken)])
    assert result.stderr.startswith(f"nardy: {broken}: JSON is malformed")
    assert result.stderr.count("\n") == 1


def test_variables_without_permission_are_refused_in_a_line() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        closed = Path(folder) / ".env"
        closed.touch(mode=0)
        with powerless(), pytest.raises(Unusable) as refused:
            load({}, closed)
    assert str(refused.value) == f"{closed}: Permission denied"


def test_the_archive_is_refused_like_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_bytes(write_log(played().log))
    command = ("verify-dice", str(log), "--archive")
    assert refusal(command, tmp_path) == "Is a directory\n"
    assert refusal(command, tmp_path / "no.zip") == "No such file or directory\n"


@contextmanager
def powerless() -> Iterator[None]:
    """As anybody but the superuser, who may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("command", [["demo", "--save"], ["admin", "export", "--output"]])
def test_a_place_where_nothing_can_be_written_is_refused_before_the_work(
    command: list[str], tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "no folder" / "file"):
        result = CliRunner().invoke(app, [*command, str(place)])
        assert result.exit_code == 1
        assert result.stderr in {
            f"nardy: {place}: Is a directory\n",
            f"nardy: {place}: cannot be written\n",
        }
