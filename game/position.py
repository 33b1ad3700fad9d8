"""Where both sides stand, each in its own numbering, the side to play first."""

import reprlib
from enum import IntFlag
from typing import Self

import msgspec

from game.rulesets import RuleSet
from game.steps import BAR, HOME, OFF

_DIGITS = "0123456789abcdefg"
_GROUP = BAR + 1
_TO_DIGIT = bytes.maketrans(bytes(range(len(_DIGITS))), _DIGITS.encode())
_FROM_DIGIT = {digit: count for count, digit in enumerate(_DIGITS)}


class UnreadablePosition(ValueError):
    """A text that is not a position. The message quotes it."""


class Problem(IntFlag):
    """All that is wrong with a position under a rule set; NONE means it may be played."""

    NONE = 0
    WRONG_NUMBER = 1
    """A side has more or fewer checkers than the rule set gives it."""
    SHARED_POINT = 2
    """Both sides hold the same point of the board."""
    CHECKER_ON_BAR = 4
    """A checker on the bar where nothing is ever hit."""
    NOBODY_CAN_ENTER = 8
    """Both sides on the bar before closed home boards, which no play can lead to."""
    GAME_OVER = 16
    """A side has borne off everything: nothing is left to play."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The words for what is wrong, in lower case."""
        return tuple(str(flag.name).lower() for flag in self)


class Position(msgspec.Struct, frozen=True, gc=False):
    """Checkers of the side to play and of the one that waits.

    Each is 26 counts, read by own point: `position.mover[13]`, `position.mover[BAR]`,
    `position.waiter[OFF]`. Whether the counts can stand so under a rule set is what `problems`
    says; nothing else checks.
    """

    mover: bytes
    waiter: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `MOVER/WAITER`, 26 digits in base 17 each: points 1 to 24, the bar, borne off.

        The inverse of `str`. Raises UnreadablePosition.
        """
        mover, slash, waiter = text.partition("/")
        if not slash or len(mover) != _GROUP or len(waiter) != _GROUP:
            raise UnreadablePosition(
                f"a position is two groups of {_GROUP} digits with a slash between, "
                f"not {reprlib.repr(text)}"
            )
        return cls(_read_counts(mover), _read_counts(waiter))

    @classmethod
    def start(cls, rules: RuleSet, extra: tuple[int | None, int | None] = (None, None)) -> Self:
        """Return the position in which a game begins.

        `extra` is where the mover's and the waiter's extra checker stand (section 1.1), each in
        its owner's numbering; None is a side without one.
        """
        mover, waiter = (bytearray(rules.start) for _ in extra)
        for counts, point in zip((mover, waiter), extra, strict=True):
            if point is not None:
                counts[point] += 1
        return cls(bytes(mover), bytes(waiter))

    def __str__(self) -> str:
        return f"{_write_counts(self.mover)}/{_write_counts(self.waiter)}"

    def __repr__(self) -> str:
        """Draw both sides, each along its own points, so that no numbering need be known."""
        header = "point    " + "".join(f"{point:>3}" for point in range(24, 0, -1)) + "  bar  off"
        return "\n".join([header, _track("to play", self.mover), _track("waiting", self.waiter)])

    def swapped(self) -> "Position":
        """Return the same checkers with the other side to play."""
        return Position(self.waiter, self.mover)

    @property
    def mover_has_won(self) -> bool:
        """Whether the side to play has borne off everything."""
        return not any(self.mover[1:])

    @property
    def waiter_has_won(self) -> bool:
        """Whether the waiting side has borne off everything."""
        return not any(self.waiter[1:])

    def pip_count(self) -> int:
        """Return the steps that the side to play has still to run, 167 at the start of short."""
        return pips(self.mover)

    def problems(self, rules: RuleSet) -> Problem:
        """Return all that is wrong with this position under these rules."""
        found = _wrong_numbers(self, rules)
        if self.mover_has_won or self.waiter_has_won:
            found |= Problem.GAME_OVER
        if any(self.mover[p] and self.waiter[rules.theirs(p)] for p in range(1, BAR)):
            found |= Problem.SHARED_POINT
        if self.mover[BAR] or self.waiter[BAR]:
            found |= _bar_problem(self, rules)
        return found


def pips(checkers: bytes) -> int:
    """Return the steps that these 26 counts have still to run."""
    return sum(point * count for point, count in enumerate(checkers))


def _read_counts(text: str) -> bytes:
    counts = [_FROM_DIGIT.get(digit) for digit in text]
    if None in counts:
        raise UnreadablePosition(f"counts are written 0 to 9 and a to g, not {text}")
    points = bytes(count for count in counts if count is not None)
    return points[-1:] + points[:-1]


def _write_counts(checkers: bytes) -> str:
    return (checkers[1:] + checkers[:1]).translate(_TO_DIGIT).decode()


def _track(name: str, checkers: bytes) -> str:
    points = "".join(f"{checkers[point] or '.':>3}" for point in range(24, 0, -1))
    return f"{name:<9}{points}{checkers[BAR]:>5}{checkers[OFF]:>5}"


def _wrong_numbers(position: Position, rules: RuleSet) -> Problem:
    mover, waiter = sum(position.mover), sum(position.waiter)
    usual, most = rules.checkers, rules.checkers + bool(rules.extra_points)
    # A table may give the extra checker to one side alone, but never to neither.
    right = usual <= min(mover, waiter) and max(mover, waiter) == most
    return Problem.NONE if right else Problem.WRONG_NUMBER


def _bar_problem(position: Position, rules: RuleSet) -> Problem:
    if rules.same_direction:
        return Problem.CHECKER_ON_BAR
    sides = (position.mover, position.waiter)
    deadlock = all(side[BAR] and min(side[1 : HOME + 1]) > 1 for side in sides)
    return Problem.NOBODY_CAN_ENTER if deadlock else Problem.NONE
