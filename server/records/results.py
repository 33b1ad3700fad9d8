"""Judge in a log how its games and the match ended: by what led to it, the cube and the score."""

from collections.abc import Mapping

from game.conventions import Form
from game.events import (
    AbsenceSpent,
    AnyEvent,
    CheckersPlayed,
    DoubleDropped,
    FlagFell,
    GameEnded,
    MatchEnded,
    MatchLeft,
    PositionAdjudicated,
    ResignationAccepted,
)
from game.match import MatchState
from game.match.ending import score_after
from game.side import Side
from game.stakes import points, stakes
from game.vocabulary import EndCause

_CAUSES: Mapping[type[AnyEvent], EndCause] = {
    CheckersPlayed: EndCause.BORNE_OFF,
    DoubleDropped: EndCause.DROPPED,
    ResignationAccepted: EndCause.RESIGNED,
    FlagFell: EndCause.FLAG,
    AbsenceSpent: EndCause.ABSENCE,
    MatchLeft: EndCause.LEFT,
    PositionAdjudicated: EndCause.ADJUDICATED,
}


def game_fault(state: MatchState, before: AnyEvent | None, ended: GameEnded) -> str | None:
    """What is wrong with the end of a game, `before` being the event that brought it about."""
    conventions, cube = state.conventions, state.running.cube
    cause = _CAUSES.get(type(before)) if before else None
    if ended.cause is not cause:
        return f"the game did not end by {ended.cause}"
    if ended.winner is not (winner := _winner_by(state, before)):
        return f"the game was won by {winner or 'nobody'}, not by {ended.winner}"
    won = points(conventions, ended.ending, cube.value, turned=cube.turned)
    if ended.points != won:
        return f"the game gave {won} points, not {ended.points}"
    paid = stakes(conventions, ended.ending, cube.value, turned=cube.turned)
    if ended.stakes != paid:
        return f"{paid} stakes change hands for the game, not {ended.stakes}"
    return _score_fault(score_after(state, ended.winner, won), ended.score)


def match_fault(state: MatchState, ended: MatchEnded) -> str | None:
    """What is wrong with the end of a match: all of it follows from its games."""
    winner = _winner(state, ended.cause)
    if ended.winner is not winner:
        return f"the games were won by {winner or 'nobody'}, not by {ended.winner or 'nobody'}"
    paid = int(state.conventions.form is Form.MATCH)
    if ended.stakes != paid:
        return f"{paid} stakes change hands for the match, not {ended.stakes}"
    return _score_fault(state.score, ended.score)


def _winner_by(state: MatchState, before: AnyEvent | None) -> Side | None:
    match before:
        case CheckersPlayed() | ResignationAccepted():
            return before.side
        case DoubleDropped() | FlagFell() | AbsenceSpent():
            return before.side.other
        case MatchLeft():
            return state.side_of(before.seat).other
        case PositionAdjudicated():
            return before.winner
        case _:
            return None


def _winner(state: MatchState, cause: EndCause) -> Side | None:
    if state.conventions.form is not Form.MONEY and cause is not EndCause.TIME:
        return state.running.winner
    white, black = state.score
    if white == black:
        return None
    return Side.WHITE if white > black else Side.BLACK


def _score_fault(due: tuple[int, int], told: tuple[int, int]) -> str | None:
    if due == told:
        return None
    return f"the games gave {due[0]}:{due[1]}, not {told[0]}:{told[1]}"
