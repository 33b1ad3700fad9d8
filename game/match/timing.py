"""What time alone brings about: flags, spent absence, the end of the match's time (section 9).

Every command is first judged here. What has fallen due is its whole outcome.
"""

from game.adjudication import Verdict, adjudicate
from game.clock import LONGEST_ALLOWANCE, NO_TIME, charged, credited
from game.commands import AnyCommand, Depart, Return, RingAlarm
from game.endings import Ending
from game.events import (
    AbsenceSpent,
    Decision,
    FlagFell,
    MatchTimeOver,
    MatchVoided,
    PositionAdjudicated,
    TimeCredited,
)
from game.match.context import Gap
from game.match.course import Course
from game.match.ending import end_game, end_match, forfeit
from game.match.facts import MatchFacts
from game.match.opening import seed_step_ends, void_if_missed
from game.side import Side
from game.vocabulary import PLAYING, EndCause, Millis, Phase, VoidCause

ALARM_GRACE = Millis(300)
"""A flag waits so long for a play that is on its way, whoever else sends a command meanwhile."""


def due(state: MatchFacts) -> Millis | None:
    """Return the earliest moment at which anything may fall due; past moments mean now."""
    if state.phase is not PLAYING:
        return _service_due(state)
    control = state.control
    clock_ends = _clock_ends(state)
    if control is None or control.match_limit is None:
        return clock_ends
    ends = (clock_ends, time_ends(state))
    return min((moment for moment in ends if moment is not None), default=None)


def _service_due(state: MatchFacts) -> Millis | None:
    """Return when something falls due while no game runs."""
    match state.phase:
        case Phase.SEEDS:
            return seed_step_ends(state) if state.opened else None
        case Phase.READY:
            return state.draw.since
        case Phase.BETWEEN:
            return None if state.clock is None else state.clock.since
        case _:
            return None


def judge(course: Course, command: AnyCommand) -> bool:
    """Give back what the service took, then say whether time has decided what happens."""
    decision = course.state.decision
    if decision is None:
        if course.state.phase is Phase.SEEDS:
            void_if_missed(course)
        return course.state.over
    if course.context.gaps and due(course.state) is not None:
        for gap in sorted(course.context.gaps, key=_beginning):
            _credit(course, decision, gap)
    return _fallen(course, decision, command)


def _beginning(gap: Gap) -> int:
    return gap.began


def _credit(course: Course, decision: Decision, gap: Gap) -> None:
    if gap.seat not in {None, course.state.seat_of(decision.side)}:
        return
    face = course.face()
    began = max(gap.began, face.since, course.state.credited_until)
    lost = min(gap.ended, course.at) - began
    if lost > 0:
        until = Millis(began + lost)
        face = credited(face, Millis(lost))
        course.tell(TimeCredited(decision.side, Millis(lost), gap.cause, until, face))


def _fallen(course: Course, decision: Decision, command: AnyCommand) -> bool:
    ends = due(course.state)
    if ends is None or course.at < ends:
        return False
    if ends != _clock_ends(course.state):
        _end_time(course, ends)
        return True
    if course.at - _grace(course, decision, command) < ends:
        return False
    _fall(course, decision, ends)
    return True


def _grace(course: Course, decision: Decision, command: AnyCommand) -> Millis:
    """Return for how long after its end a clock is still believed to run."""
    if isinstance(command, RingAlarm) or course.face().stopped:
        return NO_TIME
    own = getattr(command, "seat", None) == course.state.seat_of(decision.side)
    if own and not isinstance(command, Depart | Return):
        return min(course.context.allowance, LONGEST_ALLOWANCE)
    return ALARM_GRACE


def _clock_ends(state: MatchFacts) -> Millis | None:
    clock, decision = state.clock, state.decision
    if clock is None or decision is None:
        return None
    return clock.falls_at(decision.side, timed=state.control is not None)


def time_ends(state: MatchFacts) -> Millis | None:
    """Return when the time of the match is over, where it has a limit."""
    control = state.control
    if control is None or control.match_limit is None or state.phase is not PLAYING:
        return None
    return state.began + control.match_limit + state.credited


def _fall(course: Course, decision: Decision, at: Millis) -> None:
    face = charged(course.face(), decision.side, at)
    if not face.stopped:
        course.tell(FlagFell(decision.side, at, face))
        forfeit(course, decision.side, EndCause.FLAG)
        return
    sides = tuple(Side) if face.both_absent else (decision.side,)
    spent = [side for side in sides if face.absence(side) == 0]
    for side in spent:
        course.tell(AbsenceSpent(side, at, face))
    if len(spent) == len(Side):
        course.tell(MatchVoided(VoidCause.BOTH_ABSENT))
    else:
        forfeit(course, spent[0], EndCause.ABSENCE)


def _end_time(course: Course, at: Millis) -> None:
    course.tell(MatchTimeOver(at))
    white, black = course.state.score
    if white != black:
        end_match(course, Side.WHITE if white > black else Side.BLACK, EndCause.TIME)
        return
    judged = adjudicated(course.state)
    course.tell(judged)
    if judged.winner is None:
        course.tell(MatchVoided(VoidCause.TOO_EVEN))
    else:
        end_game(course, judged.winner, Ending.SINGLE, EndCause.ADJUDICATED)


def adjudicated(state: MatchFacts) -> PositionAdjudicated:
    """Judge the running game from its position, whoever's turn it is being on roll."""
    game = state.running
    mover = state.decision.side if state.decision and state.decision.cascade else game.mover
    mover = mover or Side.WHITE
    verdict = adjudicate(state.position_of(mover), game.cube.value, state.score, state.book.rules)
    white = mover is Side.WHITE
    pips = (verdict.mover_pips, verdict.waiter_pips)
    wins = verdict.mover_wins if white else verdict.trials - verdict.mover_wins
    return PositionAdjudicated(
        version=verdict.version,
        winner=_winner(verdict, mover),
        method=verdict.method,
        white_pips=pips[0 if white else 1],
        black_pips=pips[1 if white else 0],
        white_wins=wins,
        trials=verdict.trials,
    )


def _winner(verdict: Verdict, mover: Side) -> Side | None:
    if verdict.mover_won is None:
        return None
    return mover if verdict.mover_won else mover.other
