"""Matches played through crashes, and the proof afterwards that nothing was lost or doubled."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import aiohttp

from game.events import (
    AbsenceSpent,
    AnyEvent,
    FlagFell,
    MatchEnded,
    MatchTimeOver,
    TimeCredited,
)
from game.match import MatchState
from platforms.doors import Door
from server.demo.client import Line
from server.demo.player import Player, RandomMind
from server.demo.visit import Visit
from server.demo.wire import Push
from server.records.log import LoggedCommit
from tests.waiting import until

CLOCK = {"reserve": 8_000, "delay": 4_000}
"""So little time that a flag falls if one long outage is charged to anybody."""
LONG_OUTAGE = 13.0
"""Seconds; more than a player has."""
PROGRESS_SECONDS = 60.0
PATIENCE = 120.0

Doors = tuple[str, str]
"""The address at which each of the two players plays."""


class SwornLine(Line):
    """A line that remembers which commands it was told are done, and in which commit."""

    def __init__(self, http: aiohttp.ClientSession, url: str, token: str) -> None:
        super().__init__(http, url, token, patience=PATIENCE)
        self.acknowledged: dict[str, int] = {}

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask, and remember the answer."""
        answer = await super().ask(do, **fields)
        if "command_id" in fields:
            self.acknowledged[fields["command_id"]] = answer["seq"]
        return answer


@dataclass
class Seat:
    """What one player was told during a match."""

    line: SwornLine
    pushes: list[Push] = field(default_factory=list)


class Duels:
    """Plays match after match while somebody breaks things, and proves each one.

    Whoever breaks things holds ``peace`` from the blow to the recovery, and so does a match while
    it is set up and while it is checked, for there each step happens once.
    """

    def __init__(self, urls: Doors, conventions: dict[str, Any]) -> None:
        self.peace = asyncio.Lock()
        self.told = 0
        self.credited = 0
        self.matches = 0
        self._urls = urls
        self._conventions = conventions | {"clock": CLOCK}

    async def through(self, trouble: Callable[["Duels"], Awaitable[None]]) -> None:
        """Play until the trouble is over, and at least one match."""
        async with aiohttp.ClientSession() as http, asyncio.TaskGroup() as together:
            troubling = together.create_task(_awaited(trouble(self)))
            for number in count():
                await self._duel(http, number)
                if troubling.done():
                    return

    async def progress(self) -> None:
        """Wait until both players have been told something more."""
        before = self.told
        await until(lambda: self.told >= before + 4, seconds=PROGRESS_SECONDS)

    async def _duel(self, http: aiohttp.ClientSession, number: int) -> None:
        async with self.peace:
            visits = [
                await Visit.launched(http, self._urls[0], Door.VK, f"71{number}"),
                await Visit.launched(http, self._urls[1], Door.OK, f"72{number}"),
            ]
            match = await visits[0].open_table(**self._conventions)
            await visits[1].sit(match)
        one, other = (
            SwornLine(http, url, visit.token)
            for url, visit in zip(self._urls, visits, strict=True)
        )
        async with one, other:
            seats = [Seat(one), Seat(other)]
            await asyncio.gather(
                *(
                    Player(
                        seat.line,
                        visit.account,
                        RandomMind(f"{number} {visit.account}"),
                        pace=0.01,
                        seen=self._seen(seat),
                    ).play_out(match)
                    for seat, visit in zip(seats, visits, strict=True)
                )
            )
        async with self.peace:
            log = await visits[0].commits(match)
        prove(log, seats)
        self.matches += 1
        self.credited += sum(
            event.millis
            for commit in log
            for event in commit.events
            if isinstance(event, TimeCredited)
        )

    def _seen(self, seat: Seat) -> Callable[[Push], None]:
        def seen(push: Push) -> None:
            seat.pushes.append(push)
            self.told += 1

        return seen


async def _awaited(trouble: Awaitable[None]) -> None:
    await trouble


def prove(log: tuple[LoggedCommit, ...], seats: list[Seat]) -> None:
    """Hold the log of a match against all that its players were told."""
    assert [commit.seq for commit in log] == list(range(len(log)))
    command_ids = [commit.command_id for commit in log]
    assert len(set(command_ids)) == len(command_ids), "a command happened twice"
    for seat in seats:
        for command_id, seq in seat.line.acknowledged.items():
            assert command_ids[seq] == command_id, "an acknowledged command is not in its commit"
        assert [push.seq for push in seat.pushes] == list(range(len(log)))
        for push, commit in zip(seat.pushes, log, strict=True):
            assert push.commit.command_id == commit.command_id
            assert push.commit.events == commit.events, "what was told is not what is stored"
            assert push.commit.hash == commit.hash
    _prove_by_the_rules(log)


def _prove_by_the_rules(log: tuple[LoggedCommit, ...]) -> None:
    state = MatchState.new()
    for commit in log:
        for event in commit.events:
            assert not isinstance(event, FlagFell | AbsenceSpent | MatchTimeOver), event
            state = state.after(event)
        assert state.hash() == commit.hash
    assert state.over
    last: AnyEvent = log[-1].events[-1]
    assert isinstance(last, MatchEnded), last


async def kills(
    duels: Duels,
    blows: int,
    strike: Callable[[], Awaitable[None]],
    recover: Callable[[], Awaitable[None]],
    *,
    seed: int,
) -> None:
    """Strike so many times at random instants of play; the second outage is a long one."""
    chance = random.Random(seed)
    for blow in range(blows):
        await duels.progress()
        await asyncio.sleep(chance.uniform(0, 0.8))
        async with duels.peace:
            await strike()
            await asyncio.sleep(LONG_OUTAGE if blow == 1 else chance.uniform(0, 0.5))
            await recover()
