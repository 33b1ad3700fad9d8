"""What the package may lean on."""

import ast
import sys
from pathlib import Path

import platforms

ROOT = Path(platforms.__file__).parent
IMPURE = {
    "asyncio",
    "datetime",
    "os",
    "random",
    "secrets",
    "socket",
    "ssl",
    "time",
    "urllib.request",
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_platforms_lean_on_nothing_of_ours_and_reach_nothing_outside() -> None:
    allowed = {"platforms", "msgspec", "cryptography"} | sys.stdlib_module_names

    for path in ROOT.rglob("*.py"):
        names = imported(path)
        assert {name.partition(".")[0] for name in names} <= allowed, path
        assert not names & IMPURE, path
