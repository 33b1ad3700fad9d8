"""From a command to its events, or to a refusal. Nothing here changes anything."""

from collections.abc import Callable, Mapping
from typing import Any

from game.tournament.commands import (
    AnyTournamentCommand,
    Cancel,
    Come,
    Register,
    ReportResult,
    ReportVoid,
    Ring,
    Withdraw,
)
from game.tournament.drawing import next_round
from game.tournament.events import (
    AnyTournamentEvent,
    EntrantCame,
    EntrantRegistered,
    EntrantWithdrew,
    MeetingBegan,
    MeetingCalledAgain,
    MeetingDecided,
    TournamentCancelled,
    TournamentStarted,
)
from game.tournament.facts import Context, Meeting, TournamentFacts
from game.tournament.folding import folded
from game.tournament.refusals import (
    AlreadyEntered,
    EnteredTooOften,
    NoSuchMeeting,
    NotCalled,
    NotDue,
    NotEntered,
    RegistrationOver,
    TournamentFull,
    TournamentIsOver,
)
from game.tournament.terms import (
    ENTRIES,
    LATE,
    REPLAYS,
    CancelCause,
    DecisionCause,
    TournamentPhase,
)
from game.vocabulary import Millis


class Course:
    """The events of one command so far, and the tournament after them."""

    def __init__(self, state: TournamentFacts, context: Context) -> None:
        self.state = state
        self.context = context
        self.events: list[AnyTournamentEvent] = []

    @property
    def at(self) -> Millis:
        """The moment of the command."""
        return self.context.at

    def tell(self, event: AnyTournamentEvent) -> None:
        """Let this happen."""
        self.events.append(event)
        self.state = folded(self.state, event)


def decide(
    state: TournamentFacts, command: AnyTournamentCommand, context: Context
) -> list[AnyTournamentEvent]:
    """Return what happens by the command, or raise TournamentRefused."""
    if state.over:
        raise TournamentIsOver("the tournament is over")
    course = Course(state, context)
    _DECIDERS[type(command)](course, command)
    _go_on(course)
    return course.events


def due(state: TournamentFacts) -> Millis | None:
    """The earliest moment at which anything may fall due, none if nothing can."""
    if state.over:
        return None
    if state.phase is TournamentPhase.REGISTERING:
        terms = state.terms
        return terms.closes_at if terms.starts_at is None else terms.starts_at
    waits = (each.deadline for each in state.rounds[-1].meetings if each.waits)
    return min(waits, default=None)


def _register(course: Course, command: Register) -> None:
    state, closing = course.state, course.state.terms.closing
    if command.entrant in state.entrants:
        raise AlreadyEntered("you take part already")
    if state.phase is not TournamentPhase.REGISTERING:
        raise RegistrationOver("the tournament has begun")
    if closing is not None and course.at >= closing:
        raise RegistrationOver("nobody enters any more")
    if state.is_full:
        raise TournamentFull("all places are taken")
    if state.withdrew.get(command.entrant, 0) >= ENTRIES:
        raise EnteredTooOften(f"nobody enters more than {ENTRIES} times")
    course.tell(EntrantRegistered(command.entrant, course.at))
    if state.terms.starts_at is None and course.state.is_full:
        _start(course)


def _withdraw(course: Course, command: Withdraw) -> None:
    entrant = course.state.entrants.get(command.entrant)
    if entrant is None or entrant.out is not None:
        raise NotEntered("you take no part")
    course.tell(EntrantWithdrew(command.entrant, course.at))


def _come(course: Course, command: Come) -> None:
    found = course.state.called(command.entrant)
    if found is None or course.at >= found[1].deadline:
        raise NotCalled("no meeting waits for you")
    table, meeting = found
    course.tell(EntrantCame(table, command.entrant, course.at))
    if meeting.came:
        course.tell(MeetingBegan(table, course.context.match, course.at))


