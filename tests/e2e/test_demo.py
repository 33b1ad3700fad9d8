"""`nardy demo`: two people of two platforms play a whole match on the real service."""

from pathlib import Path

import aiohttp
import pytest

from platforms.doors import Door
from server.demo.performance import Performed, Wish, perform
from server.demo.visit import Visit
from server.demo.wire import Refusal
from server.demo.witness import Told
from tests.e2e.service import DemoService, free_port


class Unwatched:
    """A screen that nobody looks at; it counts."""

    def __init__(self) -> None:
        self.events = 0
        self.notes = 0

    def show(self, told: Told) -> None:
        """One event more."""
        assert told.after is not None
        self.events += 1

    def note(self, text: str) -> None:
        """One remark more."""
        assert text
        self.notes += 1


async def performed(service: DemoService, wish: Wish, screen: Unwatched) -> Performed:
    return await perform(service.url, wish, lambda _: screen)


@pytest.mark.parametrize("rules", ["short", "long"])
async def test_it_plays_to_the_end_and_its_dice_can_be_checked(
    shared_service: DemoService, tmp_path: Path, rules: str
) -> None:
    log = tmp_path / "log.json"
    status, said = await shared_service.run(
        "demo",
        "--url",
        shared_service.url,
        "--rules",
        rules,
        "--length",
        "1",
        "--pace",
        "0",
        "--seed",
        "7",
        "--save",
        str(log),
    )
    assert status == 0, said
    assert "wins the match" in said
    assert "rolls is the committed one" in said
    status, said = await shared_service.run("verify-dice", str(log))
    assert status == 0, said
    assert "seat 1: seed of the player's own" in said


async def test_a_match_with_a_cube_survives_cuts(shared_service: DemoService) -> None:
    """Both connections are cut again and again: nothing is lost, nothing happens twice."""
    screen = Unwatched()
    wish = Wish({"rules": "short", "form": "match", "length": 3}, seed=3, pace=0.005, cuts=3)
    done = await performed(shared_service, wish, screen)
    assert done.report.honest, done.report.lines()
    assert screen.events == sum(len(commit.events) for commit in done.log.commits)
    assert done.cuts >= screen.notes > 0


async def test_every_door_can_be_launched_from_the_shell(shared_service: DemoService) -> None:
    async with aiohttp.ClientSession() as http:
        for door in (Door.VK, Door.OK, Door.TELEGRAM):
            status, launch = await shared_service.run("launch", door, "--user", "4242")
            assert status == 0, launch
            sent = {"platform": str(door), "launch": launch.strip()}
            visit = await Visit.entered(http, shared_service.url, sent)
            again = await Visit.launched(http, shared_service.url, door, "4242")
            assert visit.account == again.account


async def test_facebook_signs_the_nonce_of_the_server(shared_service: DemoService) -> None:
    async with aiohttp.ClientSession() as http:
        await Visit.launched(http, shared_service.url, Door.FACEBOOK, "4242")
        status, launch = await shared_service.run("launch", "facebook", "--nonce", "invented")
        assert status == 0, launch
        sent = {"platform": "facebook", "launch": launch.strip(), "nonce": "invented"}
        with pytest.raises(Refusal, match="launch_refused"):
            await Visit.entered(http, shared_service.url, sent)


async def test_it_says_when_nobody_answers(shared_service: DemoService) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    status, said = await shared_service.run("demo", "--url", url)
    assert status == 1
    assert f"nobody answers at {url}" in said
