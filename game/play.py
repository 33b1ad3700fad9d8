"""A play: everything moved with one roll."""

import msgspec

from game.position import Position
from game.steps import Steps


class Play(msgspec.Struct, frozen=True, gc=False):
    """The steps of a play in a legal order, and where they lead.

    `position` still has the same side as mover; `position.swapped()` passes the turn.
    """

    steps: Steps
    position: Position