def _result(course: Course, command: ReportResult) -> None:
    table, meeting = _played_by(course.state, command.match)
    if command.winner not in meeting.entrants:
        raise NoSuchMeeting(f"{command.winner} does not play {command.match}")
    _decide_meeting(course, table, command.winner, DecisionCause.PLAYED)


def _void(course: Course, command: ReportVoid) -> None:
    """Call both again; who is to blame for the last of many void matches has lost."""
    table, meeting = _played_by(course.state, command.match)
    if meeting.replays < REPLAYS:
        deadline = course.at + course.state.terms.wait
        course.tell(MeetingCalledAgain(table, deadline, course.at))
        return
    present = [each for each in meeting.entrants if each not in command.missing]
    winner = present[0] if len(present) == 1 else None
    _decide_meeting(course, table, winner, DecisionCause.VOID)


def _ring(course: Course, _: Ring) -> None:
    moment = due(course.state)
    if moment is None or course.at < moment:
        raise NotDue("nothing has fallen due")
    if course.state.phase is TournamentPhase.REGISTERING:
        _start(course)
        return
    for table, meeting in enumerate(course.state.rounds[-1].meetings):
        if meeting.waits and meeting.deadline <= course.at:
            _give_up(course, table, meeting)


def _give_up(course: Course, table: int, meeting: Meeting) -> None:
    """Wait no longer for who has not come; but where nobody watched, or nobody could come for
    some of the time, wait anew.
    """
    wait = course.state.terms.wait
    was_away = course.context.away_until > meeting.deadline - wait
    if was_away or course.at - meeting.deadline > LATE:
        deadline = course.at + wait
        course.tell(MeetingCalledAgain(table, deadline, course.at, replay=False))
        return
    winner = meeting.came[0] if meeting.came else None
    _decide_meeting(course, table, winner, DecisionCause.FORFEIT)


def _cancel(course: Course, command: Cancel) -> None:
    course.tell(TournamentCancelled(command.cause, course.at))


def _start(course: Course) -> None:
    state = course.state
    terms = state.terms
    least = terms.capacity if terms.starts_at is None else terms.least
    if len(state.entrants) < least:
        course.tell(TournamentCancelled(CancelCause.TOO_FEW, course.at))
        return
    course.tell(TournamentStarted(course.context.secret, course.at))


def _go_on(course: Course) -> None:
    """Decide what withdrawals decide, and draw the next round when this one is decided."""
    while course.state.phase is TournamentPhase.PLAYING:
        for table, meeting in enumerate(_last(course.state)):
            gone = [each for each in meeting.entrants if _is_out(course.state, each)]
            if meeting.waits and gone:
                present = [each for each in meeting.entrants if each not in gone]
                winner = present[0] if present else None
                _decide_meeting(course, table, winner, DecisionCause.WITHDRAWN)
        if not all(meeting.decided for meeting in _last(course.state)):
            return
        course.tell(next_round(course.state, course.context.secret, course.at))


def _last(state: TournamentFacts) -> tuple[Meeting, ...]:
    """The meetings of the last round; none before the first."""
    return state.rounds[-1].meetings if state.rounds else ()


def _is_out(state: TournamentFacts, entrant: str) -> bool:
    return state.entrants[entrant].out is not None


def _decide_meeting(course: Course, table: int, winner: str | None, cause: DecisionCause) -> None:
    course.tell(MeetingDecided(table, winner, cause, course.at))


def _played_by(state: TournamentFacts, match: str) -> tuple[int, Meeting]:
    found = state.rounds[-1].played_by(match) if state.rounds else None
    if found is None:
        raise NoSuchMeeting(f"no meeting is played by {match}")
    return found


_DECIDERS: Mapping[type, Callable[[Course, Any], None]] = {
    Register: _register,
    Withdraw: _withdraw,
    Come: _come,
    ReportResult: _result,
    ReportVoid: _void,
    Ring: _ring,
    Cancel: _cancel,
}
