"""`kill -9` of the server at every stage of a tournament: no fee, meeting or prize is lost."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from game.events import MatchEnded
from platforms.doors import Door
from server.demo.player import Player, RandomMind
from server.demo.visit import Visit
from server.demo.wire import Push
from tests.e2e.crash import SwornLine
from tests.e2e.service import DemoService
from tests.waiting import at_last, until

FEE, GUARANTEED = 10, 100
POINT = {"rules": "hypergammon", "form": "match", "length": 1}
WON = (-FEE + 70 - 3, -FEE + 30 - 1, -FEE, -FEE)
"""What the places bring: of what is more than one's fee the house keeps 5 %."""
PATIENCE = 90.0


class Entrant:
    """Somebody who enters, comes whenever he is called, and asks again while nobody answers."""

    def __init__(self, http: aiohttp.ClientSession, url: str, visit: Visit) -> None:
        self.id = visit.account
        self._http = http
        self._url = url
        self._token = visit.token

    async def asked(self, method: str, path: str) -> dict[str, Any]:
        """The answer, however often it must be asked for."""

        async def ask() -> dict[str, Any]:
            async with self._http.request(
                method,
                f"{self._url}/api/v1/{path}",
                headers={"Authorization": f"Bearer {self._token}"},
            ) as answer:
                said: dict[str, Any] = await answer.json()
                assert answer.status in (200, 503), said
                answer.raise_for_status()
                return said

        return await at_last(ask, lambda it: isinstance(it, aiohttp.ClientError), PATIENCE)

    async def coins(self) -> int:
        """What he has."""
        coins: int = (await self.asked("GET", "me/wallet"))["balances"]["coins"]
        return coins

    async def play(self, cup: str, seen: Callable[[Push], None]) -> None:
        """Play to the end of the tournament."""
        while meeting := await self._next_meeting(cup):
            match: str | None = None

            async def begun(meeting: dict[str, Any] = meeting) -> bool:
                nonlocal match
                if self.id not in meeting["came"]:
                    meeting["came"].append(self.id)
                    match = (await self.asked("POST", f"tournaments/{cup}/coming"))["match"]
                shown = await self.asked("GET", f"tournaments/{cup}")
                match = match or _mine(shown, self.id)["match"]
                return match is not None

            await until(begun, PATIENCE, every=0.1)
            assert match is not None
            async with SwornLine(self._http, self._url, self._token) as line:
                mind = RandomMind(f"{match} {self.id}")
                await Player(line, self.id, mind, pace=0.02, seen=seen).play_out(match)

    async def _next_meeting(self, cup: str) -> dict[str, Any] | None:
        """What he is called to, waited for; none once the tournament is over."""
        found: dict[str, Any] | None = None

        async def settled() -> bool:
            nonlocal found
            shown = await self.asked("GET", f"tournaments/{cup}")
            mine = _mine(shown, self.id)
            found = None if not mine or mine["decided"] or mine["match"] else mine
            return found is not None or shown["tournament"]["phase"] != "playing"

        await until(settled, PATIENCE, every=0.1)
        return found


def _mine(shown: dict[str, Any], who: str) -> dict[str, Any]:
    """The meeting of somebody in the last round; empty where he has none."""
    meetings = shown["rounds"][-1]["meetings"]
    return next((each for each in meetings if who in each["entrants"]), {})


async def announced(service: DemoService) -> str:
    """A knockout of four, and its id."""
    status, said = await service.run("admin", "operator", "add", "kira", "--role", "cashier")
    assert status == 0, said
    status, said = await service.run(
        *("admin", "tournaments", "create", "The cup", "Кубок", "--by", "kira", "--why", "Sunday"),
        *("--capacity", "4", "--system", "knockout", "--conventions", json.dumps(POINT)),
        *("--fee", str(FEE), "--guaranteed", str(GUARANTEED), "--shares", "70,30"),
    )
    assert status == 0, said
    found = re.search(r"^[0-9a-f-]{36}$", said, re.MULTILINE)
    assert found is not None, said
    return found.group()


async def killed(service: DemoService, beside: Awaitable[Any] | None = None) -> None:
    """Kill and start it again, while something is asked of it."""
    asking = None if beside is None else asyncio.ensure_future(beside)
    await service.kill()
    await service.start()
    if asking is not None:
        await asking


@pytest.mark.soak
async def test_the_server_is_killed_in_a_tournament_and_nothing_is_lost(
    service: DemoService,
) -> None:
    cup, entry = await announced(service), "tournaments/{}/entry"
    async with aiohttp.ClientSession() as http:
        entrants = [
            Entrant(http, service.url, await Visit.launched(http, service.url, door, "8181"))
            for door in (Door.VK, Door.OK, Door.TELEGRAM, Door.FACEBOOK)
        ]
        before = {each.id: await each.coins() for each in entrants}
        for each in entrants:
            await killed(service, each.asked("POST", entry.format(cup)))
            await each.asked("POST", entry.format(cup))
        assert [await each.coins() for each in entrants] == [
            before[each.id] - FEE for each in entrants
        ]

        moves, ends = asyncio.Event(), asyncio.Event()

        def seen(push: Push) -> None:
            moves.set()
            if any(isinstance(event, MatchEnded) for event in push.commit.events):
                ends.set()

        async with asyncio.TaskGroup() as together:
            playing = [together.create_task(each.play(cup, seen)) for each in entrants]
            while not all(each.done() for each in playing):
                for event in (moves, ends):
                    event.clear()
                    waiting = asyncio.ensure_future(event.wait())
                    await asyncio.wait([waiting, *playing], return_when="FIRST_COMPLETED")
                    waiting.cancel()
                    if event.is_set():
                        await killed(service)

        shown = await entrants[0].asked("GET", f"tournaments/{cup}")
        assert shown["tournament"]["phase"] == "over"
        meetings = [each for one in shown["rounds"] for each in one["meetings"]]
        assert len(meetings) == 3
        assert all(each["match"] and each["winner"] for each in meetings)
        by_id = {each.id: each for each in entrants}
        places = [by_id[each["person"]["id"]] for each in shown["standings"]]
        brought = [await each.coins() - before[each.id] for each in places]
        assert tuple(brought) == WON
    status, said = await service.run("admin", "audit")
    assert status == 0, said
