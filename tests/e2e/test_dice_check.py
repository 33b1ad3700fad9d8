"""The check of the dice in the browser against that of `nardy verify-dice`: the same vectors, the
same draws, the same faults.
"""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.conventions import ExtraChecker
from game.dice import ARCHIVED_ROLLS, CommittedDice
from game.events import (
    AnyEvent,
    ArchiveCommitted,
    ColoursDrawn,
    DiceRolled,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchLeft,
    SeedCommitted,
)
from game.position import Position
from game.rulesets import RULE_SETS, RuleName
from server.records.archive import dice_archive
from server.records.drawn_checkers import start_position
from server.records.findings import Fault
from server.records.log import MatchLog, Revealed
from server.records.verify import verify
from tests.e2e.browser import Page
from tests.game.selfplay import agreed
from tests.server.records.played import PASSWORD, cut, missed, played, with_commit, with_event

pytestmark = pytest.mark.external

MATCH = "01930000-0000-7000-8000-0000000000ab"
SECRET = bytes(range(32))
SEEDS = (b"one seed", b"another")

VECTORS = json.loads((Path(__file__).parents[1] / "data/dice-vectors.json").read_bytes())


async def test_the_browser_passes_the_vectors_of_the_dice(scripts: Page) -> None:
    drawn = await scripts.run(
        "import('/static/js/dice-stream.js').then(({ DiceStream }) => Promise.all("
        f"{json.dumps(VECTORS['rolls'])}.map(async ({{ secret, match, seeds, n }}) =>"
        " (await DiceStream.of(secret, match, seeds)).pair(n))))"
    )
    assert drawn == [vector["pair"] for vector in VECTORS["rolls"]]
    drawn = await scripts.run(
        "import('/static/js/dice-stream.js').then(({ DiceStream }) => Promise.all("
        f"{json.dumps(VECTORS['draws'])}"
        ".map(async ({ secret, match, seeds, label, bound, n }) =>"
        " (await DiceStream.of(secret, match, seeds)).number(label, bound, n))))"
    )
    assert drawn == [vector["number"] for vector in VECTORS["draws"]]


async def test_the_browser_makes_the_archive_byte_for_byte(scripts: Page) -> None:
    dice = CommittedDice(SECRET, bytes.fromhex(MATCH.replace("-", "")), SEEDS)
    seeds = [seed.hex() for seed in SEEDS]
    made = await scripts.run(
        "(async () => {"
        " const { DiceStream } = await import('/static/js/dice-stream.js');"
        " const { diceArchive } = await import('/static/js/dice-archive.js');"
        f" const stream = await DiceStream.of('{SECRET.hex()}', '{MATCH}', {json.dumps(seeds)});"
        f" return [...await diceArchive(stream, '{SECRET.hex()}', '{PASSWORD}')]; }})()"
    )
    assert bytes(made) == dice_archive(dice, SECRET, PASSWORD)


@pytest.mark.parametrize(
    "asked",
    [
        *({"rules": rules} for rules in RuleName),
        *({"rules": RuleName.SHORT16, "extra_checker": kind} for kind in ExtraChecker),
    ],
)
async def test_the_browser_puts_the_checkers_where_the_verifier_does(
    scripts: Page, asked: dict[str, str]
) -> None:
    """Of a hundred games: with independent extra checkers some are drawn again."""
    dice = CommittedDice(SECRET, bytes.fromhex(MATCH.replace("-", "")), SEEDS)
    conventions = agreed(**asked)
    seeds = [seed.hex() for seed in SEEDS]
    starts = await scripts.run(
        "(async () => {"
        " const { DiceStream } = await import('/static/js/dice-stream.js');"
        " const { startOf } = await import('/static/js/dice-starts.js');"
        f" const stream = await DiceStream.of('{SECRET.hex()}', '{MATCH}', {json.dumps(seeds)});"
        f" const terms = {msgspec.json.encode(conventions).decode()};"
        " const games = Array.from({ length: 100 }, (_, n) => n + 1);"
        " return Promise.all(games.map((game) => startOf(stream, terms, game))); })()"
    )
    assert starts == [start_position(dice, conventions, n + 1) for n in range(100)]


