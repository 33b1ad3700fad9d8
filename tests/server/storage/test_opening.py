"""A demo keeps to its own databases, and the rest keep away from them."""

import asyncpg
import pytest

from server.storage.opening import MadeByDemo, Maker, NotMadeByDemo, made_by, open_database

NOW = 1_780_000_000_000


async def execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def test_a_demo_makes_an_empty_database_its_own(empty_database_url: str) -> None:
    assert await made_by(empty_database_url) is Maker.NOBODY

    await open_database(empty_database_url, NOW, demo=True)

    assert await made_by(empty_database_url) is Maker.A_DEMO


async def test_a_demo_comes_back_to_its_database(empty_database_url: str) -> None:
    await open_database(empty_database_url, NOW, demo=True)
    await open_database(empty_database_url, NOW, demo=True)

    assert await made_by(empty_database_url) is Maker.A_DEMO


async def test_a_normal_start_refuses_a_demo_database(empty_database_url: str) -> None:
    await open_database(empty_database_url, NOW, demo=True)

    with pytest.raises(MadeByDemo, match="NARDY_DEMO=1"):
        await open_database(empty_database_url, NOW, demo=False)


async def test_a_demo_refuses_a_real_database(empty_database_url: str) -> None:
    await open_database(empty_database_url, NOW, demo=False)

    with pytest.raises(NotMadeByDemo, match="NARDY_DEMO"):
        await open_database(empty_database_url, NOW, demo=True)
    assert await made_by(empty_database_url) is Maker.ANOTHER


@pytest.mark.parametrize("table", ["customers (id int)", "marks (name text, value text)"])
async def test_a_demo_refuses_what_another_program_keeps(
    empty_database_url: str, table: str
) -> None:
    await execute(empty_database_url, f"CREATE TABLE {table}")

    with pytest.raises(NotMadeByDemo):
        await open_database(empty_database_url, NOW, demo=True)
