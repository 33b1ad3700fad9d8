"""The demo itself: a VK player and an OK player meet and play a whole match by themselves."""

import asyncio
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import aiohttp

from platforms.doors import Door
from server.demo.client import Line
from server.demo.player import Outcome, Player, RandomMind
from server.demo.screen import Screen
from server.demo.visit import Visit
from server.demo.wire import Push
from server.demo.witness import Witness
from server.records.findings import Report
from server.records.log import MatchLog
from server.records.verify import verify


class Wish(NamedTuple):
    """What is to be played: conventions of a table, and how."""

    conventions: dict[str, Any]
    seed: int
    pace: float = 0.0
    cuts: int = 0
    """How many times each player's connection is cut on the way, to show that nothing is lost."""


class Performed(NamedTuple):
    """A match that was played to its end."""

    outcome: Outcome
    log: MatchLog
    archive: bytes
    report: Report
    cuts: int


async def perform(url: str, wish: Wish, screen_of: Callable[[str], Screen]) -> Performed:
    """Play one match on a demo server; `screen_of` is given the id of the match.

    Raises `Refusal` and `LineClosed` as the server gives cause, `FoldsDiffer` if it erred.
    """
    url = url.rstrip("/")
    async with aiohttp.ClientSession() as http:
        vk, ok = [await _newcomer(http, url, door, wish.seed) for door in (Door.VK, Door.OK)]
        match = await vk.open_table(**wish.conventions)
        await ok.sit(match)
        screen, witness = screen_of(match), Witness(match)

        async with Line(http, url, vk.token) as one, Line(http, url, ok.token) as other:
            shears = _Shears(wish, [one, other], screen)

            def seen(push: Push) -> None:
                for told in witness.saw(push):
                    screen.show(told)
                    shears.event_shown()

            players = [
                Player(one, vk.account, RandomMind(f"vk {wish.seed}"), pace=wish.pace, seen=seen),
                Player(other, ok.account, RandomMind(f"ok {wish.seed}"), pace=wish.pace),
            ]
            outcome, _ = await asyncio.gather(*(each.play_out(match) for each in players))
            cuts = one.cuts + other.cuts
        return await _checked(vk, match, witness, outcome, cuts)


async def _newcomer(http: aiohttp.ClientSession, url: str, door: Door, seed: int) -> Visit:
    """The same person for the same seed."""
    user = random.Random(f"{door} {seed}").randrange(10**8, 10**9)  # noqa: S311
    return await Visit.launched(http, url, door, str(user))


class _Shears:
    """Cuts all lines as often as wished, some events apart: a fast match is cut as a slow one."""

    def __init__(self, wish: Wish, lines: list[Line], screen: Screen) -> None:
        self._chance = random.Random(wish.seed)  # noqa: S311
        self._wished = wish.cuts
        self._lines = lines
        self._screen = screen
        self._wait = self._pause()

    def event_shown(self) -> None:
        """Count it, and cut when enough have gone by."""
        self._wait -= 1
        if self._wait or not self._wished:
            return
        self._wished -= 1
        self._wait = self._pause()
        for line in self._lines:
            line.cut()
        self._screen.note("… both connections cut; they come back and resume")

    def _pause(self) -> int:
        return self._chance.randint(8, 16)


async def _checked(
    visit: Visit, match: str, witness: Witness, outcome: Outcome, cuts: int
) -> Performed:
    """The dice of the match that has ended, checked as anybody could."""
    revealed = (await visit.match(match)).dice
    if revealed is None:
        raise LookupError("the match has ended, and its secret was not told")
    log = witness.log(revealed)
    if log.commits != await visit.commits(match):
        raise LookupError("the log over HTTP is not what was pushed")
    drawn = witness.state.draw.archive
    archive = await visit.archive(match) if drawn else b""
    return Performed(outcome, log, archive, verify(log, revealed, archive or None), cuts)
