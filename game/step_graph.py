"""Every legal order of the steps of a turn, as a graph of what may come next.

Clients show a play as the prefixes of legal sequences (`spec/rules.md`, section 2.4): after the
steps made so far, a checker may be moved along an edge and no other way.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from game.position import Position
from game.stance import Law, Stance, Throw
from game.steps import Point, Step, Steps


class Edge(msgspec.Struct, frozen=True, array_like=True):
    """A legal next step and the node it leads to; `[from, to, node]` in JSON."""

    start: Point
    end: Point
    node: int


class StepGraph(msgspec.Struct, frozen=True):
    """The legal sequences of one throw. Node 0 is the beginning of the turn.

    A sequence is a whole play exactly when its node has no edges.
    """

    nodes: tuple[tuple[Edge, ...], ...]
    positions: tuple[Position, ...]
    """The position at each node; not needed by clients."""
    dice_used: int

    def next_steps(self, prefix: Steps) -> tuple[Step, ...]:
        """Return the steps that may follow these; none if the play is complete.

        Raises KeyError for steps that begin no legal play.
        """
        node = 0
        for step in prefix:
            node = self._follow(node, step)
        return tuple((edge.start, edge.end) for edge in self.nodes[node])

    def prefixes(self) -> Iterator[Steps]:
        """Yield the beginnings of all legal sequences, the empty one and whole plays included.

        There can be many thousands for a doublet; the graph itself stays small.
        """
        pending: list[tuple[Steps, int]] = [((), 0)]
        while pending:
            prefix, node = pending.pop()
            yield prefix
            pending += [((*prefix, (e.start, e.end)), e.node) for e in self.nodes[node]]

    def sequences(self) -> Iterator[tuple[Steps, Position]]:
        """Yield every position in which the turn may end, once, with one legal order to it."""
        seen: set[Position] = set()
        pending: list[tuple[Steps, int]] = [((), 0)]
        visited = {0}
        while pending:
            prefix, node = pending.pop()
            if not self.nodes[node] and self.positions[node] not in seen:
                seen.add(self.positions[node])
                yield prefix, self.positions[node]
            for edge in self.nodes[node]:
                if edge.node not in visited:
                    visited.add(edge.node)
                    pending.append(((*prefix, (edge.start, edge.end)), edge.node))

    def _follow(self, node: int, step: Step) -> int:
        for edge in self.nodes[node]:
            if (edge.start, edge.end) == step:
                return edge.node
        raise KeyError(step)


class _Outlook(NamedTuple):
    """What can come of a stance: `most` further dice to a legal end (-1: none), and a win."""

    most: int
    wins: bool


def step_graph(throw: Throw) -> StepGraph:
    """Find every legal sequence of a throw by trying all orders."""
    return _Search(throw).graph()


class _Search:
    def __init__(self, throw: Throw) -> None:
        self._law = Law(throw)
        self._start = self._law.start
        self._next: dict[Stance, list[tuple[Step, Stance]]] = {}
        self._outlooks: dict[Stance, _Outlook] = {}

    def graph(self) -> StepGraph:
        dice_used = max(self._outlook(self._start).most, 0)
        numbers = {self._start: 0}
        nodes: list[tuple[Edge, ...]] = []
        for stance in (ordered := [self._start]):
            edges = []
            for (start, end), after in self._legal(stance, dice_used):
                if after not in numbers:
                    numbers[after] = len(ordered)
                    ordered.append(after)
                edges.append(Edge(start, end, numbers[after]))
            nodes.append(tuple(edges))
        positions = tuple(Position(stance.mover, stance.waiter) for stance in ordered)
        return StepGraph(tuple(nodes), positions, dice_used)

    def _legal(self, stance: Stance, dice_used: int) -> list[tuple[Step, Stance]]:
        """Keep of the steps from here those that lead on to a legal play (section 2.2, 2.3)."""
        left = dice_used - (len(self._start.dice) - len(stance.dice))
        legal = []
        for step, after in self._next[stance]:
            outlook = self._outlooks[after]
            if outlook.wins or outlook.most == left - 1 >= 0:
                legal.append((step, after))
        return self._larger_die(legal) if dice_used == 1 else legal

    def _larger_die(self, legal: list[tuple[Step, Stance]]) -> list[tuple[Step, Stance]]:
        """If one die alone can be played, keep what the larger of the playable dice does."""
        smallest_left = min((after.dice for _, after in legal), default=())
        return [pair for pair in legal if pair[1].dice == smallest_left or pair[1].won]

    def _outlook(self, stance: Stance) -> _Outlook:
        known = self._outlooks.get(stance)
        if known is None:
            known = self._outlooks[stance] = self._look_ahead(stance)
        return known

    def _look_ahead(self, stance: Stance) -> _Outlook:
        steps = self._next[stance] = [] if stance.won else list(self._law.steps(stance))
        outlooks = [self._outlook(after) for _, after in steps]
        most = max((outlook.most + 1 for outlook in outlooks if outlook.most >= 0), default=-1)
        if most < 0 and not self._law.forbidden_at_the_end(stance):
            most = 0
        return _Outlook(most, stance.won or any(outlook.wins for outlook in outlooks))
