"""What each module imports, read from its syntax, imports inside functions included."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
OURS: Final = frozenset({"bots", "game", "platforms", "server"})


class Import(NamedTuple):
    """One module named in an import, and where."""

    importer: str
    line: int
    imported: str

    @property
    def package(self) -> str:
        """The first part of the imported name."""
        return self.imported.partition(".")[0]

    def is_of(self, *modules: str) -> bool:
        """Whether the imported module is one of these or lies within one."""
        return any(f"{self.imported}.".startswith(f"{module}.") for module in modules)

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


@cache
def imports_of(package: str) -> tuple[Import, ...]:
    """Read all modules of a package of ours."""
    paths = sorted((ROOT / package).rglob("*.py"))
    assert paths, f"{package} has no modules"
    return tuple(
        found
        for path in paths
        for found in _imports(str(path.relative_to(ROOT)), ast.parse(path.read_bytes()))
    )


def _imports(name: str, tree: ast.Module) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(name, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno}: imports are absolute"
            # `from server import storage` names the module in its second half.
            yield from (
                Import(name, node.lineno, f"{node.module}.{alias.name}") for alias in node.names
            )
