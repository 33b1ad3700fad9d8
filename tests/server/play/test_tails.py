"""Catching up: many hints are one question, and everybody hears all of it once, in order."""

from collections.abc import Mapping
from uuid import UUID

from server.storage.commits import CommitRow
from server.storage.database import Database
from server.storage.group_commit import CommitLog
from tests.server.play.house import Listener, begun, every, process
from tests.waiting import until


class CountingLog(CommitLog):
    """Counts the questions for tails."""

    asked = 0

    async def tails(self, seen: Mapping[UUID, int], limit: int) -> dict[UUID, list[CommitRow]]:
        self.asked += 1
        return await super().tails(seen, limit)


async def test_many_hints_of_many_matches_are_few_questions(opened_database: Database) -> None:
    async with (
        process(opened_database) as writer,
        process(opened_database, CountingLog) as reader,
    ):
        log = reader.ground.log
        assert isinstance(log, CountingLog)
        pairs = [await begun(writer) for _ in range(4)]
        listeners = [Listener(pair.players[0]) for pair in pairs]
        for pair, listener in zip(pairs, listeners, strict=True):
            await reader.desk.watch(pair.match, -1, listener)
        reader.relay.loses = every
        for pair in pairs:
            await writer.desk.submit(await pair.next(writer))
        heads = [(await writer.desk.look(pair.match)).seq for pair in pairs]
        before = log.asked

        for _ in range(50):
            reader.desk.heard([(pair.match, seq) for pair, seq in zip(pairs, heads, strict=True)])

        await until(
            lambda: all(one.seqs[-1] == seq for one, seq in zip(listeners, heads, strict=True))
        )
        assert log.asked - before <= 3
        for listener, seq in zip(listeners, heads, strict=True):
            assert listener.seqs == list(range(seq + 1))


async def test_a_match_that_is_far_behind_is_read_to_its_end(opened_database: Database) -> None:
    async with process(opened_database) as writer, process(opened_database) as reader:
        pair = await begun(writer)
        listener = Listener(pair.players[0])
        reader.relay.loses = every
        await reader.desk.watch(pair.match, -1, listener)
        for _ in range(120):
            await writer.desk.submit(await pair.next(writer))
        head = (await writer.desk.look(pair.match)).seq

        reader.desk.heard([(pair.match, head)])

        await until(lambda: listener.seqs == list(range(head + 1)))