async def test_the_browser_draws_the_same_dice(scripts: Page) -> None:
    """Bytes from 252 up are dropped: in 2,000 rolls that happens some thirty times."""
    dice = CommittedDice(SECRET, bytes.fromhex(MATCH.replace("-", "")), SEEDS)
    seeds = [seed.hex() for seed in SEEDS]
    drawn = await scripts.run(
        "import('/static/js/dice-stream.js').then(async ({ DiceStream }) => {"
        f" const stream = await DiceStream.of('{SECRET.hex()}', '{MATCH}', {json.dumps(seeds)});"
        " const pairs = await Promise.all(Array.from({length: 2000}, (_, n) => stream.pair(n)));"
        " return { pairs, colours: await stream.number('colours', 2),"
        " extra: await stream.number('extra', 20, 3) }; })"
    )
    assert [tuple(pair) for pair in drawn["pairs"]] == [dice.pair(n) for n in range(2000)]
    assert drawn["colours"] == dice.number("colours", 2)
    assert drawn["extra"] == dice.number("extra", 20, 3)


class Found(msgspec.Struct):
    """What the page finds in a log; faults are keys of its texts, parts are of the seats."""

    rolls: int
    faults: list[str]
    parts: list[str]
    archived: bool


async def check_in_browser(scripts: Page, log: MatchLog, revealed: Revealed) -> list[str]:
    """What the page finds wrong with a log, with the archive in its hand."""
    return (await found_in_browser(scripts, log, revealed, played().archive)).faults


