"""Follow a log by the rules: every commit has to follow from those before it.

The events are folded as the server and every client fold them, and each commit is held to the
hash of the state after it. A hash does not say how a position was reached, so every roll, play and
pass is judged besides, and every result by what brought it about. Doubles and the clocks are not:
whoever changes those and writes all hashes anew is found only beside a log that somebody else has
kept.
"""

from collections.abc import Iterator

from game.cascade import Cascade
from game.events import (
    AnyEvent,
    CheckersPlayed,
    Decision,
    DiceRolled,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchOpened,
    MatchVoided,
    TurnPassed,
)
from game.illegal import IllegalPlay
from game.match import MatchState
from game.notation import write_play
from game.plays import Plays
from game.position import Position
from game.side import Side
from game.steps import Dice
from game.vocabulary import DecisionKind
from server.records.findings import Fault, Finding
from server.records.log import LoggedCommit, MatchLog
from server.records.results import game_fault, match_fault


def course_faults(log: MatchLog) -> Iterator[Finding]:
    """The first place where a log does not follow."""
    state = MatchState.new()
    for commit in log.commits:
        try:
            state = _followed(state, commit)
        except _Unlawful as why:
            yield Finding(Fault.COURSE, f"the log was changed here: {why}", commit.seq)
            return


def end_faults(log: MatchLog) -> Iterator[Finding]:
    """Whether a log reaches the end of its match."""
    events = (event for commit in log.commits for event in commit.events)
    if not any(isinstance(event, MatchEnded | MatchVoided) for event in events):
        last = log.commits[-1].seq
        yield Finding(Fault.END, "the log stops here, and the match had not ended", last)


class _Unlawful(Exception):
    """What is wrong with an event or with the state after a commit."""


def _followed(state: MatchState, commit: LoggedCommit) -> MatchState:
    """The state after one more commit; raises `_Unlawful`."""
    try:
        before: AnyEvent | None = None
        for event in commit.events:
            _judge(state, event)
            _judge_result(state, before, event)
            state, before = state.after(event), event
        reached = state.hash()
    except (LookupError, ValueError) as impossible:
        # A log that was tampered with asks for a game that has not begun, or for a die of 7.
        raise _Unlawful(str(impossible)) from impossible
    if reached != commit.hash:
        raise _Unlawful("the state after it has another hash")
    return state


def _judge(state: MatchState, event: AnyEvent) -> None:
    if state.over:
        raise _Unlawful("the match had ended")
    match event:
        case MatchOpened() if state.opened is not None:
            raise _Unlawful("the match had been opened")
        case GameStarted(position=text):
            if problems := Position.parse(text).problems(state.conventions.play_rules):
                raise _Unlawful(f"no game begins so: {', '.join(problems.codes)}")
        case DiceRolled():
            _judge_roll(state, event)
        case CheckersPlayed():
            _judge_play(state, event)
        case TurnPassed():
            _judge_pass(state, event)
        case _:
            pass


def _judge_result(state: MatchState, before: AnyEvent | None, event: AnyEvent) -> None:
    why = None
    if isinstance(event, GameEnded):
        why = game_fault(state, before, event)
    elif isinstance(event, MatchEnded):
        why = match_fault(state, event)
    if why is not None:
        raise _Unlawful(why)


def _judge_roll(state: MatchState, rolled: DiceRolled) -> None:
    _see_decision(state, rolled.side, DecisionKind.ROLL)
    Dice(*rolled.dice)  # which raises for what no dice show
    cascade = state.book.cascade(state.running.thrown(rolled.side, rolled.dice), rolled.side)
    _see_cascade(rolled.next, cascade)


def _judge_play(state: MatchState, played: CheckersPlayed) -> None:
    cascade = _see_decision(state, played.side, DecisionKind.PLAY).cascade
    reached = state.legal_plays.judge(played.steps)
    if isinstance(reached, IllegalPlay):
        raise _Unlawful(f"the play is not legal: {reached.message}")
    if state.book.text(reached, played.side) != played.position:
        raise _Unlawful("the steps do not lead to the position that is told")
    if cascade is not None:
        _see_cascade(played.next, cascade.after(played.steps, state.book.rules))


def _judge_pass(state: MatchState, passed: TurnPassed) -> None:
    cascade = _passed_stage(state, passed.side)
    plays = state.book.plays(state.running, passed.side, cascade)
    if plays:
        raise _Unlawful(f"the turn was passed, and {_written(plays)} could be played")
    if cascade is not None:
        _see_cascade(passed.next, cascade.after((), state.book.rules))


def _passed_stage(state: MatchState, side: Side) -> Cascade | None:
    """The stage in which nothing could be moved: with the roll itself none is decided yet."""
    if state.decision is not None:
        return _see_decision(state, side, DecisionKind.PLAY).cascade
    if state.running.mover is not side:
        raise _Unlawful(f"{side} did not throw these dice")
    return state.book.cascade(state.running, side)


def _see_decision(state: MatchState, side: Side, kind: DecisionKind) -> Decision:
    decision = state.decision
    if decision is None or (decision.side, decision.kind) != (side, kind):
        raise _Unlawful(f"it was not for {side} to {kind}")
    return decision


def _see_cascade(following: Decision | None, due: Cascade | None) -> None:
    if following is not None and following.cascade != due:
        raise _Unlawful("the cascade does not go on like that")


def _written(plays: Plays) -> str:
    return write_play(plays.before, plays[0].steps, plays.rules)
