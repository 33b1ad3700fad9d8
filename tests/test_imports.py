"""The direction of imports: `game` and `platforms` stand alone, `server` on both, `bots` above."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.imports import OURS, ROOT, Import, imports_of

MAY_IMPORT: Final = {
    "game": {"game"},
    "platforms": {"platforms"},
    "server": {"game", "platforms", "server"},
    "bots": {"bots", "game", "server"},
}

PURE: Final = frozenset(
    {
        "abc",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "contextlib",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "hmac",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "reprlib",
        "string",
        "struct",
        "types",
        "typing",
        "uuid",
    }
)
"""Modules of the standard library that know neither time nor chance nor the world outside."""

OF_THE_SHELL: Final = "game/__main__.py"
"""The one file of `game` that touches standard input and output."""

THE_WIRING: Final = (
    "server/app.py",
    "server/applications.py",
    "server/serving.py",
    "server/services.py",
)
"""The one place that knows all that is concrete."""

THE_COMMANDS: Final = "server/cli/"
"""The command line starts everything that there is, bots too, each when it is called for."""

EDGES: Final = ("server.http", "server.ws", "server.storage", "server.cli", "server.embedded")


def normal(name: str) -> str:
    return name.lower().replace("_", "-")


def told(found: Iterable[Import]) -> str:
    return "\n".join(map(str, found))


@pytest.mark.parametrize("package", sorted(OURS))
def test_a_package_imports_only_what_stands_below_it(package: str) -> None:
    wrong = [
        found
        for found in imports_of(package)
        if found.package in OURS | {"tests", "bench"}
        and found.package not in MAY_IMPORT[package]
        and not (found.package == "bots" and found.importer.startswith(THE_COMMANDS))
    ]

    assert not wrong, told(wrong)


def test_the_rules_import_nothing_but_msgspec_and_what_is_pure() -> None:
    wrong = [
        found
        for found in imports_of("game")
        if found.package not in PURE | {"game", "msgspec"} and found.importer != OF_THE_SHELL
    ]

    assert not wrong, told(wrong)


def test_the_rules_run_where_msgspec_is_all_there_is(tmp_path: Path) -> None:
    """In an interpreter that sees the standard library, msgspec and `game`, every module loads."""
    (tmp_path / "game").symlink_to(ROOT / "game")
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "game").rglob("*.py")
        if path.name != "__main__.py"
    ]
    program = "import importlib, sys; sys.path.append(sys.argv[1])\n"
    program += "for module in sys.argv[2:]: importlib.import_module(module)"

    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(tmp_path), *modules],
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr


def test_sql_is_spoken_in_storage_alone() -> None:
    """A use case may hold a transaction, to hand it on; what is said in it is said in storage."""
    wrong = [
        found
        for package in ("server", "bots", "platforms")
        for found in imports_of(package)
        if found.package in {"sqlalchemy", "asyncpg", "alembic"}
        and found.imported != "sqlalchemy.ext.asyncio.AsyncConnection"
        and not found.importer.startswith("server/storage/")
    ]

    assert not wrong, told(wrong)


def test_chat_play_speaks_to_use_cases_alone() -> None:
    wrong = [found for found in imports_of("bots") if found.is_of(*EDGES)]

    assert not wrong, told(wrong)


def test_use_cases_and_storage_know_no_handler() -> None:
    handlers = ("server/http/", "server/ws/", "server/cli/")
    free = (*THE_WIRING, *handlers)
    wrong = [
        found
        for found in imports_of("server")
        if found.is_of("server.http", "server.ws", "server.cli")
        and not found.importer.startswith(free)
    ]

    assert not wrong, told(wrong)


EXTRAS: Final = {"game": (), "platforms": ("server",), "server": ("server", "embedded")}


@pytest.mark.parametrize("package", sorted(OURS))
def test_what_a_package_imports_is_declared_for_it(package: str) -> None:
    """Its distribution stands in pyproject.toml, not behind something else that stands there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = EXTRAS.get(package, ("server", "embedded", package))
    declared = {
        normal(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
        for requirement in chain(
            project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)
        )
    }
    distributions = packages_distributions()
    wrong = [
        found
        for found in imports_of(package)
        if found.package not in sys.stdlib_module_names | OURS
        and declared.isdisjoint(map(normal, distributions.get(found.package, ())))
    ]

    assert not wrong, told(wrong)
