"""The signs of a typed play put together: which checkers go where, and the roll if it is said."""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise
from typing import NamedTuple

from bots.reading.tokens import Kind, Sign, signs
from game.steps import Point


class TypedMove(NamedTuple):
    """The way of one checker, or of several that go the same, as it was typed."""

    points: tuple[Point, ...]
    times: int = 1
    hits: frozenset[Point] = frozenset()


class TypedPlay(NamedTuple):
    """A play as it was typed; `roll` are the dice that were said before it, if any."""

    moves: tuple[TypedMove, ...]
    roll: tuple[int, int] | None = None


class NotAPlay(ValueError):
    """A text that is no play; `word` is what could not be understood, empty for the whole."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def read_moves(text: str) -> TypedPlay:
    """Read a typed play. Raises NotAPlay, and only that, whatever it is given."""
    found = signs(text)
    roll, rest = _roll(found)
    stray = next((sign for sign in rest if sign.kind in {Kind.OTHER, Kind.ROLL}), None)
    if stray is not None:
        raise NotAPlay(stray.text.strip())
    groups = [_Group.of(group) for group in _parted(rest)]
    moves = tuple(move for group in groups for move in group.moves())
    if not moves:
        raise NotAPlay("")
    return TypedPlay(moves, roll)


def _roll(found: Sequence[Sign]) -> tuple[tuple[int, int] | None, Sequence[Sign]]:
    """Take the roll off the front: `64:`, `64`, or a lone `21` before linked points."""
    said = list(dropwhile(_parts, found))
    if not said:
        return None, said
    first, rest = said[0], list(dropwhile(_parts, said[1:]))
    if first.kind is Kind.ROLL:
        return (first.number // 10, first.number % 10), rest
    lone = (
        first.kind is Kind.POINT
        and len(first.text) == 2
        and set(first.text) <= set("123456")
        and [sign.kind for sign in rest[:2]] == [Kind.POINT, Kind.LINK]
    )
    return ((int(first.text[0]), int(first.text[1])), rest) if lone else (None, said)


def _parts(sign: Sign) -> bool:
    return sign.kind is Kind.PART


def _parted(found: Sequence[Sign]) -> Iterator[list[Sign]]:
    """Yield what stands between commas."""
    group: list[Sign] = []
    for sign in found:
        if sign.kind is Kind.PART:
            yield group
            group = []
        else:
            group.append(sign)
    yield group


class _Chain:
    """Points that are linked to one another, as `13/11*/5(2)`."""

    def __init__(self, first: Sign) -> None:
        self.points = [first.number]
        self.times = 1
        self.hits: set[Point] = set()
        self.linked = False
        """Whether a link is open that wants a further point."""

    def move(self) -> TypedMove:
        return TypedMove(tuple(self.points), self.times, frozenset(self.hits))


class _Group:
    """A run of signs without a comma, as chains."""

    def __init__(self) -> None:
        self._chains: list[_Chain] = []

    @classmethod
    def of(cls, found: Sequence[Sign]) -> "_Group":
        group = cls()
        for sign in found:
            group._take(sign)
        if group._chains and group._chains[-1].linked:
            raise NotAPlay(found[-1].text.strip())
        return group

    def moves(self) -> Iterator[TypedMove]:
        """Yield the moves; points that nothing links belong together two by two."""
        waiting: list[_Chain] = []
        for chain in self._chains:
            if len(chain.points) > 1:
                self._refuse(waiting)
                yield chain.move()
                continue
            waiting.append(chain)
            if len(waiting) == 2:
                start, end = waiting
                waiting = []
                yield TypedMove((*start.points, *end.points), end.times, frozenset(end.hits))
        self._refuse(waiting)

    def _refuse(self, waiting: Sequence[_Chain]) -> None:
        if waiting:
            raise NotAPlay(str(waiting[0].points[0]))

    def _take(self, sign: Sign) -> None:
        last = self._chains[-1] if self._chains else None
        if sign.kind is Kind.POINT:
            if last is not None and last.linked:
                last.points.append(sign.number)
                last.linked = False
            else:
                self._chains.append(_Chain(sign))
            return
        if last is None or last.linked:
            raise NotAPlay(sign.text.strip())
        match sign.kind:
            case Kind.LINK:
                last.linked = True
            case Kind.TIMES:
                last.times = sign.number
            case _:
                last.hits.add(last.points[-1])


def goes_upwards(play: TypedPlay) -> bool:
    """Whether every checker would go away from home: somebody counts from the other side."""
    return all(a < b for move in play.moves for a, b in pairwise(move.points))
