"""Presence: who has a live socket, anywhere."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert

from server.storage.database import Database, Unavailable, database
from server.storage.ids import Millis
from server.storage.presence import SILENT_AFTER, Presence
from server.storage.schema import processes
from tests.server.storage.wire import Wire


async def process(opened: Database, now: Millis) -> Presence:
    """The presence table of a process that has just beaten."""
    id_ = uuid4()
    async with opened.transaction() as tx:
        await tx.execute(insert(processes).values(id=id_, started=now, beat=now))
    return Presence(opened, id_)


async def test_an_account_is_present_while_any_process_holds_a_socket_of_it(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    one, other = await process(opened, now), await process(opened, now)
    account, stranger = fresh(), fresh()
    await one.enter([account], now)
    await other.enter([account], now)
    await one.leave([account])
    assert await one.present([account, stranger], now) == {account}

    await other.leave([account])

    assert await one.present([account, stranger], now) == set()


async def test_the_rows_of_a_silent_process_are_void(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    here, account = await process(opened, now), fresh()
    await here.enter([account], now)

    assert await here.present([account], now + SILENT_AFTER - 1) == {account}
    assert await here.present([account], now + SILENT_AFTER) == set()


async def test_entering_twice_and_leaving_twice_is_no_fault(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    here, account = await process(opened, now), fresh()
    await here.enter([account], now)
    await here.enter([account], now)
    await here.leave([account])
    await here.leave([account])

    assert await here.present([account], now) == set()


async def test_nobody_asked_about_is_nobody_present(opened: Database, now: Millis) -> None:
    here = await process(opened, now)
    await here.enter([], now)

    assert await here.present([], now) == set()


async def test_of_many_who_come_and_go_at_once_those_who_went_are_gone(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    here = await process(opened, now)
    stay, go = [fresh() for _ in range(200)], [fresh() for _ in range(200)]

    await asyncio.gather(
        *(here.enter([account], now) for account in (*stay, *go)),
        *(here.leave([account]) for account in go),
    )

    assert await here.present([*stay, *go], now) == set(stay)


async def test_what_could_not_be_written_is_written_by_the_next_beat(
    database_url: str, now: Millis, fresh: Callable[[], UUID]
) -> None:
    left, entered = fresh(), fresh()
    async with Wire(database_url) as wire, database(wire.url) as opened:
        here = await process(opened, now)
        await here.enter([left], now)
        wire.down = True
        wire.cut()
        for change in (here.enter([entered], now), here.leave([left])):
            with pytest.raises(Unavailable):
                await change
        wire.down = False

        await here.mend()

        assert await here.present([left, entered], now) == {entered}
