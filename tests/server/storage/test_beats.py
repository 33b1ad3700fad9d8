"""Beats: what silence there was, and whose."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, select

from server.storage.beats import HOLD_FIRE
from server.storage.clock import TOLERANCE, local_now
from server.storage.database import Database, Unavailable, database
from server.storage.gaps import Cause, record_service_down
from server.storage.ids import Millis
from server.storage.schema import presence, processes
from tests.server.storage.process import Process
from tests.server.storage.wire import Wire
from tests.waiting import until


async def stored(opened: Database, process: UUID, *, beat: Millis, gone: bool = False) -> None:
    """A process that beat last at that moment."""
    async with opened.transaction() as tx:
        await tx.execute(
            insert(processes).values(id=process, started=beat - 60_000, beat=beat, gone=gone)
        )


async def held(opened: Database, process: UUID, account: UUID, since: Millis) -> None:
    """An account with a socket there."""
    async with opened.transaction() as tx:
        await tx.execute(insert(presence).values(account=account, process=process, since=since))


async def gaps_of(process: Process, account: UUID) -> list[tuple[Cause, Millis, Millis]]:
    await process.gaps.refresh()
    found = await process.gaps.since(uuid4(), [account], 0)
    return [(gap.cause, gap.began, gap.ended) for gap in found]


async def started(process: Process, opened: Database) -> Millis:
    async with opened.reading() as connection:
        found = await connection.execute(
            select(processes.c.started).where(processes.c.id == process.id)
        )
        at: Millis = found.scalar_one()
        return at


async def test_the_very_first_process_finds_no_gap(opened: Database) -> None:
    process = Process(opened)
    await process.beats.beat()
    await process.beats.beat()

    assert await gaps_of(process, uuid4()) == []


async def test_the_service_was_down_from_the_last_beat_to_the_first_of_a_new_process(
    opened: Database, now: Millis
) -> None:
    await stored(opened, uuid4(), beat=now - 40_000)
    await stored(opened, uuid4(), beat=now - 30_000)
    process = Process(opened)
    await process.beats.beat()

    assert await gaps_of(process, uuid4()) == [
        (Cause.SERVICE_DOWN, now - 30_000, await started(process, opened))
    ]


async def test_a_quick_restart_is_seen_at_the_second_beat(opened: Database, now: Millis) -> None:
    """A second after a kill the old process might still live: only its silence tells."""
    await stored(opened, uuid4(), beat=now - 1_000)
    process = Process(opened)
    await process.beats.beat()
    assert await gaps_of(process, uuid4()) == []

    await process.beats.beat()

    assert await gaps_of(process, uuid4()) == [
        (Cause.SERVICE_DOWN, now - 1_000, await started(process, opened))
    ]


async def test_a_process_that_joins_a_living_one_finds_no_gap(opened: Database) -> None:
    elder, younger = Process(opened), Process(opened)
    await elder.beats.beat()
    await elder.beats.beat()
    await younger.beats.beat()
    await elder.beats.beat()
    await younger.beats.beat()

    assert await gaps_of(younger, uuid4()) == []


async def test_two_that_start_together_after_a_kill_are_not_taken_for_survivors(
    opened: Database, now: Millis
) -> None:
    await stored(opened, uuid4(), beat=now - 1_000)
    one, other = Process(opened), Process(opened)
    for process in (one, other, one, other, one, other):
        await process.beats.beat()

    assert (Cause.SERVICE_DOWN, now - 1_000, await started(one, opened)) in await gaps_of(
        other, uuid4()
    )


async def test_a_planned_stop_is_a_gap_until_the_next_start(opened: Database) -> None:
    first, second = Process(opened), Process(opened)
    async with first.beats:
        pass
    await second.beats.beat()
    await second.beats.beat()

    ((cause, began, ended),) = await gaps_of(second, uuid4())
    assert cause is Cause.SERVICE_DOWN
    assert began <= ended == await started(second, opened)


async def test_the_accounts_of_a_silent_process_get_a_gap_until_they_are_back(
    opened: Database, now: Millis
) -> None:
    lost = uuid4()
    away, back, elsewhere_too, untouched = uuid4(), uuid4(), uuid4(), uuid4()
    living = Process(opened)
    await living.beats.beat()
    await stored(opened, lost, beat=now - 11_000)
    for account in (away, back, elsewhere_too):
        await held(opened, lost, account, now - 50_000)
    await held(opened, living.id, back, now - 8_000)
    await held(opened, living.id, elsewhere_too, now - 40_000)
    told: list[UUID] = []
    living.beats.on_lost = told.extend

    await living.beats.beat()

    assert await gaps_of(living, back) == [(Cause.PROCESS_LOST, now - 11_000, now - 8_000)]
    ((cause, began, ended),) = await gaps_of(living, away)
    assert (cause, began) == (Cause.PROCESS_LOST, now - 11_000)
    assert ended >= now
    assert await gaps_of(living, elsewhere_too) == []
    assert await gaps_of(living, untouched) == []
    assert sorted(told) == sorted([away, back, elsewhere_too])
    everyone = [away, back, elsewhere_too]
    assert await living.presence.present(everyone, local_now()) == {back, elsewhere_too}


async def test_a_silent_process_is_buried_once(opened: Database, now: Millis) -> None:
    lost, account = uuid4(), uuid4()
    one, other = Process(opened), Process(opened)
    await one.beats.beat()
    await other.beats.beat()
    await stored(opened, lost, beat=now - 11_000)
    await held(opened, lost, account, now - 50_000)

    await one.beats.beat()
    await other.beats.beat()
    await one.beats.beat()

    assert len(await gaps_of(other, account)) == 1


async def test_time_in_which_nobody_was_served_is_not_counted_twice(
    opened: Database, now: Millis
) -> None:
    lost, account = uuid4(), uuid4()
    process = Process(opened)
    await process.beats.beat()
    async with opened.transaction() as tx:
        await record_service_down(tx, now - 60_000, now - 20_000)
    await stored(opened, lost, beat=now - 60_000)
    await held(opened, lost, account, now - 90_000)

    await process.beats.beat()

    service, own = await gaps_of(process, account)
    assert service == (Cause.SERVICE_DOWN, now - 60_000, now - 20_000)
    assert own[:2] == (Cause.PROCESS_LOST, now - 20_000)


async def test_a_process_that_was_taken_for_dead_holds_its_accounts_again(
    opened: Database, now: Millis
) -> None:
    account = uuid4()
    process, other = Process(opened), Process(opened)
    await process.beats.beat()
    await other.beats.beat()
    await process.presence.enter([account], now)
    async with opened.transaction() as tx:
        await tx.execute(
            processes.update().where(processes.c.id == process.id).values(beat=now - 11_000)
        )
    await other.beats.beat()
    assert await other.presence.present([account], now) == set()

    await process.beats.beat()

    assert await other.presence.present([account], now) == {account}


async def test_alarms_fire_after_two_beats_and_ten_seconds_after_a_gap(
    opened: Database, now: Millis
) -> None:
    process = Process(opened)
    assert not process.beats.may_fire(now)
    await process.beats.beat()
    assert not process.beats.may_fire(process.clock.now())
    await process.beats.beat()
    assert process.beats.may_fire(process.clock.now())

    process.gaps.last_outage = process.clock.now()

    assert not process.beats.may_fire(process.clock.now() + HOLD_FIRE - 2_000)
    await process.beats.beat()
    process.gaps.last_outage -= HOLD_FIRE
    assert process.beats.may_fire(process.clock.now())


async def test_alarms_do_not_fire_while_the_own_beat_is_stale(opened: Database) -> None:
    process = Process(opened)
    await process.beats.beat()
    await process.beats.beat()

    assert not process.beats.may_fire(process.clock.now() + 10_000)
    assert not process.beats.healthy(process.clock.now() + 10_000)


async def test_a_wrong_clock_is_corrected_and_unhealthy(opened: Database) -> None:
    process = Process(opened, local=lambda: local_now() - 5_000)
    await process.beats.beat()

    assert abs(process.clock.now() - local_now()) <= TOLERANCE
    assert not process.beats.healthy(process.clock.now())


async def test_a_true_clock_is_healthy(opened: Database) -> None:
    process = Process(opened)
    await process.beats.beat()

    assert process.beats.healthy(process.clock.now())


@pytest.fixture
async def wire(database_url: str) -> AsyncIterator[Wire]:
    async with Wire(database_url) as wire:
        yield wire


async def test_while_the_database_was_away_nobody_was_served(wire: Wire) -> None:
    async with database(wire.url) as opened:
        process = Process(opened)
        await process.beats.beat()
        await process.beats.beat()
        wire.down = True
        wire.cut()
        before = process.clock.now()
        with pytest.raises(Unavailable):
            await process.beats.beat()
        wire.down = False
        await process.beats.beat()

        ((cause, began, ended),) = await gaps_of(process, uuid4())
    assert cause is Cause.SERVICE_DOWN
    assert began <= before <= ended


async def test_the_pulse_goes_on_by_itself_and_settles(opened: Database) -> None:
    process = Process(opened)
    async with process.beats:
        assert not process.beats.may_fire(process.clock.now())
        await process.beats.settled()
        assert process.beats.may_fire(process.clock.now())


async def test_the_pulse_comes_back_with_the_database(wire: Wire) -> None:
    async with database(wire.url) as opened:
        process = Process(opened)
        async with process.beats:
            wire.down = True
            wire.cut()
            await until(lambda: process.beats._failed)
            wire.down = False
            await until(lambda: not process.beats._failed)
            assert process.beats.healthy(process.clock.now())


async def test_an_outage_is_on_record_before_anybody_is_charged_for_it(wire: Wire) -> None:
    """Whoever asks right after the database came back does not wait for the next beat."""
    async with database(wire.url) as opened:
        process = Process(opened)
        await process.beats.beat()
        await process.beats.beat()
        wire.down = True
        wire.cut()
        with pytest.raises(Unavailable):
            await process.beats.beat()
        with pytest.raises(Unavailable):
            await process.beats.account(local_now())
        wire.down = False
        await until(lambda: _accounted(process))

        ((cause, _, _),) = await gaps_of(process, uuid4())
        assert cause is Cause.SERVICE_DOWN


async def _accounted(process: Process) -> bool:
    try:
        await process.beats.account(local_now())
    except Unavailable:
        return False
    return True


async def test_a_turn_older_than_the_process_waits_for_the_second_beat(opened: Database) -> None:
    process = Process(opened)
    await process.beats.beat()
    started_at = await started(process, opened)
    assert process.beats.has_accounted(started_at)
    assert not process.beats.has_accounted(started_at - 1)

    waiting = asyncio.create_task(process.beats.account(started_at - 1))
    await asyncio.sleep(0)
    assert not waiting.done()
    await process.beats.beat()
    await waiting
    assert process.beats.has_accounted(started_at - 1)
