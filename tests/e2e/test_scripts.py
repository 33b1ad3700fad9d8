"""The page's scripts against the rules: both draw the same dice, and every play can be clicked."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from game.dice import CommittedDice
from game.events import (
    AnyEvent,
    ArchiveCommitted,
    ColoursDrawn,
    DiceRolled,
    MatchLeft,
    SeedCommitted,
)
from game.plays import Plays, legal_plays
from game.position import Position
from game.rulesets import RULE_SETS, RuleName
from game.steps import Dice, Step
from server.records.findings import Fault
from server.records.log import MatchLog, Revealed
from server.records.verify import verify
from server.web.routes import page_routes
from tests.e2e.browser import Page, chromium
from tests.server.records.played import cut, missed, played, with_commit, with_event

pytestmark = pytest.mark.external

MATCH = "01930000-0000-7000-8000-0000000000ab"
SECRET = bytes(range(32))
SEEDS = (b"one seed", b"another")

VECTORS = json.loads((Path(__file__).parents[1] / "data/dice-vectors.json").read_bytes())["rolls"]

CLICKING = """
(async () => {
  const { Choice } = await import('/static/js/choice.js');
  const random = (list) => list[Math.floor(Math.random() * list.length)];
  return QUESTIONS.map(({ plays, mine, theirs, way }) => {
    const choice = new Choice(plays, mine, theirs, way);
    for (let clicks = 0; !choice.complete && clicks < 40; clicks += 1) {
      const from = random([...choice.sources()]);
      const targets = from === undefined ? [] : [...choice.targets(from).values()];
      if (!targets.length) return { stuck: choice.chosen };
      choice.choose(random(targets));
      if (Math.random() < 0.1) choice.undo();
    }
    return { play: choice.complete, position: choice.position };
  });
})()
"""


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    """A window on the page's files, with no service behind them."""
    app = web.Application()
    app.add_routes(page_routes(None))
    async with TestServer(app) as server, chromium(tmp_path / "profile") as window:
        await window.go(str(server.make_url("/")))
        await window.until("document.querySelector('#top h1')")
        yield window


async def test_outside_a_demo_there_is_a_door_for_guests(page: Page) -> None:
    """No service stands behind this page: it says so, and offers to try again."""
    await page.click("#door button")
    await page.until("!document.querySelector('.pane .complaint').hidden")
    assert await page.run("document.querySelector('.pane .body').innerText") == "Ещё раз"


async def test_the_browser_passes_the_vectors_of_the_dice(page: Page) -> None:
    drawn = await page.run(
        "import('/static/js/dice-check.js').then(({ DiceStream }) => Promise.all("
        f"{json.dumps(VECTORS)}.map(async ({{ secret, match, seeds, n }}) =>"
        " (await DiceStream.of(secret, match, seeds)).pair(n))))"
    )
    assert drawn == [vector["pair"] for vector in VECTORS]


async def test_the_browser_draws_the_same_dice(page: Page) -> None:
    """Bytes from 252 up are dropped: in 2,000 rolls that happens some thirty times."""
    dice = CommittedDice(SECRET, bytes.fromhex(MATCH.replace("-", "")), SEEDS)
    seeds = [seed.hex() for seed in SEEDS]
    drawn = await page.run(
        "import('/static/js/dice-check.js').then(async ({ DiceStream }) => {"
        f" const stream = await DiceStream.of('{SECRET.hex()}', '{MATCH}', {json.dumps(seeds)});"
        " const pairs = await Promise.all(Array.from({length: 2000}, (_, n) => stream.pair(n)));"
        " return { pairs, colours: await stream.number('colours', 2),"
        " extra: await stream.number('extra', 20, 3) }; })"
    )
    assert [tuple(pair) for pair in drawn["pairs"]] == [dice.pair(n) for n in range(2000)]
    assert drawn["colours"] == dice.number("colours", 2)
    assert drawn["extra"] == dice.number("extra", 20, 3)


@pytest.mark.parametrize("rules", [RuleName.SHORT, RuleName.LONG])
async def test_every_way_of_clicking_ends_in_a_legal_play(page: Page, rules: RuleName) -> None:
    """However somebody clicks, he is never stuck, and what he sees is where his play leads."""
    asked = list(_questions(rules, games=6))
    questions = json.dumps(
        [
            {
                "plays": [play.steps for play in plays],
                "mine": list(plays.before.mover),
                "theirs": list(plays.before.waiter),
                "way": RULE_SETS[rules].same_direction,
            }
            for plays in asked
        ]
    )
    answers = await page.run(CLICKING.replace("QUESTIONS", questions))
    assert len(answers) == len(asked) > 300
    for plays, answer in zip(asked, answers, strict=True):
        assert "stuck" not in answer, (plays.before, answer)
        steps = msgspec.convert(answer["play"], tuple[Step, ...])
        reached = plays.judge(steps)
        assert isinstance(reached, Position)
        shown = answer["position"]
        assert list(reached.mover) == shown["mine"]
        assert list(reached.waiter) == shown["theirs"]


