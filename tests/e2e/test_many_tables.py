"""Five hundred tables on two processes, ten minutes, lines cut at random: nothing is stuck,
nobody sits twice, clocks are true, memory is level, ghosts are gone.
"""

import asyncio
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg
import psutil
import pytest

from game.events import AbsenceSpent, FlagFell, MatchTimeOver, MatchVoided
from platforms.doors import Door
from server.demo.visit import Visit
from tests.e2e.crowd import Crowd, clock_errors, crowd
from tests.e2e.service import DemoService, demo_service
from tests.waiting import until

ROOMY: Final = "[limits]\naddress_sockets = 5000\n"
SETTLING: Final = 0.25
"""The share of the time after which memory counts as settled."""
CUT_EVERY: Final = 10.0
CUT: Final = 0.05
QUIET: Final = 60.0
"""Seconds without a commit after which a match is stuck: everybody thinks three."""
GROWTH: Final = 1.25
LOST_TO_TIME: Final = (FlagFell, AbsenceSpent, MatchTimeOver, MatchVoided)


@pytest.mark.parametrize(
    ("tables", "seconds"), [(12, 8.0), pytest.param(500, 600.0, marks=pytest.mark.soak)]
)
async def test_many_tables_play_through_random_cuts(
    demo_database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tables: int,
    seconds: float,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(ROOMY)
    folder = tmp_path / "service"
    folder.mkdir()
    async with (
        demo_service(demo_database_url, folder, settings) as one,
        demo_service(demo_database_url, folder, settings) as other,
        crowd((one.url, other.url), tables) as people,
    ):
        cuts = await people.disturb(CUT, CUT_EVERY, SETTLING * seconds)
        before = [memory(service) for service in (one, other)]
        cuts += await people.disturb(CUT, CUT_EVERY, (1 - SETTLING) * seconds)
        after = [memory(service) for service in (one, other)]

        print(f"\n{cuts} cuts; memory before {before}, after {after} bytes")
        assert cuts > 0
        assert people.ended() == []
        assert people.stuck(QUIET) == []
        assert await seated_twice(demo_database_url) == 0
        await clocks_are_true(people)
        if seconds > 100:
            assert all(grown <= GROWTH * start for start, grown in zip(before, after, strict=True))
        await ghosts_are_gone(demo_database_url, one, other)


def memory(service: DemoService) -> int:
    """Resident bytes of a process."""
    return psutil.Process(service.pid).memory_info().rss


async def seated_twice(url: str) -> int:
    """How many persons sit at more than one of the tables, of which each was given one."""
    connection = await asyncpg.connect(url)
    try:
        found: int = await connection.fetchval(
            "SELECT count(*) FROM (SELECT account FROM match_players"
            " GROUP BY account HAVING count(*) > 1) AS twice"
        )
        return found
    finally:
        await connection.close()


async def clocks_are_true(people: Crowd) -> None:
    """Hold every match's clocks against the times of its commits; nobody lost to time."""
    for table in people.tables:
        log = await table.visits[0].commits(table.match)
        events = [event for commit in log for event in commit.events]
        assert not [event for event in events if isinstance(event, LOST_TO_TIME)], table.match
        assert clock_errors(log) == []
        assert [commit.at for commit in log] == sorted(commit.at for commit in log)


async def ghosts_are_gone(url: str, one: DemoService, other: DemoService) -> None:
    """A line that answers no more, and those of a process that was killed, leave no presence."""
    async with aiohttp.ClientSession() as http:
        silent = await Visit.launched(http, one.url, Door.VK, "830001")
        orphan = await Visit.launched(http, other.url, Door.VK, "830002")
        connection = await asyncpg.connect(url)

        async def present() -> int:
            count: int = await connection.fetchval(
                "SELECT count(*) FROM presence WHERE account::text = ANY($1)",
                [silent.account, orphan.account],
            )
            return count

        async def both_here() -> bool:
            return await present() == 2

        async def nobody() -> bool:
            return await present() == 0

        sockets = []  # one that nobody refers to any more would be closed
        try:
            for visit, service in ((silent, one), (orphan, other)):
                socket = await http.ws_connect(f"{service.url}/ws", autoping=False)
                await socket.send_json({"id": 0, "do": "hello", "token": visit.token})
                sockets.append(socket)
            await until(both_here)
            await other.kill()
            async with asyncio.timeout(30):
                await until(nobody, seconds=30, every=0.2)
        finally:
            await connection.close()
