"""Feeds: numbered without holes, whoever posts; told once and in order, in every process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import delete

from server.feeds import FeedDesk
from server.play.errands import Errands
from server.storage.database import Database
from server.storage.feeds import Feed, FeedLog, Post, TooFarBehind, post
from server.storage.healing import Healing
from server.storage.ids import Millis
from server.storage.postgres_relay import PostgresRelay
from server.storage.schema_live import feed_entries
from tests.server.play.house import Listener, every
from tests.server.storage.lossy_relay import LossyRelay
from tests.waiting import until

LOBBY = Feed.of("lobby")


@dataclass
class Process:
    """One process, as far as feeds go."""

    desk: FeedDesk
    relay: LossyRelay


@asynccontextmanager
async def process(opened: Database) -> AsyncIterator[Process]:
    async with AsyncExitStack() as stack:
        relay = LossyRelay(await stack.enter_async_context(PostgresRelay(opened, uuid4())))
        errands = await stack.enter_async_context(Errands())
        log = FeedLog(opened)
        desk = FeedDesk(log, relay, errands)
        relay.subscribe(desk)
        await stack.enter_async_context(Healing(log, relay, desk, 0.05))
        yield Process(desk, relay)


async def tell(opened: Database, desk: FeedDesk, now: Millis, number: int) -> None:
    async with opened.transaction() as tx:
        hints = await post(tx, [Post(LOBBY, b"%d" % number)], now)
    desk.posted(hints)


async def test_entries_are_numbered_without_holes_though_some_are_undone(
    opened: Database, now: Millis
) -> None:
    async def attempt(number: int) -> None:
        async with opened.transaction() as tx:
            await post(tx, [Post(LOBBY, b"%d" % number)], now)
            if number % 3 == 0:
                raise LookupError

    await asyncio.gather(*map(attempt, range(30)), return_exceptions=True)

    entries = await FeedLog(opened).read(LOBBY.id, -1, 100)
    assert [entry.seq for entry in entries] == list(range(20))
    assert {int(entry.told) for entry in entries} == {n for n in range(30) if n % 3}


async def test_two_who_post_to_the_same_feeds_never_wait_for_each_other_for_ever(
    opened: Database, now: Millis
) -> None:
    pair = [Feed.of("tables", uuid4()), Feed.of("tables", uuid4())]

    async def both(order: int) -> None:
        async with opened.transaction() as tx:
            await post(tx, [Post(feed, b"{}") for feed in pair[:: order or -1]], now)

    await asyncio.gather(*(both(number % 2) for number in range(30)))

    assert [await FeedLog(opened).head(feed.id) for feed in pair] == [29, 29]


async def test_listeners_of_two_processes_hear_all_once_in_order(
    opened: Database, now: Millis
) -> None:
    async with process(opened) as one, process(opened) as other:
        here, there = Listener(uuid4()), Listener(uuid4())
        await one.desk.watch(LOBBY, -1, here)
        await other.desk.watch(LOBBY, -1, there)

        await asyncio.gather(*(tell(opened, (one, other)[n % 2].desk, now, n) for n in range(40)))

        await until(lambda: len(here.frames) == len(there.frames) == 40)
        assert here.seqs == there.seqs == list(range(40))
        assert here.frames == there.frames


async def test_a_lost_hint_is_made_good(opened: Database, now: Millis) -> None:
    async with process(opened) as one, process(opened) as other:
        there = Listener(uuid4())
        await other.desk.watch(LOBBY, -1, there)
        other.relay.loses = every

        await tell(opened, one.desk, now, 1)

        await until(lambda: there.seqs == [0])


async def test_a_listener_goes_on_where_he_was(opened: Database, now: Millis) -> None:
    async with process(opened) as one:
        for number in range(5):
            await tell(opened, one.desk, now, number)
        back, new = Listener(uuid4()), Listener(uuid4())

        assert await one.desk.watch(LOBBY, 2, back) == 4
        assert await one.desk.watch(LOBBY, None, new) == 4

        assert (back.seqs, new.seqs) == ([3, 4], [])
        assert msgspec.json.decode(back.frames[0]) == {
            "topic": "lobby",
            "seq": 3,
            "at": now,
            "told": 3,
        }


async def test_whoever_listens_no_more_hears_no_more(opened: Database, now: Millis) -> None:
    async with process(opened) as one:
        gone, still = Listener(uuid4()), Listener(uuid4())
        await one.desk.watch(LOBBY, -1, gone)
        await one.desk.watch(LOBBY, -1, still)
        one.desk.unwatch(LOBBY.id, gone)

        await tell(opened, one.desk, now, 1)

        await until(lambda: still.seqs == [0])
        assert gone.frames == []
        one.desk.unwatch(LOBBY.id, still)
        assert not one.desk.watched()


@pytest.mark.parametrize("after", [-1, 1, 7])
async def test_what_is_gone_or_never_was_cannot_be_told(
    opened: Database, now: Millis, after: int
) -> None:
    async with process(opened) as one:
        for number in range(3):
            await tell(opened, one.desk, now + number, number)
        async with opened.transaction() as tx:
            await tx.execute(delete(feed_entries))
        await tell(opened, one.desk, now + 9, 3)

        with pytest.raises(TooFarBehind):
            await one.desk.watch(LOBBY, after, Listener(uuid4()))

        assert await one.desk.watch(LOBBY, 2, Listener(uuid4())) == 3
