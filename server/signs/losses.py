"""What a match says of its losses, from its events alone: who lost how much, and how quickly.

A session for money is counted by its games, each of which is settled for itself; any other match
is one loss, and a quick one where its loser has had few turns for each of its games.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from game.conventions import Form
from game.events import (
    AnyEvent,
    CheckersPlayed,
    ColoursDrawn,
    GameEnded,
    MatchEnded,
    MatchOpened,
    TurnPassed,
)
from game.rating import won_coins
from game.side import Side


class Loss(msgspec.Struct, frozen=True):
    """What one seat of a match has lost to the other: games, quick ones among them, coins."""

    seat: int
    losses: int
    quick: int
    coins: int


def losses_in(events: Sequence[AnyEvent], quick_turns: int) -> tuple[Loss, ...]:
    """The losses of each seat that has any; nothing where a match had no winner."""
    opened, ended = events[0], events[-1]
    if not isinstance(opened, MatchOpened) or not isinstance(ended, MatchEnded):
        return ()
    turns = _turns(events)
    if opened.conventions.form is Form.MONEY:
        lost = [(_loser(game), had[_loser(game)], 1) for game, had in turns]
    elif ended.winner is not None:
        loser = ended.winner.other
        lost = [(loser, sum(had[loser] for _, had in turns), max(len(turns), 1))]
    else:
        lost = []
    coins = won_coins(events)
    seats = _seats(events)
    found = []
    for side in Side:
        quick = [had <= quick_turns * games for loser, had, games in lost if loser is side]
        if quick:
            seat = seats[side]
            found.append(Loss(seat, len(quick), sum(quick), max(0, -coins[seat])))
    return tuple(found)


def _turns(events: Sequence[AnyEvent]) -> list[tuple[GameEnded, Counter[Side]]]:
    """Every game that ended, with the turns that each side has had in it."""
    games: list[tuple[GameEnded, Counter[Side]]] = []
    had: Counter[Side] = Counter()
    for event in events:
        match event:
            case CheckersPlayed() | TurnPassed():
                had[event.side] += 1
            case GameEnded():
                games.append((event, had))
                had = Counter()
            case _:
                pass
    return games


def _loser(game: GameEnded) -> Side:
    return game.winner.other


def _seats(events: Sequence[AnyEvent]) -> dict[Side, int]:
    white = next((event.white for event in events if isinstance(event, ColoursDrawn)), 0)
    return {Side.WHITE: white, Side.BLACK: 1 - white}
