"""What the events of a match say of who won how much: the part of it that is rated or ranked."""

from collections.abc import Sequence

import msgspec

from game.conventions import Form
from game.events import AnyEvent, ColoursDrawn, GameEnded, MatchEnded, MatchOpened
from game.side import Side


class Won(msgspec.Struct, frozen=True):
    """Something that a seat won: a match of this length, or one game, which has length 1."""

    winner: int
    length: int


def won_by_points(events: Sequence[AnyEvent]) -> tuple[Won, ...]:
    """What a match gives to rate, in order; nothing where it has no winner.

    In a money session every game counts as a match of length 1 (rules, section 8), and those that
    were finished count also where the session was voided later.
    """
    opened = _opened(events)
    seats = _seats(events)
    if opened.conventions.form is Form.MONEY:
        return tuple(Won(seats[e.winner], 1) for e in events if isinstance(e, GameEnded))
    last = events[-1]
    if not isinstance(last, MatchEnded) or last.winner is None:
        return ()
    return (Won(seats[last.winner], opened.conventions.length or 1),)


def won_coins(events: Sequence[AnyEvent]) -> tuple[int, int]:
    """The coins that each seat won from the other, before rake; negative where it lost them."""
    stake = _opened(events).conventions.stake
    seats = _seats(events)
    balance = [0, 0]
    for event in events:
        if isinstance(event, GameEnded | MatchEnded) and event.winner is not None:
            won = seats[event.winner]
            balance[won] += event.stakes * stake
            balance[1 - won] -= event.stakes * stake
    return balance[0], balance[1]


def _opened(events: Sequence[AnyEvent]) -> MatchOpened:
    if not events or not isinstance(events[0], MatchOpened):
        raise ValueError("a match begins with match_opened")
    return events[0]


def _seats(events: Sequence[AnyEvent]) -> dict[Side, int]:
    white = next((event.white for event in events if isinstance(event, ColoursDrawn)), 0)
    return {Side.WHITE: white, Side.BLACK: 1 - white}
