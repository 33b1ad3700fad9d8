"""The page's scripts against the rules: however somebody clicks, he plays what is legal."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.conventions import ConventionsAsked, resolve
from game.plays import Plays, legal_plays
from game.position import Position
from game.rulesets import RULE_SETS, RuleName
from game.steps import Dice, Step
from server.tables.events import SearchEnd, SearchEnded
from tests.e2e.browser import Page

pytestmark = pytest.mark.external

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


STANDINGS = """
(async () => {
  const { Standing } = await import('/static/js/stakes.js');
  const { speak } = await import('/static/js/texts.js');
  const seen = (told, language) => new Promise((found) => {
    const standing = new Standing({ get: async () => told }, () => {
      speak(language);
      found(standing.note()?.innerText ?? '');
    });
  });
  const both = (told) => Promise.all([seen(told, 'en'), seen(told, 'ru')]);
  return Promise.all(STANDINGS.map(both));
})()
"""
NOBODY: Final[dict[str, Any]] = {
    "barred_by": None,
    "barred_countries": [],
    "least_age": 0,
    "told": [],
}
TOLD: Final = [
    {"platform": "ok", "born": "2009-09-01", "age_at": 1},
    {"platform": "vk", "country": "DE", "country_at": 1},
]


async def test_who_may_not_play_for_coins_reads_why_where_he_would_choose_a_stake(
    scripts: Page,
) -> None:
    house = {"barred_countries": ["DE"], "least_age": 21, "told": TOLD}
    standings = [
        NOBODY | standing
        for standing in (
            house | {"barred_by": "country"},
            house | {"barred_by": "age"},
            house | {"barred_by": "declared_age", "declared_age": 18},
            house | {"told": []},
            {},
        )
    ]

    shown = await scripts.run(STANDINGS.replace("STANDINGS", json.dumps(standings)))

    for (english, russian), words in zip(
        shown, ("Germany", "Sep 1, 2009", "reached 18", "the age of 21 on", ""), strict=True
    ):
        assert words in english
        assert bool(words) == bool(english) == bool(russian)
        assert not any(sign in english + russian for sign in ("stakes.", "undefined", "null"))
    assert [english.startswith("You may not") for english, _ in shown] == [True] * 3 + [False] * 2


ACCEPTING = """
(async () => {
  const { Agreement } = await import('/static/js/agreement.js');
  const sent = [];
  const terms = { version: 2, age: 18, accepted: 1 };
  const api = {
    get: async () => ({ ...terms }),
    post: async (path, declared) => { sent.push([path, declared]); terms.accepted = 2; },
  };
  const agreement = await new Promise((found) => {
    const made = new Agreement({ api, complain: sent.push }, () => found(made));
  });
  const card = document.body.appendChild(agreement.card());
  const press = () => card.querySelector('button').click();
  press();
  const unticked = sent.length;
  card.querySelectorAll('input').forEach((box) => box.click());
  press();
  while (agreement.due) await new Promise((waited) => setTimeout(waited, 10));
  return { unticked, sent, gone: agreement.card() === null, anew: agreement.card(true) !== null };
})()
"""


async def test_the_rules_of_play_are_accepted_with_both_declarations_alone(scripts: Page) -> None:
    seen = await scripts.run(ACCEPTING)

    declared = {"version": 2, "of_age": True, "lawful": True}
    assert (seen["unticked"], seen["sent"]) == (0, [["/api/v1/me/terms", declared]])
    assert (seen["gone"], seen["anew"]) == (True, True)


SEARCHING = """
(async () => {
  const { Lobby } = await import('/static/js/lobby.js');
  const { speak } = await import('/static/js/texts.js');
  const feeds = {};
  const line = { follow: (feed, heard) => { feeds[feed] = heard; }, unwatch: () => {} };
  const api = { get: async (path) => path === '/api/v1/tables' ? { tables: [] } : {} };
  const lobby = new Lobby({ line, api, account: 'me', nameOf: String, complain: String }, String);
  return ENDS.map((told) => ['en', 'ru'].map((language) => {
    speak(language);
    feeds.tables(told);
    return lobby.root.querySelector('.ended').textContent;
  }));
})()
"""


async def test_a_search_that_has_ended_is_told_in_the_lobby(scripts: Page) -> None:
    sought = resolve(ConventionsAsked(rules=RuleName.SHORT))
    ends = [msgspec.to_builtins(SearchEnded(sought, cause)) for cause in SearchEnd]

    shown = await scripts.run(SEARCHING.replace("ENDS", json.dumps(ends)))

    begins = {
        SearchEnd.TIME: ("Nobody came", "Соперника не нашлось"),
        SearchEnd.UNFIT: ("The search has stopped", "Поиск остановлен"),
    }
    for cause, said in zip(SearchEnd, shown, strict=True):
        for text, begin in zip(said, begins[cause], strict=True):
            assert text.startswith(begin)
            assert not any(sign in text for sign in ("lobby.", "undefined", "null", "{"))


async def test_outside_a_demo_there_is_a_door_for_guests(scripts: Page) -> None:
    """No service stands behind this page: it says so, and offers to try again."""
    await scripts.click("#door button")
    await scripts.until("!document.querySelector('.pane .complaint').hidden")
    assert await scripts.run("document.querySelector('.pane .body').innerText") == "Ещё раз"


@pytest.mark.parametrize("rules", [RuleName.SHORT, RuleName.LONG])
async def test_every_way_of_clicking_ends_in_a_legal_play(scripts: Page, rules: RuleName) -> None:
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
    answers = await scripts.run(CLICKING.replace("QUESTIONS", questions))
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
