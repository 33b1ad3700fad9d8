"""How each event changes a match. Folding applies and never judges: all that was decided stands
in the event.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from game.clock import ClockFace
from game.events import (
    AbsenceSpent,
    AnyEvent,
    ArchiveCommitted,
    Beavered,
    CheckersPlayed,
    ColoursDrawn,
    CubeDoubledAutomatically,
    Decision,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FlagFell,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchLeft,
    MatchOpened,
    MatchTimeOver,
    MatchVoided,
    OpeningRolled,
    PositionAdjudicated,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    SeatLeft,
    SeatReturned,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
    StopOffered,
    TimeCredited,
    TurnPassed,
)
from game.match.facts import Draw, MatchFacts
from game.match.game_state import Cube, GameState
from game.match.play_book import PlayBook
from game.vocabulary import ROLL, Millis, Phase

S = TypeVar("S", bound=MatchFacts)


def folded(state: S, event: AnyEvent) -> S:
    """Return the match after the event."""
    after: S = FOLDS[type(event)](state, event)
    return after


# --- the draw


def _match_opened(state: S, event: MatchOpened) -> S:
    nobody = (None,) * len(event.players)
    return replace(
        state,
        opened=event,
        draw=Draw(digests=nobody, seeds=nobody, since=event.at),
        control=event.conventions.clock,
        book=PlayBook(event.conventions.play_rules),
    )


def _secret_committed(state: S, event: SecretCommitted) -> S:
    return replace(state, draw=replace(state.draw, secret=event.digest))


def _seed_committed(state: S, event: SeedCommitted) -> S:
    digests = _with(state.draw.digests, event.seat, event.digest)
    draw = replace(state.draw, digests=digests)
    if None not in digests:
        draw = replace(draw, since=event.at)
    return replace(state, draw=draw)


def _seed_revealed(state: S, event: SeedRevealed) -> S:
    seeds = _with(state.draw.seeds, event.seat, event.seed)
    draw = replace(state.draw, seeds=seeds)
    if None in seeds:
        return replace(state, draw=draw)
    return replace(state, draw=replace(draw, since=event.at), phase=Phase.READY)


def _with(values: tuple[str | None, ...], seat: int, value: str) -> tuple[str | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _archive_committed(state: S, event: ArchiveCommitted) -> S:
    return replace(state, draw=replace(state.draw, archive=event.digest))


def _colours_drawn(state: S, event: ColoursDrawn) -> S:
    return replace(state, white=event.white)


# --- games


def _game_started(state: S, event: GameStarted) -> S:
    game = GameState(
        number=event.number,
        position=event.position,
        crawford=event.crawford,
        cube=Cube(event.cube),
        starter=event.starter,
        mover=event.starter,
    )
    return _decided(
        replace(
            state,
            phase=Phase.PLAYING,
            began=state.began or event.clock.since,
            crawford_played=state.crawford_played or event.crawford,
        ),
        game,
        event.next,
        event.clock,
    )


def _opening_rolled(state: S, event: OpeningRolled) -> S:
    state = replace(state, next_draw=event.draw + 1)
    if event.winner is None:
        return state
    game = replace(state.running, starter=event.winner, mover=event.winner)
    if event.kept:
        game = game.thrown(event.winner, (event.white, event.black))
    return _decided(state, game, event.next, event.clock or state.clock)


def _cube_doubled_automatically(state: S, event: CubeDoubledAutomatically) -> S:
    return replace(state, game=replace(state.running, cube=Cube(event.value)))


def _dice_rolled(state: S, event: DiceRolled) -> S:
    return replace(
        state,
        game=state.running.thrown(event.side, event.dice),
        decision=event.next,
        turn=_turn(state, event.next),
        clock=event.clock,
        next_draw=event.draw + 1,
    )


def _checkers_played(state: S, event: CheckersPlayed) -> S:
    game = replace(state.running, position=event.position)
    return _turn_over(state, game, event.next, event.clock)


def _turn_passed(state: S, event: TurnPassed) -> S:
    return _turn_over(state, state.running, event.next, event.clock)


def _turn_over(state: S, game: GameState, following: Decision | None, clock: ClockFace) -> S:
    if following is not None and following.kind is ROLL:
        game = game.turn_of(following.side)
    return _decided(state, game, following, clock)


def _decided(state: S, game: GameState, following: Decision | None, clock: ClockFace | None) -> S:
    turn = _turn(state, following)
    return replace(state, game=game, decision=following, turn=turn, clock=clock)


def _turn(state: MatchFacts, following: Decision | None) -> int:
    return state.turn if following is None else following.turn


# --- the cube and resignations


def _double_offered(state: S, event: DoubleOffered) -> S:
    cube = replace(state.running.cube, offered=event.value)
    return _decided(state, replace(state.running, cube=cube), event.next, event.clock)


def _double_taken(state: S, event: DoubleTaken) -> S:
    cube = Cube(event.value, event.owner, turned=True)
    return _decided(state, replace(state.running, cube=cube), event.next, event.clock)


def _beavered(state: S, event: Beavered) -> S:
    taken = state.running.cube.offered
    cube = Cube(taken, event.side, offered=event.value, turned=True)
    return _decided(state, replace(state.running, cube=cube), event.next, event.clock)


def _clock_stopped(state: S, event: DoubleDropped | FlagFell | AbsenceSpent) -> S:
    return replace(state, clock=event.clock)


def _resignation_offered(state: S, event: ResignationOffered) -> S:
    resigned = (*state.running.resigned, event.side)
    return replace(state, game=replace(state.running, resigning=event, resigned=resigned))


def _resignation_refused(state: S, _: ResignationRefused) -> S:
    return replace(state, game=replace(state.running, resigning=None))


def _resignation_accepted(state: S, event: ResignationAccepted) -> S:
    game = replace(state.running, resigning=None)
    return replace(state, game=game, clock=event.clock)


# --- time, presence, ends


def _time_credited(state: S, event: TimeCredited) -> S:
    credited = Millis(state.credited + event.millis)
    return replace(state, clock=event.clock, credited=credited, credited_until=event.until)


def _seat_left(state: S, event: SeatLeft) -> S:
    return replace(state, absent=(*state.absent, event.seat), clock=event.clock)


def _seat_returned(state: S, event: SeatReturned) -> S:
    absent = tuple(seat for seat in state.absent if seat != event.seat)
    return replace(state, absent=absent, clock=event.clock)


def _stop_offered(state: S, event: StopOffered) -> S:
    return replace(state, stops=(*state.stops, event.seat))


def _noted(state: S, _: MatchLeft | MatchTimeOver | PositionAdjudicated) -> S:
    return state


def _game_ended(state: S, event: GameEnded) -> S:
    game = replace(state.running, winner=event.winner)
    return replace(state, phase=Phase.BETWEEN, score=event.score, game=game, decision=None)


def _match_ended(state: S, event: MatchEnded | MatchVoided) -> S:
    return replace(state, phase=Phase.OVER, decision=None, result=event)


# The values take each event's own class, which a table by class cannot say.
FOLDS: Mapping[type[Event], Callable[[Any, Any], Any]] = {
    MatchOpened: _match_opened,
    SecretCommitted: _secret_committed,
    SeedCommitted: _seed_committed,
    SeedRevealed: _seed_revealed,
    ArchiveCommitted: _archive_committed,
    ColoursDrawn: _colours_drawn,
    GameStarted: _game_started,
    OpeningRolled: _opening_rolled,
    CubeDoubledAutomatically: _cube_doubled_automatically,
    DiceRolled: _dice_rolled,
    CheckersPlayed: _checkers_played,
    TurnPassed: _turn_passed,
    DoubleOffered: _double_offered,
    DoubleTaken: _double_taken,
    Beavered: _beavered,
    DoubleDropped: _clock_stopped,
    ResignationOffered: _resignation_offered,
    ResignationRefused: _resignation_refused,
    ResignationAccepted: _resignation_accepted,
    GameEnded: _game_ended,
    TimeCredited: _time_credited,
    FlagFell: _clock_stopped,
    SeatLeft: _seat_left,
    SeatReturned: _seat_returned,
    AbsenceSpent: _clock_stopped,
    MatchLeft: _noted,
    StopOffered: _stop_offered,
    MatchTimeOver: _noted,
    PositionAdjudicated: _noted,
    MatchEnded: _match_ended,
    MatchVoided: _match_ended,
}