async def found_in_browser(
    scripts: Page, log: MatchLog, revealed: Revealed, archive: bytes | None = None
) -> Found:
    """The whole of what the page finds."""
    commits = msgspec.json.encode(log.commits).decode()
    found = await scripts.run(
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


async def test_the_browser_finds_what_the_verifier_finds(scripts: Page) -> None:
    match = played()
    assert await check_in_browser(scripts, match.log, match.revealed) == []

    def changed(event: AnyEvent) -> AnyEvent:
        return msgspec.structs.replace(event, dice=(7, 7))

    cheated, _ = with_event(match.log, DiceRolled, changed, nth=5)
    assert await check_in_browser(scripts, cheated, match.revealed) == ["check.roll"]
    other = Revealed("00" * 32, match.revealed.password)
    assert "check.secret" in await check_in_browser(scripts, match.log, other)
    resealed, _ = with_event(match.log, ArchiveCommitted, _with_digest)
    found = await check_in_browser(scripts, resealed, match.revealed)
    assert found == ["check.archive", "check.sealed"]
    other = Revealed(match.revealed.secret, "another password")
    assert await check_in_browser(scripts, match.log, other) == ["check.sealed"]
    far, _ = with_event(match.log, DiceRolled, lambda event: replace(event, draw=1 << 32))
    assert await check_in_browser(scripts, far, match.revealed) == ["check.unknown"]
    reseeded, _ = with_event(match.log, SeedCommitted, _with_digest)
    assert await check_in_browser(scripts, reseeded, match.revealed) == ["check.seed"]

    turned, _ = with_event(match.log, ColoursDrawn, _turned)
    assert await check_in_browser(scripts, turned, match.revealed) == ["check.colours"]
    late = with_commit(match.log, 2, match.log.commits[3].events)
    late = with_commit(late, 3, match.log.commits[2].events)
    assert await check_in_browser(scripts, late, match.revealed) == ["check.promises"]
    opening = match.log.commits[0].events
    twice = with_commit(match.log, 0, (*opening, opening[1]))
    assert await check_in_browser(scripts, twice, match.revealed) == ["check.promises"]
    unsealed, _ = with_event(match.log, ArchiveCommitted, lambda _: MatchLeft(0))
    assert "check.promises" in await check_in_browser(scripts, unsealed, match.revealed)


@pytest.mark.parametrize("extra", ExtraChecker)
async def test_the_browser_finds_extra_checkers_that_were_not_drawn(
    scripts: Page, extra: ExtraChecker
) -> None:
    match = played(rules="short16", extra_checker=extra)
    assert (await found_in_browser(scripts, match.log, match.revealed)).faults == []

    elsewhere = str(Position.start(RULE_SETS[RuleName.SHORT16], (2, 3)))
    moved, seq = with_event(match.log, GameStarted, lambda e: replace(e, position=elsewhere))

    assert (await found_in_browser(scripts, moved, match.revealed)).faults == ["check.start"]
    assert [finding.seq for finding in verify(moved, match.revealed).findings][-1] == seq


@pytest.mark.parametrize(("colour", "white"), [("white", 0), ("black", 1)])
async def test_the_browser_knows_colours_that_were_agreed(
    scripts: Page, colour: str, white: int
) -> None:
    match = played(colour=colour)
    assert (await found_in_browser(scripts, match.log, match.revealed)).faults == []
    turned, _ = with_event(match.log, ColoursDrawn, lambda _: ColoursDrawn(1 - white))
    assert (await found_in_browser(scripts, turned, match.revealed)).faults == ["check.colours"]


async def test_the_browser_follows_a_stream_that_is_longer_than_the_archive(scripts: Page) -> None:
    match = played(form="match", length=25)
    found = await found_in_browser(scripts, match.log, match.revealed)
    assert (found.faults, found.rolls > ARCHIVED_ROLLS) == ([], True)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (MatchEnded, {"winner": None}),
        (MatchEnded, {"score": (99, 0)}),
        (MatchEnded, {"stakes": 2}),
        (GameEnded, {"points": 0}),
        (GameEnded, {"score": (99, 0)}),
    ],
)
async def test_the_browser_finds_another_result(
    scripts: Page, kind: type[AnyEvent], told: dict[str, object]
) -> None:
    match = played(form="match", length=3)
    assert (await found_in_browser(scripts, match.log, match.revealed)).faults == []
    changed, _ = with_event(match.log, kind, lambda event: replace(event, **told))
    faults = (await found_in_browser(scripts, changed, match.revealed)).faults
    assert set(faults) == {"check.result"}


async def test_the_browser_finds_that_a_log_was_cut_off(scripts: Page) -> None:
    match = played()
    for commits in (3, 8, 20):
        found = await check_in_browser(scripts, cut(match.log, commits), match.revealed)
        assert "check.incomplete" in found
        assert verify(cut(match.log, commits), match.revealed).findings[-1].fault is Fault.END


@pytest.mark.parametrize("promised", [(), (0,), (0, 1)])
async def test_the_browser_tells_of_each_seat_what_it_brought(
    scripts: Page, promised: tuple[int, ...]
) -> None:
    log, revealed = missed(*promised), played().revealed
    found = await found_in_browser(scripts, log, revealed)
    assert (found.rolls, found.faults) == (0, [])
    assert found.parts == [part.name.lower() for part in verify(log, revealed).seeds]


async def test_the_browser_says_whether_the_archive_was_compared(scripts: Page) -> None:
    match = played(drawn=(1,))
    found = await found_in_browser(scripts, match.log, match.revealed)
    assert (found.faults, found.archived, found.parts) == ([], False, ["own", "drawn"])
    found = await found_in_browser(scripts, match.log, match.revealed, match.archive)
    assert (found.faults, found.archived) == ([], True)


def _turned(event: AnyEvent) -> AnyEvent:
    assert isinstance(event, ColoursDrawn)
    return ColoursDrawn(1 - event.white)


def _with_digest(event: AnyEvent) -> AnyEvent:
    return msgspec.structs.replace(event, digest="11" * 32)
