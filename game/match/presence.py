"""Who is there: connections lost and found again, and leaving for good (rules, section 9)."""

from game.clock import ClockFace, seen
from game.commands import Depart, LeaveMatch, Return
from game.events import MatchLeft, MatchVoided, SeatLeft, SeatReturned
from game.match.course import Course
from game.match.ending import end_session, forfeit
from game.refusals import NothingDue
from game.vocabulary import EndCause, Phase, VoidCause


def depart(course: Course, command: Depart) -> None:
    """Note that a seat has lost its connection; on its turn the budget burns instead."""
    if command.seat in course.state.absent:
        raise NothingDue(f"seat {command.seat} is absent already")
    absent = (*course.state.absent, command.seat)
    course.tell(SeatLeft(command.seat, course.at, _face(course, absent)))


def come_back(course: Course, command: Return) -> None:
    """Note that a seat is connected again; what is left of its delay and reserve runs on."""
    if command.seat not in course.state.absent:
        raise NothingDue(f"seat {command.seat} is not absent")
    absent = tuple(seat for seat in course.state.absent if seat != command.seat)
    course.tell(SeatReturned(command.seat, course.at, _face(course, absent)))


def _face(course: Course, absent: tuple[int, ...]) -> ClockFace | None:
    decision = course.state.decision
    if decision is None:
        return course.state.clock
    face = course.charge(decision.side, allowed=False)
    return seen(face, decision.side, tuple(course.state.side_of(seat) for seat in absent))


def leave(course: Course, command: LeaveMatch) -> None:
    """Leave for good: before the start it voids the match, later it loses it."""
    phase = course.state.phase
    course.tell(MatchLeft(command.seat))
    if phase is Phase.BETWEEN:
        end_session(course, EndCause.LEFT)
    elif phase is Phase.PLAYING:
        forfeit(course, course.state.side_of(command.seat), EndCause.LEFT)
    else:
        course.tell(MatchVoided(VoidCause.LEFT, (command.seat,)))
