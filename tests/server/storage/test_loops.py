"""Work that goes on."""

import asyncio
import gc

from server.storage.loops import Loop
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
