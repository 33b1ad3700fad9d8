"""Which platforms a configuration lets us ask for profiles."""

from pathlib import Path

import pytest

from server.asking import opened_asking
from server.config import load
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from tests.server.logins.test_logging_in import GAMES

BARRING = '[stakes]\nbarred_countries = ["DE"]\nleast_age = 18\n'


async def asked(folder: Path, settings: str, **more: str) -> set[str]:
    """The platforms that would be asked under these settings."""
    file = folder / "settings.toml"
    file.write_text(settings)
    given = {f"NARDY_{name.upper()}": text for name, text in more.items()}
    config = load(GAMES | {"NARDY_SETTINGS": str(file)} | given, Path("/nonexistent/.env"))
    nowhere = Database("postgresql://nobody@127.0.0.1:1/nothing")
    async with opened_asking(config, nowhere, DatabaseClock()) as asking:
        assert asking.barring.asks is bool(asking.barring.platforms)
        return set(asking.barring.platforms)


async def test_a_house_that_bars_asks_the_platforms_whose_keys_it_has(tmp_path: Path) -> None:
    assert await asked(tmp_path, BARRING, vk_service_token="token") == {"vk", "ok"}
    assert await asked(tmp_path, BARRING) == {"ok"}


@pytest.mark.parametrize("settings", ["", "[stakes]\nlargest_hold = 5\n"])
async def test_a_house_that_bars_nobody_asks_nobody(tmp_path: Path, settings: str) -> None:
    assert await asked(tmp_path, settings, vk_service_token="token") == set()
