"""Work that goes on."""

import asyncio
import gc

from server.storage.loops import Loop, spread
from tests.waiting import until


async def test_a_round_that_fails_is_not_the_last() -> None:
    rounds = 0

    async def body() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise ZeroDivisionError
        await asyncio.sleep(0)

    async with Loop("test", body):
        gc.collect()
        await until(lambda: rounds > 3)


async def test_leaving_ends_it() -> None:
    going = asyncio.Event()

    async def body() -> None:
        going.set()
        await asyncio.Event().wait()

    async with Loop("test", body):
        await going.wait()

    assert "test" not in {task.get_name() for task in asyncio.all_tasks()}


async def test_many_are_handed_out_a_few_at_a_time_with_rests_between() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()

    parts = [(part, loop.time() - began) async for part in spread(range(5), 0.05, 2)]

    assert [part for part, _ in parts] == [(0, 1), (2, 3), (4,)]
    assert parts[2][1] >= 0.05 * 2 / 3
    assert loop.time() - began >= 0.05


async def test_where_there_is_nobody_there_is_a_rest_too() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    nobody: tuple[int, ...] = ()

    assert [part async for part in spread(nobody, 0.02, 2)] == [()]
    assert loop.time() - began >= 0.02
