"""What a side has lost of the running game, and what it still could (rules, sections 8 and 9).

Dice that lie on the table count: of all that `certainty` reckons with, only what they allow can
still happen.
"""

from collections.abc import Iterator

from game.certainty import could_lose_gammon, least_ending
from game.endings import Ending
from game.match.facts import MatchFacts
from game.position import Position
from game.side import Side
from game.vocabulary import PLAY, DecisionKind

_MAY_DROP = (DecisionKind.ANSWER_DOUBLE, DecisionKind.ANSWER_BEAVER)


def forfeited(state: MatchFacts, loser: Side) -> Ending:
    """Return how a side loses by flag, absence or leaving: a gammon if it was still possible."""
    rules = state.book.rules
    possible = any(
        could_lose_gammon(position, rules, loser_to_move=to_move)
        for position, to_move in _prospects(state, loser)
    )
    return Ending.GAMMON if possible else Ending.SINGLE


def certain(state: MatchFacts, loser: Side) -> Ending:
    """Return what a side has lost already, however play goes on, if it is to lose at all."""
    decision = state.decision
    if decision is not None and decision.side is loser and decision.kind in _MAY_DROP:
        return Ending.SINGLE
    least = Ending.BACKGAMMON
    for position, to_move in _prospects(state, loser):
        ending = least_ending(position, state.book.rules, loser_to_move=to_move)
        least = min(least, ending, key=_worth)
        if least is Ending.SINGLE:
            break
    return least


def _prospects(state: MatchFacts, loser: Side) -> Iterator[tuple[Position, bool]]:
    """Yield what may stand when dice are thrown next, the loser first, and if he throws them.

    After a stage of a cascade another may follow; who throws is nothing that its rules ask for.
    """
    decision = state.decision
    if decision is None or decision.kind is not PLAY:
        yield state.position_of(loser), state.running.mover is loser
        return
    to_move = decision.side is not loser
    for play in state.legal_plays:
        yield play.position.swapped() if to_move else play.position, to_move


def _worth(ending: Ending) -> int:
    return ending.worth
