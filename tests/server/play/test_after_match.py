"""What follows a match: every step once, whatever fails on the way, and the result stands."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.play.after_match import AfterMatch, Ended, Step
from server.records.projections import PROJECTIONS
from server.storage.database import Database, Unavailable
from server.storage.jobs import AFTER_MATCH, CLAIMED_FOR
from server.storage.matches import Matches
from server.storage.roll_tallies import RollTallies
from tests.server.edge import Edge, running_edge
from tests.server.finished import ground_of, keep, new_id, played_by
from tests.server.ws.playing import begun
from tests.waiting import until


class Counted:
    """A step that counts, and fails as often as it is told."""

    def __init__(self, name: str, failures: int = 0) -> None:
        self.name = name
        self.failures = failures
        self.followed: list[UUID] = []

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        if self.failures:
            self.failures -= 1
            await tx.execute(text("INSERT INTO marks VALUES ('half done', 'yes')"))
            raise RuntimeError("not today")
        self.followed.append(ended.match.id)


class Afterwards(NamedTuple):
    """A match that has just ended, and the time to work in."""

    match: UUID
    edge: Edge
    database: Database

    def worker(self, *steps: Step, later: int = 0) -> AfterMatch:
        """A process that does these steps, some milliseconds from now."""
        return AfterMatch(ground_of(self.edge, later), steps)

    async def one(self, sql: str) -> object:
        async with self.database.reading() as connection:
            return (await connection.execute(text(sql))).scalar()


@pytest.fixture
async def ended(opened_database: Database) -> AsyncIterator[Afterwards]:
    async with running_edge(opened_database) as edge:
        people = [(await edge.person()).id for _ in range(2)]
        now = edge.services.clock.now()
        match = new_id(edge)
        await keep(opened_database, played_by(people, match), now - 1_000)
        yield Afterwards(match, edge, opened_database)


async def work_off(worker: AfterMatch) -> None:
    while await worker.work_off():
        pass


async def test_every_step_is_done_once(ended: Afterwards) -> None:
    one, other = Counted("one"), Counted("other")

    await work_off(ended.worker(one, other))
    await work_off(ended.worker(one, other, later=100 * CLAIMED_FOR))

    assert one.followed == other.followed == [ended.match]


async def test_many_processes_do_a_step_once_between_them(ended: Afterwards) -> None:
    step = Counted("step")

    await asyncio.gather(*(work_off(ended.worker(step)) for _ in range(4)))

    assert step.followed == [ended.match]


async def test_a_step_that_throws_leaves_the_result_standing_and_is_tried_again(
    ended: Afterwards,
) -> None:
    broken, sound = Counted("broken", failures=1), Counted("sound")

    await work_off(ended.worker(broken, sound))

    assert (broken.followed, sound.followed) == ([], [ended.match])
    assert await ended.one("SELECT count(*) FROM marks WHERE name = 'half done'") == 0
    async with ended.database.reading() as connection:
        assert (await Matches(connection).get(ended.match)).result is not None

    await work_off(ended.worker(broken, sound, later=CLAIMED_FOR + 1_000))

    assert (broken.followed, sound.followed) == ([ended.match], [ended.match])


async def test_a_step_of_another_release_waits_for_it(ended: Afterwards) -> None:
    known, unknown = Counted("known"), Counted("unknown")
    await ended.worker(known, unknown).work_off()

    await work_off(ended.worker(known))
    await work_off(ended.worker(known, unknown, later=CLAIMED_FOR + 1_000))

    assert (known.followed, unknown.followed) == ([ended.match], [ended.match])


async def test_a_step_whose_log_cannot_be_read_is_tried_again(ended: Afterwards) -> None:
    step = Counted("step")
    await ended.worker(step).work_off()
    await ended.one("UPDATE commits SET events = 'no JSON' WHERE seq = 3 RETURNING 1")

    await work_off(ended.worker(step))

    assert step.followed == []
    assert await ended.one(f"SELECT done_at FROM jobs WHERE step <> '{AFTER_MATCH}'") is None


class AwayAtFirst(AfterMatch):
    """A worker whose database is away at its first look."""

    looks = 0

    async def work_off(self) -> bool:
        self.looks += 1
        if self.looks == 1:
            raise Unavailable("away")
        return await super().work_off()


async def test_the_worker_outlives_a_database_that_is_away(ended: Afterwards) -> None:
    step = Counted("step")

    running = asyncio.create_task(AwayAtFirst(ground_of(ended.edge), [step]).run())
    await until(lambda: step.followed == [ended.match])

    running.cancel()


async def test_a_match_that_is_played_to_its_end_is_counted_and_listed(edge: Edge) -> None:
    """From the socket to the figures: the end queues the job, the worker does the rest."""
    played = await begun(edge, rules="short", form="game")
    await played.talkers[0].done("leave", **played.command(confirmed=True))

    await work_off(AfterMatch(ground_of(edge), PROJECTIONS))

    match = UUID(played.match)
    async with ground_of(edge).database.reading() as connection:
        stored = await RollTallies(connection).of_matches([match])
    assert sum(sum(tally.opening) for tally in stored[match].seats) >= 2
    _, listed = await edge.get("/api/v1/me/matches", played.people[0])
    assert [(each["id"], each["result"]) for each in listed["matches"]] == [(played.match, "lost")]
