"""PostgreSQL killed under load: nothing acknowledged is lost, nothing doubled, no lie told."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from uuid import UUID

import pytest

from server.embedded import EmbeddedPostgres
from server.storage import migrating
from server.storage.alarms import Alarms
from server.storage.clock import DatabaseClock
from server.storage.commits import AlarmWrite, Appended, CommitRow
from server.storage.database import Database, Unavailable, database
from server.storage.group_commit import CommitLog
from server.storage.ids import Millis
from tests.server.storage.rows import commit
from tests.waiting import until

STREAMS = 40
KILLS = 4


@pytest.fixture
async def mortal(private_postgres: EmbeddedPostgres, now: Millis) -> AsyncIterator[Database]:
    """A database whose server is about to die."""
    url = await asyncio.to_thread(private_postgres.start)
    await migrating.upgrade(url, now)
    async with database(url) as opened:
        yield opened


class Player:
    """Commits to one stream as a client does: what had no answer is repeated."""

    def __init__(self, log: CommitLog, stream: UUID) -> None:
        self._log = log
        self.stream = stream
        self.acknowledged: list[CommitRow] = []
        self.unanswered = 0

    async def play(self, stop: asyncio.Event) -> None:
        seq = 0
        while not stop.is_set():
            await self._commit_surely(commit(self.stream, seq, command_id=f"turn-{seq}"))
            seq += 1

    async def _commit_surely(self, row: CommitRow) -> None:
        while True:
            try:
                outcome = await self._log.append(row, AlarmWrite(row.at))
                assert isinstance(outcome, Appended) or self.unanswered
                break
            except Unavailable:
                self.unanswered += 1
            if await self._stands(row):
                break
        self.acknowledged.append(row)

    async def _stands(self, row: CommitRow) -> bool:
        """Read the tail, as whoever got no answer must."""
        while True:
            try:
                return await self._log.read(row.stream, row.seq - 1) == [row]
            except Unavailable:
                self.unanswered += 1


async def test_nothing_acknowledged_is_lost_and_nothing_doubled(
    private_postgres: EmbeddedPostgres, mortal: Database, fresh: Callable[[], UUID]
) -> None:
    stop = asyncio.Event()
    async with CommitLog(mortal, DatabaseClock()) as log:
        players = [Player(log, fresh()) for _ in range(STREAMS)]
        playing = asyncio.gather(*(player.play(stop) for player in players))
        for _ in range(KILLS):
            await played_on(players)
            pid = private_postgres.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await asyncio.to_thread(private_postgres.start)
        await played_on(players)
        stop.set()
        await playing

        for player in players:
            assert await log.read(player.stream, limit=100_000) == player.acknowledged
    assert len(await Alarms(mortal).claim(2**50, limit=1000)) == STREAMS


async def played_on(players: list[Player]) -> None:
    before = total(players)
    await until(lambda: total(players) > before + 3 * STREAMS, seconds=60)


def total(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


async def test_what_was_committed_before_an_answer_is_there_after_the_kill(
    private_postgres: EmbeddedPostgres, mortal: Database, fresh: Callable[[], UUID]
) -> None:
    rows = [commit(fresh()) for _ in range(100)]
    async with CommitLog(mortal, DatabaseClock()) as log:
        await asyncio.gather(*(log.append(row) for row in rows))
        pid = private_postgres.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(private_postgres.start)

        for row in rows:
            assert await log.read(row.stream) == [row]
