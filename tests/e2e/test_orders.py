"""Orders told of three to five times each, shuffled, to two processes that are being killed."""

import asyncio
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import aiohttp
import asyncpg
import pytest

from platforms.doors import Door
from tests.e2e.shop import Buyer, Delivery, Platforms, buyer, rush
from tests.waiting import until

WELCOME, PACK = 1_000, 1_000
DOORS = (Door.VK, Door.OK, Door.TELEGRAM)


@pytest.mark.parametrize(
    ("orders", "people", "kills"),
    [
        pytest.param(45, 9, 2, id="some"),
        pytest.param(1_000, 90, 10, id="a thousand", marks=pytest.mark.soak),
    ],
)
async def test_every_order_is_credited_once(
    database_url: str, tmp_path: Path, orders: int, people: int, kills: int
) -> None:
    async with rush(database_url, tmp_path) as (hurry, platforms), aiohttp.ClientSession() as http:
        home = hurry.shops[0]
        crowd = [
            await buyer(http, home.url, door, str(880_000 + number))
            for number, door in enumerate(islice(cycle(DOORS), people))
        ]
        placed = [await order(platforms, who) for who in islice(cycle(crowd), orders)]

        killing = hurry.kill(kills, every=3 * orders // (kills + 1))
        await asyncio.gather(hurry.tell_all(placed), killing)

        assert hurry.told >= 3 * orders
        for each in crowd:
            await until(partial(has, each, WELCOME + each.orders * PACK), seconds=60)
        assert await credited(database_url) == orders
        await order(platforms, crowd[2])  # paid in Stars, and never told of
        status, said = await home.run("admin", "reconcile")
        assert status == 0, said
        assert await has(crowd[2], WELCOME + crowd[2].orders * PACK), said
        status, said = await home.run("admin", "audit")
        assert status == 0, said
        print(f"\n{hurry.told} deliveries heard, {hurry.unheard} not heard and repeated")


async def order(platforms: Platforms, who: Buyer) -> Delivery:
    """One pack of coins, to be paid the way of his platform."""
    who.orders += 1
    match who.door:
        case Door.VK:
            return await platforms.votes(who.user)
        case Door.OK:
            return await platforms.oks(who.user)
        case _:
            return await platforms.stars(who)


async def has(who: Buyer, coins: int) -> bool:
    """Whether what he paid for has come; more than that never may."""
    held = await who.coins()
    assert held <= coins
    return held == coins


async def credited(url: str) -> int:
    """How many purchases have been given."""
    connection = await asyncpg.connect(url)
    try:
        count: int = await connection.fetchval(
            "SELECT count(*) FROM purchases WHERE state = 'credited'"
        )
        return count
    finally:
        await connection.close()
