"""Choosing a play checker by checker: the steps that were pressed, and those that may follow."""

import msgspec

from game.plays import Plays
from game.position import Position
from game.steps import Point, Step, Steps


class Draft(msgspec.Struct, frozen=True):
    """Steps that were chosen in a turn and not confirmed yet; ``by`` which update last.

    ``held``: the point whose checker is in hand, where one was taken up and not put down yet.
    """

    turn: int
    steps: Steps = ()
    by: str = ""
    held: Point | None = None

    def kept(self) -> bytes:
        """The draft as a board keeps it."""
        return msgspec.json.encode(self)

    @classmethod
    def of(cls, kept: bytes | None, turn: int) -> "Draft":
        """The draft of this turn; what was chosen in another one is forgotten."""
        if kept is None:
            return cls(turn)
        draft = msgspec.json.decode(kept, type=cls)
        return draft if draft.turn == turn else cls(turn)


class Choice(msgspec.Struct, frozen=True):
    """Where the draft leads, what may follow, and whether it is a whole play."""

    steps: Steps
    position: Position
    following: tuple[Step, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing more is to be chosen."""
        return not self.following


def choice(plays: Plays, steps: Steps) -> Choice:
    """What may be chosen after these steps; steps that begin no legal play are dropped."""
    graph = plays.graph()
    node = 0
    taken: list[Step] = []
    for start, end in steps:
        edge = next((e for e in graph.nodes[node] if (e.start, e.end) == (start, end)), None)
        if edge is None:
            break
        node = edge.node
        taken.append((start, end))
    following = tuple((edge.start, edge.end) for edge in graph.nodes[node])
    return Choice(tuple(taken), graph.positions[node], following)


def dice_used(dice: tuple[int, ...], steps: Steps) -> tuple[bool, ...]:
    """Which of the dice these steps have used; a checker may be borne off by a larger die."""
    used = [False] * len(dice)
    for start, end in steps:
        exact = [i for i, die in enumerate(dice) if not used[i] and die == start - end]
        larger = [i for i, die in enumerate(dice) if not used[i] and die > start - end]
        if index := (exact or larger)[:1]:
            used[index[0]] = True
    return tuple(used)
