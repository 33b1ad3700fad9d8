"""The list of moves of the page is the book notation of the rules, act by act."""

import json
import random
import re

import msgspec
import pytest

from game.events import AnyEvent, CheckersPlayed, GameStarted
from game.notation import Language
from game.records import record, write_book
from game.rulesets import RuleName
from tests.e2e.browser import Page
from tests.game.match.test_selfplay import EAGER, drawn_terms
from tests.game.selfplay import SelfPlay, agreed

pytestmark = pytest.mark.external

MATCHES_EACH = 12

WRITTEN = """
(async () => {
  const [{ Reel }, { MoveList }, { speak }] = await Promise.all(
    ['reel', 'move-list', 'texts'].map((name) => import(`/static/js/${name}.js`)));
  speak(LANGUAGE);
  return MATCHES.map((commits) => {
    const reel = new Reel('a match');
    reel.add(commits);
    const list = new MoveList(() => {});
    list.write(reel.frames);
    const cells = [...list.root.querySelectorAll('li > span:not(.no)')]
      .map((cell) => [...cell.children].map((stage) => stage.textContent).join(' '));
    const positions = reel.frames.map(({ scene }) => scene.position);
    return { cells: cells.filter(Boolean), positions };
  });
})()
"""

Match = list[tuple[AnyEvent, ...]]


def drawn(rules: RuleName, seed: int) -> Match:
    """A match by drawn conventions with all that may happen in one; one in three still runs."""
    chance = random.Random(f"{rules} {seed}")
    player = SelfPlay(agreed(**drawn_terms(rules, chance)), chance, EAGER)
    played = [commit.events for commit in player.commits()]
    return played[: chance.randrange(6, len(played))] if seed % 3 == 0 else played


class Seen(msgspec.Struct):
    """What the page makes of a match: its cells, and the position of every frame."""

    cells: list[str]
    positions: list[str | None]


async def seen(scripts: Page, matches: list[Match], language: Language) -> list[Seen]:
    """The lists of these matches, as the page writes them."""
    commits = [
        [{"seq": seq, "at": 0, "events": events} for seq, events in enumerate(match)]
        for match in matches
    ]
    script = WRITTEN.replace("MATCHES", msgspec.json.encode(commits).decode())
    found = await scripts.run(script.replace("LANGUAGE", json.dumps(language.value)))
    return msgspec.convert(found, list[Seen])


def acts_of_the_book(match: Match, language: Language) -> list[str]:
    """The lines of all acts, without their numbers, sides and clocks."""
    book = write_book(record(event for events in match for event in events), language)
    return re.findall(r"(?m)^(?: *\d+\)|    ) (.*?)(?: ; .*)?$", book)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", RuleName)
async def test_every_act_is_written_as_in_a_book(
    scripts: Page, rules: RuleName, language: Language
) -> None:
    matches = [drawn(rules, seed) for seed in range(MATCHES_EACH)]

    lists = await seen(scripts, matches, language)

    for match, shown in zip(matches, lists, strict=True):
        assert shown.cells == acts_of_the_book(match, language)


async def test_every_position_of_a_match_is_shown(scripts: Page) -> None:
    matches = [drawn(rules, 1) for rules in RuleName]

    lists = await seen(scripts, matches, Language.ENGLISH)

    for match, shown in zip(matches, lists, strict=True):
        told = [
            event.position
            for events in match
            for event in events
            if isinstance(event, GameStarted | CheckersPlayed)
        ]
        assert [one for one, other in _pairs(shown.positions) if one != other] == [
            one for one, other in _pairs(told) if one != other
        ]


def _pairs(positions: list[str | None] | list[str]) -> list[tuple[str | None, str | None]]:
    return list(zip(positions, [None, *positions], strict=False))
