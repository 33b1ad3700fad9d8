"""GNU Backgammon as a judge: a process that is told commands, and whose answers are read."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

PROGRAM = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

_SETTINGS = (
    "set confirm new off",
    "set confirm save off",
    "set sound enable off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
)
_COMPLAINTS = re.compile(
    r"warning|error|illegal|unrecogni[sz]ed|invalid|not a valid|garbage|doesn't follow|must be"
    r"|cannot (?!move)",
    re.IGNORECASE,
)
_HARMLESS = re.compile(r"ABSOLUTELY NO WARRANTY|show warranty")
_IDS = re.compile(r"Position ID: (\S{14})\s+Match ID\s+: (\S{12})")


class Gnubg:
    """Runs lists of commands, each list in a fresh process whose home is `folder`."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM is not None, "GNU Backgammon (Debian package gnubg) is not installed"
        self.folder = folder
        self._program = PROGRAM

    def run(self, commands: Iterable[str]) -> str:
        """Return all that it says to these commands."""
        environment = {"HOME": str(self.folder), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
        text = "\n".join([*_SETTINGS, *commands]) + "\n"
        done = subprocess.run(
            [self._program, "-t", "-q"],
            input=text,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=environment,
            timeout=600,
            check=False,
        )
        return done.stdout + done.stderr


def complaints(said: str) -> list[str]:
    """Return the lines in which it finds fault with what it was given."""
    return [
        line
        for line in said.splitlines()
        if _COMPLAINTS.search(line) and not _HARMLESS.search(line)
    ]


def shown_ids(said: str) -> list[str]:
    """Return the IDs `position:match` of all boards that it has drawn, in order."""
    return [f"{position}:{match}" for position, match in _IDS.findall(said)]