def _questions(rules: RuleName, games: int) -> Iterator[Plays]:
    """The turns of games played by chance."""
    rule_set = RULE_SETS[rules]
    for number in range(games):
        chance = Random(number)
        position = Position.start(rule_set)
        while not position.waiter_has_won:
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            plays = legal_plays(position, dice, rule_set)
            if plays:
                yield plays
                position = chance.choice(list(plays)).position
            position = position.swapped()


class Found(msgspec.Struct):
    """What the page finds in a log; faults are keys of its texts, parts are of the seats."""

    rolls: int
    faults: list[str]
    parts: list[str]
    archived: bool


async def check_in_browser(page: Page, log: MatchLog, revealed: Revealed) -> list[str]:
    """What the page finds wrong with a log, with the archive in its hand."""
    return (await found_in_browser(page, log, revealed, played().archive)).faults


async def found_in_browser(
    page: Page, log: MatchLog, revealed: Revealed, archive: bytes | None = None
) -> Found:
    """The whole of what the page finds."""
    commits = msgspec.json.encode(log.commits).decode()
    found = await page.run(
        "Promise.all(['scene', 'dice-check'].map((name) => import(`/static/js/${name}.js`)))"
        ".then(async ([{ newScene, after }, { checkDice }]) => {"
        f" const scene = {commits}.reduce((at, each) => after(at, each.seq, each),"
        f" newScene('{log.match}'));"
        f" const archive = {'null' if archive is None else f'Uint8Array.from({list(archive)})'};"
        f" const dice = {msgspec.json.encode(revealed).decode()};"
        " const report = await checkDice(scene, dice, archive);"
        " return { ...report, faults: report.faults.map(({ key }) => key) }; })"
    )
    return msgspec.convert(found, Found)


async def test_the_browser_finds_what_the_verifier_finds(page: Page) -> None:
    match = played()
    assert await check_in_browser(page, match.log, match.revealed) == []

    def changed(event: AnyEvent) -> AnyEvent:
        return msgspec.structs.replace(event, dice=(7, 7))

    cheated, _ = with_event(match.log, DiceRolled, changed, nth=5)
    assert await check_in_browser(page, cheated, match.revealed) == ["check.roll"]
    other = Revealed("00" * 32, match.revealed.password)
    assert "check.secret" in await check_in_browser(page, match.log, other)
    resealed, _ = with_event(match.log, ArchiveCommitted, _with_digest)
    assert await check_in_browser(page, resealed, match.revealed) == ["check.archive"]
    reseeded, _ = with_event(match.log, SeedCommitted, _with_digest)
    assert await check_in_browser(page, reseeded, match.revealed) == ["check.seed"]

    turned, _ = with_event(match.log, ColoursDrawn, _turned)
    assert await check_in_browser(page, turned, match.revealed) == ["check.colours"]
    late = with_commit(match.log, 2, match.log.commits[3].events)
    late = with_commit(late, 3, match.log.commits[2].events)
    assert await check_in_browser(page, late, match.revealed) == ["check.promises"]
    opening = match.log.commits[0].events
    twice = with_commit(match.log, 0, (*opening, opening[1]))
    assert await check_in_browser(page, twice, match.revealed) == ["check.promises"]
    unsealed, _ = with_event(match.log, ArchiveCommitted, lambda _: MatchLeft(0))
    assert "check.promises" in await check_in_browser(page, unsealed, match.revealed)


async def test_the_browser_finds_that_a_log_was_cut_off(page: Page) -> None:
    match = played()
    for commits in (3, 8, 20):
        found = await check_in_browser(page, cut(match.log, commits), match.revealed)
        assert "check.incomplete" in found
        assert verify(cut(match.log, commits), match.revealed).findings[-1].fault is Fault.END


@pytest.mark.parametrize("promised", [(), (0,), (0, 1)])
async def test_the_browser_tells_of_each_seat_what_it_brought(
    page: Page, promised: tuple[int, ...]
) -> None:
    log, revealed = missed(*promised), played().revealed
    found = await found_in_browser(page, log, revealed)
    assert (found.rolls, found.faults) == (0, [])
    assert found.parts == [part.name.lower() for part in verify(log, revealed).seeds]


async def test_the_browser_says_whether_the_archive_was_compared(page: Page) -> None:
    match = played(drawn=(1,))
    found = await found_in_browser(page, match.log, match.revealed)
    assert (found.faults, found.archived, found.parts) == ([], False, ["own", "drawn"])
    found = await found_in_browser(page, match.log, match.revealed, match.archive)
    assert (found.faults, found.archived) == ([], True)


def _turned(event: AnyEvent) -> AnyEvent:
    assert isinstance(event, ColoursDrawn)
    return ColoursDrawn(1 - event.white)


def _with_digest(event: AnyEvent) -> AnyEvent:
    return msgspec.structs.replace(event, digest="11" * 32)
