"""What operators do: count the dice again, take all matches out, end what runs after a restore."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from sqlalchemy import text

from game.dice_statistics import total
from game.events import MatchVoided
from game.log import decode_events
from game.roll_counting import count_rolls
from server.play.after_match import AfterMatch
from server.records.log import read_log
from server.records.projections import PROJECTIONS
from server.records.verify import verify
from server.storage.database import Database
from server.storage.roll_tallies import DAY
from tests.server.cli.test_command_line import nardy
from tests.server.edge import Edge, running_edge
from tests.server.finished import Commits, ground_of, keep, new_id, played_by
from tests.server.wiring import DICE_KEY
from tests.server.ws.playing import begun, seated


class Service(NamedTuple):
    """A service with a database of its own, and how to give commands beside it."""

    edge: Edge
    database: Database
    url: str
    folder: Path

    async def admin(self, *arguments: str, key: str = DICE_KEY.hex()) -> tuple[int, str, str]:
        """Status, standard output and error of `nardy admin`."""
        variables: Mapping[str, str] = {
            "NARDY_DATABASE_URL": self.url,
            "NARDY_PUBLIC_URL": "https://nardy.example",
            "NARDY_DICE_KEYS": key,
        }
        done = await asyncio.to_thread(
            nardy, "admin", *arguments, folder=self.folder, variables=variables
        )
        return done.returncode, done.stdout, done.stderr

    async def finished(self, days_ago: int = 0, **conventions: Any) -> Commits:
        """A match that ended so many days ago, counted."""
        people = [(await self.edge.person()).id for _ in range(2)]
        commits = played_by(people, new_id(self.edge), **conventions)
        await keep(self.database, commits, self.edge.services.clock.now() - days_ago * DAY)
        worker = AfterMatch(ground_of(self.edge), PROJECTIONS)
        while await worker.work_off():
            pass
        return commits

    async def change(self, sql: str) -> None:
        async with self.database.transaction() as tx:
            await tx.execute(text(sql))


@pytest.fixture
async def service(
    opened_database: Database, database_url: str, tmp_path: Path
) -> AsyncIterator[Service]:
    async with running_edge(opened_database) as edge:
        yield Service(edge, opened_database, database_url, tmp_path)


def rolls(*matches: Commits) -> int:
    return sum(
        total(count_rolls([event for commit in match for event in commit]).seats).rolls
        for match in matches
    )


async def test_the_dice_are_counted_again_from_the_logs(service: Service) -> None:
    one = await service.finished(rules="short", form="match", length=3)
    other = await service.finished(days_ago=3, rules="crazy")

    status, told, _ = await service.admin("dice-report")

    assert status == 0, told
    assert f"dice as usual: {rolls(one)} rolls" in told
    assert f"dice of crazy nardy: {rolls(other)} rolls" in told
    assert "2 matches read" in told
    assert "p = " in told
    assert told.endswith("what is shown is what the logs say\n")


async def test_secrets_are_sealed_under_the_first_key(service: Service) -> None:
    played = await begun(service.edge, rules="short", form="game")
    new = "ab" * 32

    status, _, said = await service.admin("reseal", key=f"{new},{DICE_KEY.hex()}")
    assert (status, said.count("secret is sealed")) == (0, 0), said

    status, _, said = await service.admin("reseal", key="cd" * 32)
    assert status == 1
    assert f"match {played.match}: its secret is sealed under a key that is lost" in said


async def test_a_report_may_be_of_some_days(service: Service) -> None:
    await service.finished(days_ago=3)

    _, told, _ = await service.admin("dice-report", "--until", "2020-01-01")

    assert told.startswith("0 matches read\n")


async def test_a_count_that_was_touched_up_is_found(service: Service) -> None:
    match = (await service.finished())[0][0]
    await service.change("UPDATE match_rolls SET counts[36] = counts[36] + 1 WHERE seat = 1")

    status, told, _ = await service.admin("dice-report")

    assert status == 1
    assert f"DIFFERS  match {getattr(match, 'match', None)}" in told


async def test_a_sum_of_the_house_that_was_touched_up_is_found(service: Service) -> None:
    await service.finished(days_ago=3)
    await service.change("UPDATE house_rolls SET counts[1] = counts[1] + 1")

    status, told, _ = await service.admin("dice-report")

    assert status == 1
    assert "the house's sum is not that of its matches" in told


async def test_what_is_not_counted_yet_is_said_and_is_no_fault(service: Service) -> None:
    await service.finished(days_ago=3)
    people = [(await service.edge.person()).id for _ in range(2)]
    await keep(service.database, played_by(people, new_id(service.edge)), 1_700_000_000_000)

    status, told, _ = await service.admin("dice-report")

    assert status == 0
    assert "1 matches are not counted yet in what is shown" in told


async def test_all_matches_come_as_lines_that_the_verifier_reads(service: Service) -> None:
    ended = await begun(service.edge, rules="hypergammon", form="game")
    done = await ended.talkers[0].done("leave", **ended.command(confirmed=True))
    await ended.see(done["seq"])
    running = await begun(service.edge, rules="short", form="game")

    status, out, said = await service.admin("export")

    assert status == 0, said
    first, second = out.splitlines()
    log = read_log(first.encode())
    assert log.match == ended.match
    assert log.dice is not None
    assert verify(log, log.dice).honest
    assert json.loads(second)["match"] == running.match
    assert (json.loads(second)["dice"], json.loads(second)["ended_at"]) == (None, None)
    assert "matches" in said


async def test_an_export_goes_on_where_it_was_cut(service: Service) -> None:
    matches = [getattr((await service.finished())[0][0], "match", "") for _ in range(3)]
    kept = service.folder / "all.jsonl"

    status, _, _ = await service.admin("export", "--after", matches[0], "--output", str(kept))

    assert status == 1, "these logs were stored without secrets, which is said"
    assert [json.loads(line)["match"] for line in kept.read_text().splitlines()] == matches[1:]


async def test_matches_that_end_before_a_day_may_be_left_out(service: Service) -> None:
    await service.finished(days_ago=3)

    _, out, _ = await service.admin("export", "--since", "2999-01-01")

    assert out == ""


async def test_after_a_restore_every_running_match_is_ended_and_revealed(
    service: Service,
) -> None:
    playing = await begun(service.edge, rules="short", form="match", length=5)
    binding = await seated(service.edge, rules="long", form="game")

    status, out, said = await service.admin("void-running", "--yes")

    assert status == 0, said
    assert out == "2 matches ended without a result; their secrets are published\n"
    for match in (playing, binding):
        _, view = await service.edge.get(f"/api/v1/matches/{match.match}", match.people[1])
        assert view["result"] == {"event": "match_voided", "cause": "restored"}
        assert len(bytes.fromhex(view["dice"]["secret"])) == 32
        last = (await service.edge.services.log.read(UUID(match.match)))[-1]
        assert isinstance(decode_events(last.events)[-1], MatchVoided)
    assert (await service.admin("void-running", "--yes"))[1].startswith("0 matches")


async def test_a_match_whose_key_was_lost_is_ended_too(service: Service) -> None:
    """Nobody can throw its dice any more, but stakes must go back."""
    playing = await begun(service.edge, rules="short", form="game")

    status, out, said = await service.admin("void-running", "--yes", key=os.urandom(32).hex())

    assert (status, out[:9]) == (0, "1 matches"), said
    assert "dice_key_lost" in said
    await playing.see(playing.seq + 1)


async def test_ending_all_matches_asks_first(service: Service) -> None:
    playing = await begun(service.edge, rules="short", form="game")

    status, _, _ = await service.admin("void-running")

    assert status == 1
    _, view = await service.edge.get(f"/api/v1/matches/{playing.match}", playing.people[0])
    assert view["over"] is False
