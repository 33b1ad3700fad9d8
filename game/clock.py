"""Clocks as pure functions of what stood before (rules, section 9).

One formula serves all: a turn first burns its delay, then the side's reserve; when a turn in which
the side acted ends, the increment is added, never above the cap. While a side is absent on its
turn its clock stands, and a budget for the match burns instead.
"""

import msgspec
from msgspec.structs import replace

from game.side import WHITE, Side
from game.vocabulary import Millis

ABSENCE_BUDGET = Millis(300_000)
"""What a side may be absent on its own turns, in one match."""

LONGEST_ALLOWANCE = Millis(500)
"""The most that a command's way through the network may be held against nobody."""

NO_TIME = Millis(0)
_BANK = Millis(20_000)
_LONGEST = 30 * 24 * 3_600_000


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """What time a side has; all in milliseconds.

    `per_game` gives every game of a match new reserves; a money session always does.
    Raises ValueError where a figure is negative, above thirty days, or the figures clash.
    """

    reserve: Millis
    delay: Millis = NO_TIME
    increment: Millis = NO_TIME
    cap: Millis | None = None
    match_limit: Millis | None = None
    per_game: bool = False

    def __post_init__(self) -> None:
        figures = (self.reserve, self.delay, self.increment, self.cap or 0, self.match_limit or 0)
        if not all(0 <= figure <= _LONGEST for figure in figures):
            raise ValueError("times are between nothing and thirty days, in milliseconds")
        if self.reserve + self.delay == 0:
            raise ValueError("a clock without reserve and delay has fallen before the first turn")
        if self.cap is not None and self.cap < self.reserve:
            raise ValueError("the cap is below the reserve that a match begins with")
        if self.match_limit == 0:
            raise ValueError("a match without time cannot be played")


def bank(reserve: Millis = _BANK) -> TimeControl:
    """Return the move timer with bank: 15 s a turn, then the bank, which earns 5 s up to 120."""
    return TimeControl(reserve, Millis(15_000), Millis(5_000), Millis(120_000))


def fischer(reserve: Millis, increment: Millis) -> TimeControl:
    """Return a clock that gains `increment` after every turn."""
    return TimeControl(reserve, increment=increment)


def compensation(reserve: Millis, delay: Millis) -> TimeControl:
    """Return a clock that stands for the first `delay` of every turn and gains nothing."""
    return TimeControl(reserve, delay)


class ClockFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks as they stood at an event; moments since the Unix epoch, all in milliseconds.

    `white` and `black` are reserves. The side to decide has been charged since `since` and burns
    `delay`, then its reserve; `kept` is what is left of the doubler's delay while his double is
    answered. While `stopped` the decider is absent: his absence budget burns instead, and with
    `both_absent` so does the other's.
    """

    white: Millis
    black: Millis
    since: Millis
    delay: Millis = NO_TIME
    kept: Millis = NO_TIME
    white_absence: Millis = ABSENCE_BUDGET
    black_absence: Millis = ABSENCE_BUDGET
    stopped: bool = False
    both_absent: bool = False

    def reserve(self, side: Side) -> Millis:
        """Return the reserve of a side."""
        return self.white if side is WHITE else self.black

    def absence(self, side: Side) -> Millis:
        """Return what is left of a side's absence budget."""
        return self.white_absence if side is WHITE else self.black_absence

    def falls_at(self, side: Side, *, timed: bool) -> Millis | None:
        """Return when time runs out while `side` decides; none if it never does.

        Without a time control (`timed` is false) only absence can run out.
        """
        if self.both_absent:
            return self.since + min(self.white_absence, self.black_absence)
        if self.stopped:
            return self.since + self.absence(side)
        return self.since + self.delay + self.reserve(side) if timed else None


Absent = tuple[Side, ...]
"""The sides that have no live connection."""


def charged(face: ClockFace, side: Side, at: Millis, allowance: Millis = NO_TIME) -> ClockFace:
    """Return the face at `at`, `side` having decided since the face was made.

    `allowance` is the command's way through the network, which is nobody's time.
    """
    burnt = max(0, at - face.since - min(allowance, LONGEST_ALLOWANCE))
    if face.stopped:
        return _absence_burnt(face, side, burnt, at)
    if burnt <= face.delay:
        return replace(face, since=at, delay=face.delay - burnt)
    reserve = max(0, face.reserve(side) + face.delay - burnt)
    if side is WHITE:
        return replace(face, white=reserve, since=at, delay=NO_TIME)
    return replace(face, black=reserve, since=at, delay=NO_TIME)


def _absence_burnt(face: ClockFace, side: Side, burnt: int, at: Millis) -> ClockFace:
    white, black = face.white_absence, face.black_absence
    if face.both_absent or side is Side.WHITE:
        white = Millis(max(0, white - burnt))
    if face.both_absent or side is Side.BLACK:
        black = Millis(max(0, black - burnt))
    return replace(face, since=at, white_absence=white, black_absence=black)


def earned(face: ClockFace, side: Side, control: TimeControl | None) -> ClockFace:
    """Return the face after a turn in which `side` acted: one increment more, up to the cap."""
    if control is None or not control.increment:
        return face
    reserve = face.reserve(side) + control.increment
    if control.cap is not None:
        reserve = min(reserve, control.cap)
    return replace(face, white=reserve) if side is WHITE else replace(face, black=reserve)


def turned(
    face: ClockFace, side: Side, control: TimeControl | None, absent: Absent = ()
) -> ClockFace:
    """Return the face with a new turn of `side` begun, which has its whole delay."""
    delay = NO_TIME if control is None else control.delay
    return _shown(face, side, absent, delay, NO_TIME)


def asked(
    face: ClockFace, side: Side, control: TimeControl | None, absent: Absent = ()
) -> ClockFace:
    """Return the face with `side` to answer a double: a delay of its own, the doubler's kept."""
    delay = NO_TIME if control is None else control.delay
    return _shown(face, side, absent, delay, face.delay)


def answered(face: ClockFace, side: Side, absent: Absent = ()) -> ClockFace:
    """Return the face with the doubler `side` on again, with what was left of his delay."""
    return _shown(face, side, absent, face.kept, NO_TIME)


def seen(face: ClockFace, side: Side, absent: Absent) -> ClockFace:
    """Return the face with the clock of the deciding `side` running or standing by presence."""
    return _shown(face, side, absent, face.delay, face.kept)


def _shown(face: ClockFace, side: Side, absent: Absent, delay: Millis, kept: Millis) -> ClockFace:
    if not absent and not face.stopped:
        return replace(face, delay=delay, kept=kept)
    stopped = side in absent
    both = stopped and side.other in absent
    return replace(face, delay=delay, kept=kept, stopped=stopped, both_absent=both)


def credited(face: ClockFace, millis: Millis) -> ClockFace:
    """Return the face with `millis` of the running decision given back."""
    return replace(face, since=Millis(face.since + millis))


def fresh(control: TimeControl | None, at: Millis, before: ClockFace | None = None) -> ClockFace:
    """Return the clocks at the start of a game: full reserves, and the budgets of the match."""
    reserve = NO_TIME if control is None else control.reserve
    if before is None:
        return ClockFace(reserve, reserve, at)
    return ClockFace(
        reserve,
        reserve,
        at,
        white_absence=before.white_absence,
        black_absence=before.black_absence,
    )
