"""The rolls of a match, counted by seat from its events alone."""

from collections.abc import Iterable

import msgspec

from game.dice_statistics import DiceKind, RollTally
from game.events import (
    AnyEvent,
    CheckersPlayed,
    ColoursDrawn,
    DiceRolled,
    GameStarted,
    MatchOpened,
    OpeningRolled,
)
from game.position import Position
from game.side import Side
from game.steps import BAR


class MatchRolls(msgspec.Struct, frozen=True):
    """What every seat of a match threw, with dice of which kind."""

    kind: DiceKind
    seats: tuple[RollTally, ...]


def count_rolls(events: Iterable[AnyEvent]) -> MatchRolls:
    """Count a match from its first event on. Raises ValueError unless that opens it."""
    following = iter(events)
    opened = next(following, None)
    if not isinstance(opened, MatchOpened):
        raise ValueError("a match begins with match_opened")  # noqa: TRY004 - the log is wrong
    counter = _Counter()
    for event in following:
        counter.take(event)
    white = counter.tally(Side.WHITE)
    black = counter.tally(Side.BLACK)
    seats = (white, black) if counter.white == 0 else (black, white)
    return MatchRolls(DiceKind.of(opened.conventions.play_rules), seats)


class _Counter:
    """The counts of both sides, and where the checkers stand."""

    def __init__(self) -> None:
        self.white = 0
        self._position = ""
        self._counts = {side: [0] * RollTally.SIZE for side in Side}

    def tally(self, side: Side) -> RollTally:
        return RollTally.of_counts(self._counts[side])

    def take(self, event: AnyEvent) -> None:
        match event:
            case DiceRolled(side=side, dice=dice):
                self._rolled(side, dice)
            case CheckersPlayed(position=position) | GameStarted(position=position):
                self._position = position
            case OpeningRolled(white=white, black=black):
                self._counts[Side.WHITE][35 + white] += 1
                self._counts[Side.BLACK][35 + black] += 1
            case ColoursDrawn(white=seat):
                self.white = seat
            case _:
                pass

    def _rolled(self, side: Side, dice: tuple[int, int]) -> None:
        first, second = dice
        counts = self._counts[side]
        counts[6 * first + second - 7] += 1
        if self._on_bar(side):
            counts[42] += 1
            counts[43] += 6 in dice

    def _on_bar(self, side: Side) -> bool:
        position = Position.parse(self._position)
        checkers = position.mover if side is Side.WHITE else position.waiter
        return checkers[BAR] > 0
