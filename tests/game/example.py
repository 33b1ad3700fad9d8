"""The form of an example of the rules of movement (rules, section 13)."""

from typing import NamedTuple

from game import LATER_TURN, Reason, RuleSet, Steps, TurnContext


class Example(NamedTuple):
    """A line of the tables: L and n, then plays that are legal and plays that are not."""

    id: str
    rules: RuleSet
    sides: tuple[str, str]
    roll: str
    dice_used: int
    number: int
    legal: tuple[str, ...] = ()
    illegal: tuple[tuple[str, Reason], ...] = ()
    turn: TurnContext = LATER_TURN


def steps(text: str) -> Steps:
    """Read steps written one by one: `bar/21 24/18`."""
    pairs = (step.replace("bar", "25").replace("off", "0").split("/") for step in text.split())
    return tuple((int(start), int(end)) for start, end in pairs)
