"""On somebody's server a demo makes a database of its own, and takes none that it finds."""

import asyncio

import asyncpg
import pytest
from sqlalchemy import make_url

from server.storage.demo_database import UNFINISHED, open_demo_database
from server.storage.migrating import check
from server.storage.opening import Maker, NotMadeByDemo, made_by, open_database

NOW = 1_780_000_000_000


async def test_a_demo_makes_the_database_that_is_not_there(demo_database_url: str) -> None:
    await open_demo_database(demo_database_url, NOW)
    await open_demo_database(demo_database_url, NOW)

    assert await made_by(demo_database_url) is Maker.A_DEMO
    await check(demo_database_url)


async def test_processes_of_a_demo_may_make_it_at_once(demo_database_url: str) -> None:
    await asyncio.gather(*(open_demo_database(demo_database_url, NOW) for _ in range(3)))

    assert await made_by(demo_database_url) is Maker.A_DEMO


async def test_what_a_killed_demo_left_half_made_is_made_anew(
    demo_database_url: str, postgres_url: str
) -> None:
    name = make_url(demo_database_url).database
    connection = await asyncpg.connect(postgres_url)
    try:
        await connection.execute(f"CREATE DATABASE {name}{UNFINISHED}")
        await open_demo_database(demo_database_url, NOW)
        assert not await connection.fetchval(
            "SELECT 1 FROM pg_database WHERE datname = $1", f"{name}{UNFINISHED}"
        )
    finally:
        await connection.close()


async def test_an_empty_database_is_somebodys(empty_database_url: str) -> None:
    with pytest.raises(NotMadeByDemo, match="the demo makes it"):
        await open_demo_database(empty_database_url, NOW)

    assert await made_by(empty_database_url) is Maker.NOBODY


async def test_a_real_database_stays_as_it_is(empty_database_url: str) -> None:
    await open_database(empty_database_url, NOW, demo=False)

    with pytest.raises(NotMadeByDemo):
        await open_demo_database(empty_database_url, NOW)

    assert await made_by(empty_database_url) is Maker.ANOTHER
