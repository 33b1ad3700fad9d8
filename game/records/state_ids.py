"""A running game as other programs name it: GNU Backgammon's pair of IDs, and XGID."""

from game.conventions import CubeKind, Form
from game.endings import Ending
from game.ids import GnuMatch, MatchStage, Xgid, write_gnu_position
from game.match import MatchState
from game.side import Side
from game.steps import Dice
from game.vocabulary import DecisionKind

_PLAYERS = {Side.WHITE: 0, Side.BLACK: 1}
_ANSWERS = frozenset({DecisionKind.ANSWER_DOUBLE, DecisionKind.ANSWER_BEAVER})


def gnu_ids(state: MatchState) -> str:
    """Write `position:match`; white is player 0. The position is that of the player on roll.

    Raises NoSuchId for rule sets without such an ID, LookupError before the first game.
    """
    mover = state.running.mover or Side.WHITE
    position = write_gnu_position(state.position_of(mover), state.book.rules)
    return f"{position}:{gnu_match(state)}"


def gnu_match(state: MatchState) -> GnuMatch:
    """Return what a match ID says of a running game. Raises LookupError before the first."""
    game, decision, conventions = state.running, state.decision, state.conventions
    mover = game.mover or Side.WHITE
    decider = mover if decision is None else decision.side
    resigning = game.resigning
    if resigning is not None:
        decider = resigning.side.other
    return GnuMatch(
        cube=game.cube.value,
        cube_owner=None if game.cube.owner is None else _PLAYERS[game.cube.owner],
        on_roll=_PLAYERS[mover],
        decider=_PLAYERS[decider],
        crawford=game.crawford,
        stage=MatchStage.PLAYING if decision is not None else MatchStage.OVER,
        doubled=decision is not None and decision.kind in _ANSWERS,
        resignation=0 if resigning is None else list(Ending).index(resigning.ending) + 1,
        dice=None if game.dice is None else Dice(*game.dice),
        length=(conventions.length or 0) if conventions.form is Form.MATCH else 0,
        scores=state.score,
        jacoby=conventions.jacoby,
    )


def xgid(state: MatchState) -> str:
    """Write the XGID of a running game, from the view of the side that must decide.

    Raises NoSuchId for the long family, LookupError before the first game.
    """
    game, conventions, decision = state.running, state.conventions, state.decision
    decider = decision.side if decision is not None else game.mover or Side.WHITE
    money = conventions.form is not Form.MATCH
    flags = conventions.jacoby + 2 * conventions.beaver if money else int(game.crawford)
    owners = {None: 0, decider: 1, decider.other: -1}
    cap = conventions.cube_cap or 1 << 10
    return Xgid(
        position=state.position_of(decider),
        cube=game.cube.value,
        cube_owner=owners[game.cube.owner],
        dice=_dice(state),
        score=state.points_of(decider),
        other_score=state.points_of(decider.other),
        flags=flags,
        length=0 if money else conventions.length or 0,
        cube_limit=0 if conventions.cube is CubeKind.NONE else cap.bit_length() - 1,
    ).text(state.book.rules)


def _dice(state: MatchState) -> str:
    decision, dice = state.decision, state.running.dice
    if decision is not None and decision.kind is DecisionKind.ANSWER_DOUBLE:
        return "D"
    if decision is not None and decision.kind is DecisionKind.ANSWER_BEAVER:
        return "B"
    return "00" if dice is None else f"{max(dice)}{min(dice)}"
