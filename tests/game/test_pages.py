"""The pages about the rules cannot lie: what they show is run."""

import doctest
from pathlib import Path

import pytest

from game.dice import CommittedDice

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["game.md"])
def test_what_is_typed_at_the_prompt_answers_as_shown(page: str) -> None:
    outcome = doctest.testfile(str(DOCS / page), module_relative=False)

    assert outcome.attempted > 20
    assert outcome.failed == 0


def test_the_check_of_the_dice_page_computes_the_same_rolls() -> None:
    text = (DOCS / "dice.md").read_text()
    code = text.split("```python\n")[1].split("```")[0]
    names: dict[str, object] = {}
    exec(code, names)
    roll = names["roll"]
    secret, match, seeds = bytes(range(32)), bytes(16), [b"one", b"two"]
    dice = CommittedDice(secret, match, tuple(seeds))

    assert callable(roll)
    assert all(roll(secret, match, seeds, n) == dice.pair(n) for n in range(500))
