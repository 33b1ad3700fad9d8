"""Commits of which nobody was told: lost hints, a cut relay, an answer that never came."""

import time

import asyncpg
import pytest

from game.commands import AcceptResignation, OfferResignation
from game.endings import Ending
from server.storage.commits import AlarmWrite, CommitRow, Outcome
from server.storage.database import Database, Unavailable, database
from server.storage.group_commit import CommitLog
from server.storage.postgres_relay import APPLICATION
from tests.server.play.house import Listener, Pair, Process, begun, every, process
from tests.waiting import until

WITHIN_SECONDS = 2.0
CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database()"""


class Forgetful(CommitLog):
    """A log that writes, and whose answer is lost on the way."""

    forgets = False

    async def append(self, row: CommitRow, alarm: AlarmWrite | None = None) -> Outcome:
        outcome = await super().append(row, alarm)
        if self.forgets:
            raise Unavailable("the answer never came")
        return outcome


async def offered(pair: Pair, process: Process) -> int:
    """Let the one to move offer to resign; his seat."""
    decision = (await pair.state(process)).decision
    assert decision is not None
    seat = (await pair.state(process)).seat_of(decision.side)
    offer = OfferResignation(seat, decision.turn, Ending.SINGLE)
    await process.desk.submit(pair.order(pair.players[seat], offer, process.now))
    return seat


async def test_the_very_last_hint_is_lost_and_the_end_arrives_all_the_same(
    here: Process, there: Process
) -> None:
    pair = await begun(here, length=1)
    seat = await offered(pair, here)
    listener = Listener(pair.players[seat])
    await there.desk.watch(pair.match, -1, listener)
    here.relay.loses = there.relay.loses = every

    accept = AcceptResignation(1 - seat, (await pair.state(here)).turn)
    began = time.monotonic()
    last = await here.desk.submit(pair.order(pair.players[1 - seat], accept, here.now))
    await until(lambda: listener.seqs[-1] == last.seq, seconds=WITHIN_SECONDS)

    assert time.monotonic() - began < WITHIN_SECONDS
    assert (last.seq, b'"match_ended"' in listener.frames[-1]) == (listener.seqs[-1], True)
    assert here.relay.lost


async def test_hints_flow_again_once_a_cut_relay_is_back(
    here: Process, there: Process, database_url: str
) -> None:
    pair = await begun(here)
    listener = Listener(pair.players[1])
    await there.desk.watch(pair.match, -1, listener)
    connection = await asyncpg.connect(database_url)
    try:
        assert await connection.fetchval(CUT, APPLICATION) == 2
    finally:
        await connection.close()

    for _ in range(5):
        done = await here.desk.submit(await pair.next(here))
        await until(lambda seq=done.seq: listener.seqs[-1] == seq)  # type: ignore[misc] # mypy cannot infer it
    assert listener.seqs == list(range(len(await pair.rows(here))))


async def test_an_order_whose_outcome_was_never_heard_may_be_given_again(
    opened_database: Database,
) -> None:
    async with process(opened_database, Forgetful) as here:
        pair = await begun(here)
        log = here.ground.log
        assert isinstance(log, Forgetful)
        head, order = len(await pair.rows(here)), await pair.next(here)
        log.forgets = True
        with pytest.raises(Unavailable):
            await here.desk.submit(order)
        log.forgets = False

        again = await here.desk.submit(order)
        assert (again.seq, again.repeated) == (head, True)
        assert len(await pair.rows(here)) == head + 1


async def test_a_repeat_after_a_restart_gets_what_was_recorded(
    here: Process, database_url: str
) -> None:
    pair = await begun(here)
    order = await pair.next(here)
    first = await here.desk.submit(order)
    await here.desk.submit(await pair.next(here))

    async with database(database_url) as opened, process(opened) as another:
        again = await another.desk.submit(order)
    assert (again.seq, again.repeated) == (first.seq, True)
