"""The migrations as alembic knows them: running them, and what stands in them."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, folder: Path) -> None:
    """Run every migration of the folder that the database has not seen."""
    config = _config(folder)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions(folder: Path) -> frozenset[str]:
    """The ids of all migrations of a folder."""
    return frozenset(script.revision for script in _directory(folder).walk_revisions())


def head(folder: Path) -> str | None:
    """The id of the newest one."""
    return _directory(folder).get_current_head()


def release(folder: Path) -> int:
    """The release that the newest migration belongs to."""
    head = _directory(folder).get_revision("head")
    return int(head.module.release)


def _directory(folder: Path) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(folder))


def _config(folder: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config
