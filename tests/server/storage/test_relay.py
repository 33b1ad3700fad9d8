"""The relay between processes, and the healing of what it loses."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.storage.clock import DatabaseClock
from server.storage.commits import Hint
from server.storage.database import Database, Unavailable, database
from server.storage.group_commit import CommitLog
from server.storage.healing import Healing
from server.storage.postgres_relay import CHANNEL, PostgresRelay
from server.storage.relay import hints_in, pieces
from tests.server.storage.lossy_relay import LossyRelay
from tests.server.storage.rows import commit
from tests.server.storage.wire import Wire
from tests.waiting import until

hints = st.lists(st.tuples(st.uuids(), st.integers(min_value=0, max_value=2**62)), max_size=1000)


class Ear:
    """Remembers what it heard."""

    def __init__(self) -> None:
        self.hints: list[Hint] = []
        self.reconnects = 0

    def heard(self, hints: Sequence[Hint]) -> None:
        self.hints += hints

    def reconnected(self) -> None:
        self.reconnects += 1

    def has(self, *wanted: Hint) -> bool:
        return set(wanted) <= set(self.hints)


@given(hints)
def test_pieces_carry_all_hints_and_stay_below_what_notify_takes(told: list[Hint]) -> None:
    origin = uuid4()
    payloads = list(pieces(origin, told))

    assert all(len(payload.encode()) < 8_000 for payload in payloads)
    assert [hint for payload in payloads for hint in hints_in(payload, uuid4())] == told
    assert [hint for payload in payloads for hint in hints_in(payload, origin)] == []


@pytest.mark.parametrize("payload", ["x y", "x :1", "x zz:1", "x 1", f"x {UUID(int=1).hex}:one"])
def test_what_is_no_hint_is_said_to_be_none(payload: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        hints_in(payload, uuid4())


@pytest.fixture
async def relays(opened: Database) -> AsyncIterator[tuple[PostgresRelay, PostgresRelay]]:
    """The relays of two processes."""
    async with PostgresRelay(opened, uuid4()) as one, PostgresRelay(opened, uuid4()) as other:
        yield one, other


async def test_the_others_hear_and_oneself_does_not(
    relays: tuple[PostgresRelay, PostgresRelay], fresh: Callable[[], UUID]
) -> None:
    one, other = relays
    mine, theirs = Ear(), Ear()
    one.subscribe(mine)
    other.subscribe(theirs)
    a, b = (fresh(), 3), (fresh(), 4)

    one.publish([a])
    await until(lambda: theirs.has(a))
    other.publish([b])
    await until(lambda: mine.has(b))

    assert (mine.hints, theirs.hints) == ([b], [a])


async def test_more_hints_than_one_payload_takes_all_arrive(
    relays: tuple[PostgresRelay, PostgresRelay], fresh: Callable[[], UUID]
) -> None:
    one, other = relays
    ear = Ear()
    other.subscribe(ear)
    told = [(fresh(), seq) for seq in range(1_000)]

    one.publish(told)

    await until(lambda: ear.has(*told))


async def test_who_has_unsubscribed_hears_nothing_more(
    relays: tuple[PostgresRelay, PostgresRelay], fresh: Callable[[], UUID]
) -> None:
    one, other = relays
    gone, stays = Ear(), Ear()
    end = other.subscribe(gone)
    other.subscribe(stays)
    end()
    hint = (fresh(), 0)

    one.publish([hint])

    await until(lambda: stays.has(hint))
    assert gone.hints == []


async def test_nonsense_on_the_channel_is_passed_over(
    opened: Database,
    relays: tuple[PostgresRelay, PostgresRelay],
    fresh: Callable[[], UUID],
) -> None:
    one, other = relays
    ear = Ear()
    other.subscribe(ear)
    stranger = await opened.connect("stranger")
    await stranger.execute("SELECT pg_notify($1, 'nonsense 1 2 3')", CHANNEL)
    await stranger.close()
    hint = (fresh(), 0)

    one.publish([hint])

    await until(lambda: ear.has(hint))


async def test_leaving_sends_what_still_waits(opened: Database, fresh: Callable[[], UUID]) -> None:
    ear = Ear()
    last = (fresh(), 7)
    async with PostgresRelay(opened, uuid4()) as other:
        other.subscribe(ear)
        async with PostgresRelay(opened, uuid4()) as one:
            one.publish([last])

        await until(lambda: ear.has(last))


async def test_a_relay_that_was_cut_comes_back_and_says_so(
    opened: Database, database_url: str, fresh: Callable[[], UUID]
) -> None:
    ear, hint = Ear(), (fresh(), 1)
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(Wire(database_url))
        wired = await stack.enter_async_context(database(wire.url))
        cut = await stack.enter_async_context(PostgresRelay(wired, uuid4()))
        whole = await stack.enter_async_context(PostgresRelay(opened, uuid4()))
        cut.subscribe(ear)

        wire.cut()
        await until(lambda: ear.reconnects == 1)
        whole.publish([hint])

        await until(lambda: ear.has(hint))


async def test_a_server_that_fell_silent_is_noticed_though_nothing_broke(
    database_url: str,
) -> None:
    ear = Ear()
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(Wire(database_url))
        wired = await stack.enter_async_context(database(wire.url))
        relay = await stack.enter_async_context(PostgresRelay(wired, uuid4(), sign_of_life=0.2))
        relay.subscribe(ear)
        wire.deaf = True
        await until(wire.lost.is_set)
        wire.deaf = False

        await until(lambda: ear.reconnects == 1)


async def test_a_relay_that_cannot_connect_at_first_says_so(database_url: str) -> None:
    async with Wire(database_url) as wire:
        wire.down = True
        unreachable = Database(wire.url)
        with pytest.raises(Unavailable):
            await PostgresRelay(unreachable, uuid4()).__aenter__()
        await unreachable.close()


class Watcher:
    """A process with sockets: which streams, and how far they were told."""

    def __init__(self) -> None:
        self.seen: dict[UUID, int] = {}

    def watched(self) -> Collection[UUID]:
        return self.seen.keys()

    def told(self, stream: UUID) -> int | None:
        return self.seen.get(stream)

    def heard(self, hints: Sequence[Hint]) -> None:
        self.seen.update(hint for hint in hints if hint[0] in self.seen)


async def test_the_last_hint_of_a_match_is_healed_within_two_seconds(
    opened: Database,
    relays: tuple[PostgresRelay, PostgresRelay],
    fresh: Callable[[], UUID],
) -> None:
    one, other = relays
    lossy = LossyRelay(one, loses=lambda _: True)
    watcher, stream, quiet = Watcher(), fresh(), fresh()
    watcher.seen = {stream: 0, quiet: 0}
    async with (
        CommitLog(opened, DatabaseClock()) as log,
        Healing(log, other, watcher),
    ):
        for row in (commit(quiet), commit(stream), commit(stream, 1)):
            await log.append(row)
            lossy.publish([(row.stream, row.seq)])

        await until(lambda: watcher.seen == {stream: 1, quiet: 0}, seconds=2)
    assert lossy.lost == [(quiet, 0), (stream, 0), (stream, 1)]


async def test_of_many_streams_each_is_asked_a_few_at_a_time(
    opened: Database,
    relays: tuple[PostgresRelay, PostgresRelay],
    fresh: Callable[[], UUID],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.storage.healing.AT_ONCE", 2)
    watcher = Watcher()
    watcher.seen = {fresh(): -1 for _ in range(7)}
    async with CommitLog(opened, DatabaseClock()) as log:
        for stream in watcher.seen:
            await log.append(commit(stream))
        asked: list[int] = []

        class Counting:
            async def behind(self, seen: Mapping[UUID, int]) -> list[Hint]:
                asked.append(len(seen))
                return await log.behind(seen)

        async with Healing(Counting(), relays[0], watcher, every=0.05):
            await until(lambda: set(watcher.seen.values()) == {0})
    assert asked[:4] == [2, 2, 2, 1]


async def test_a_reconnect_heals_at_once(
    opened: Database, database_url: str, fresh: Callable[[], UUID]
) -> None:
    watcher, stream = Watcher(), fresh()
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(Wire(database_url))
        wired = await stack.enter_async_context(database(wire.url))
        cut = await stack.enter_async_context(PostgresRelay(wired, uuid4()))
        log = await stack.enter_async_context(CommitLog(opened, DatabaseClock()))
        healing = Healing(log, cut, watcher, every=3600)
        await stack.enter_async_context(healing)
        watcher.seen = {stream: -1}
        await log.append(commit(stream))

        wire.cut()

        await until(lambda: watcher.seen == {stream: 0})


async def test_healing_goes_on_after_the_database_was_away(
    database_url: str, opened: Database, fresh: Callable[[], UUID]
) -> None:
    watcher, stream = Watcher(), fresh()
    watcher.seen = {stream: -1}
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(Wire(database_url))
        wired = await stack.enter_async_context(database(wire.url))
        cut = await stack.enter_async_context(PostgresRelay(wired, uuid4()))
        far = await stack.enter_async_context(CommitLog(wired, DatabaseClock()))
        near = await stack.enter_async_context(CommitLog(opened, DatabaseClock()))
        healing = Healing(far, cut, watcher, every=0.05)
        await stack.enter_async_context(healing)
        wire.down = True
        wire.cut()
        with pytest.raises(Unavailable):
            await healing.heal()
        await near.append(commit(stream))
        wire.down = False

        await until(lambda: watcher.seen == {stream: 0})
