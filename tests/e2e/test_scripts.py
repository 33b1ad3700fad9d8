"""The page's scripts against the rules: however somebody clicks, he plays what is legal."""

import json
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from game.plays import Plays, legal_plays
from game.position import Position
from game.rulesets import RULE_SETS, RuleName
from game.steps import Dice, Step
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
