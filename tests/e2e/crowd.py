"""A crowd at many tables: people on two processes who play, lose their lines and come back."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

import aiohttp

from game.clock import ClockFace
from game.events import AnyEvent, DiceRolled, TimeCredited
from game.match import MatchState
from platforms.doors import Door
from server.demo.client import PASSING, Line
from server.demo.player import Player, RandomMind
from server.demo.visit import Visit
from server.demo.wire import Refusal
from server.records.log import LoggedCommit
from tests.waiting import at_last

T = TypeVar("T")

PACE: Final = 3.0
"""Seconds that everybody thinks before each decision."""
LONG_MATCH: Final = {"rules": "short", "form": "match", "length": 25, "spectators": True}
TOLERANCE: Final = 500
"""Milliseconds by which a clock may differ from what passed: the network's share of a turn."""
_AT_ONCE: Final = 8


@dataclass
class Table:
    """Two people, their lines, and what they play."""

    match: str
    visits: tuple[Visit, Visit]
    lines: tuple[Line, Line]
    heard_at: float = 0.0
    """When either last heard of a commit, by the loop's clock."""
    playing: list[asyncio.Task[object]] = field(default_factory=list)


class Crowd:
    """Everybody, and the ways to disturb them."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.chance = random.Random(5)

    @property
    def lines(self) -> list[Line]:
        return [line for table in self.tables for line in table.lines]

    async def disturb(self, share: float, every: float, seconds: float) -> int:
        """Cut this share of all lines at random, again and again; how many were cut."""
        loop, cuts = asyncio.get_running_loop(), 0
        until = loop.time() + seconds
        while loop.time() < until:
            await asyncio.sleep(every)
            lines = self.lines
            for line in self.chance.sample(lines, round(share * len(lines))):
                line.cut()
                cuts += 1
        return cuts

    def stuck(self, seconds: float) -> list[str]:
        """Matches in which nobody heard of anything for so long."""
        now = asyncio.get_running_loop().time()
        return [table.match for table in self.tables if now - table.heard_at > seconds]

    def ended(self) -> list[object]:
        """How anybody's play has come to an end before the time: nobody's should."""
        over = [task for table in self.tables for task in table.playing if task.done()]
        return [task.exception() or task.result() for task in over]


@asynccontextmanager
async def crowd(urls: tuple[str, str], tables: int) -> AsyncIterator[Crowd]:
    """Seat everybody, the two of a table in different processes, and let them play."""
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        http = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
        gate = asyncio.Semaphore(_AT_ONCE)

        async def seat(number: int) -> Table:
            async with gate:
                table = await _seated(http, urls, number)
            # At once: who does not promise his seed in time has no match.
            for line in table.lines:
                await stack.enter_async_context(line)
            _play(table)
            return table

        seated = await asyncio.gather(*(seat(number) for number in range(tables)))
        try:
            yield Crowd(list(seated))
        finally:
            tasks = [task for table in seated for task in table.playing]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _seated(http: aiohttp.ClientSession, urls: tuple[str, str], number: int) -> Table:
    one = await _patiently(lambda: Visit.launched(http, urls[0], Door.VK, f"81{number:06}"))
    other = await _patiently(lambda: Visit.launched(http, urls[1], Door.OK, f"82{number:06}"))
    match = await _patiently(lambda: one.open_table(**LONG_MATCH))
    await _patiently(lambda: other.sit(match))
    lines = (
        Line(http, urls[0], one.token, patience=60),
        Line(http, urls[1], other.token, patience=60),
    )
    return Table(match, (one, other), lines, asyncio.get_running_loop().time())


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask again while the service is busy with all who come at once."""
    return await at_last(ask, _is_passing, every=0.5)


def _is_passing(trouble: Exception) -> bool:
    return isinstance(trouble, Refusal) and trouble.code in PASSING


def _play(table: Table) -> None:
    loop = asyncio.get_running_loop()

    def seen(_push: object) -> None:
        table.heard_at = loop.time()

    async def play(line: Line, visit: Visit) -> object:
        mind = RandomMind(f"{table.match} {visit.account}", doubling=0.01)
        return await _patiently(
            lambda: Player(line, visit.account, mind, pace=PACE, seen=seen).play_out(table.match)
        )

    table.playing = [
        asyncio.create_task(play(line, visit))
        for line, visit in zip(table.lines, table.visits, strict=True)
    ]


def clock_errors(log: tuple[LoggedCommit, ...]) -> list[str]:
    """Where the time that a roll has cost is not the time that had passed."""
    state, wrong = MatchState.new(), []
    for commit in log:
        before, credited = state, False
        for event in commit.events:
            credited |= isinstance(event, TimeCredited)
            if not credited and (error := _roll_error(before, event, commit.at)):
                wrong.append(f"commit {commit.seq}: {error}")
            state = state.after(event)
    return wrong


def _roll_error(before: MatchState, event: AnyEvent, at: int) -> str | None:
    face = before.clock
    if not isinstance(event, DiceRolled) or face is None or face.stopped:
        return None
    if event.next is None or event.next.side is not event.side:
        return None
    spent = _left(face, event) - _left(event.clock, event)
    passed = at - face.since
    return None if abs(passed - spent) <= TOLERANCE else f"{spent} ms for {passed} ms"


def _left(face: ClockFace, event: DiceRolled) -> int:
    return face.delay + face.reserve(event.side)
