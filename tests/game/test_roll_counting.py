"""Rolls counted from a match's events: by seat, from the bar, for the start."""

from random import Random

import pytest

from game.dice_statistics import DiceKind, total
from game.events import AnyEvent, ColoursDrawn, DiceRolled, OpeningRolled
from game.match import MatchState
from game.roll_counting import count_rolls
from game.side import Side
from game.steps import BAR
from tests.game.selfplay import SelfPlay, agreed


def events_of(seed: int, **conventions: object) -> list[AnyEvent]:
    match = SelfPlay(agreed(**conventions), Random(seed))
    return [event for commit in match.commits() for event in commit.events]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", ["short", "long", "crazy"])
def test_every_roll_is_counted_for_the_seat_that_threw_it(rules: str, seed: int) -> None:
    events = events_of(seed, rules=rules, form="match", length=3)
    (drawn,) = [event for event in events if isinstance(event, ColoursDrawn)]
    rolled = [event for event in events if isinstance(event, DiceRolled)]

    counted = count_rolls(events)

    white = counted.seats[drawn.white]
    assert white.rolls == sum(event.side is Side.WHITE for event in rolled)
    assert total(counted.seats).rolls == len(rolled)
    threes = sum(event.side is Side.WHITE and event.dice == (3, 1) for event in rolled)
    assert white.pairs[6 * 2] == threes
    openings = [event for event in events if isinstance(event, OpeningRolled)]
    assert sum(white.opening) == len(openings)
    assert white.opening[5] == sum(event.white == 6 for event in openings)


def test_rolls_from_the_bar_are_those_thrown_with_a_checker_on_it() -> None:
    """The fold tells where the checkers stood; the count does without it."""
    state, from_bar, sixes = MatchState.new(), 0, 0
    events = events_of(3, rules="short", form="match", length=5)
    for event in events:
        if isinstance(event, DiceRolled) and state.position_of(event.side).mover[BAR]:
            from_bar += 1
            sixes += 6 in event.dice
        state = state.after(event)

    counted = total(count_rolls(events).seats)

    assert from_bar > 10
    assert (counted.from_bar, counted.bar_sixes) == (from_bar, sixes)


def test_the_kind_of_dice_is_that_of_the_agreement() -> None:
    events = events_of(1, rules="long", form="game", doublets=False)

    counted = count_rolls(events)

    assert counted.kind is DiceKind.NO_DOUBLETS
    assert all(total(counted.seats).pairs[7 * face] == 0 for face in range(6))


def test_a_match_that_was_never_begun_has_no_rolls() -> None:
    opened = events_of(1, rules="short", form="game")[:1]

    assert total(count_rolls(opened).seats).rolls == 0


def test_what_is_no_match_is_refused() -> None:
    with pytest.raises(ValueError, match="match_opened"):
        count_rolls([])
    with pytest.raises(ValueError, match="match_opened"):
        count_rolls([ColoursDrawn(0)])
