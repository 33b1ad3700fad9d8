"""A match: a pure value that commands question and events change.

state = fold(open_match(opening, digest))
events = state.apply(RollDice(seat=0, turn=1), Context(at=now, dice=dice))  # or Refused
for event in events:
state = state.after(event)
"""

from game.match.context import Context, Gap
from game.match.game_state import Cube, GameState
from game.match.opening import SEED_STEP, open_match
from game.match.state import Decided, MatchState, fold

__all__ = [
    "SEED_STEP",
    "Context",
    "Cube",
    "Decided",
    "GameState",
    "Gap",
    "MatchState",
    "fold",
    "open_match",
]
