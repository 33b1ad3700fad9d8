"""Positions and matches as short texts: GNU Backgammon's IDs, XGID, and ours for the long family.

Each is read by a `parse` that refuses what the format does not allow, and written by `str` or a
`write_…`; the two directions are each other's inverse.
"""

from game.ids.compact import CompactPosition
from game.ids.gnu_match import GnuMatch, MatchStage
from game.ids.gnu_position import read_gnu_position, write_gnu_position
from game.ids.unary import NoSuchId, UnreadableId
from game.ids.xgid import Xgid

__all__ = [
    "CompactPosition",
    "GnuMatch",
    "MatchStage",
    "NoSuchId",
    "UnreadableId",
    "Xgid",
    "read_gnu_position",
    "write_gnu_position",
]
