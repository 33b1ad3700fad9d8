"""Drawing the pairs of a round: the two-loss Swiss, and the bracket of a knockout (rules, 10).

Pure functions of who is left and what was before; the order that a field is given in is the lot's,
and parts what is equal. So anybody who knows the lot can draw a round again.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec


class Contender(msgspec.Struct, frozen=True):
    """Somebody to be paired; `met` names each opponent once for every time they were paired."""

    id: str
    wins: int
    met: tuple[str, ...] = ()
    byes: int = 0


class Draw(NamedTuple):
    """Who plays whom, and who has nobody to play."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


class _Found(NamedTuple):
    """The best pairs of some of the field: the first of them, and those of the rest."""

    rematches: int
    unequal: int
    pair: tuple[int, int] | None
    rest: "_Found | None"

    @property
    def cost(self) -> tuple[int, int]:
        return self.rematches, self.unequal

    def pairs(self) -> Iterator[tuple[int, int]]:
        here: _Found | None = self
        while here is not None and here.pair is not None:
            yield here.pair
            here = here.rest


_NOBODY = _Found(0, 0, None, None)


def draw_swiss(field: Sequence[Contender]) -> Draw:
    """Pair everybody, one at most left over.

    Of all draws the one with the fewest rematches; of these the one whose bye goes to who has had
    the fewest; of these the one with the fewest pairs of unequal wins. A bye goes to few wins
    rather than to many. What is still equal is as the order of the field has it.
    """
    ordered = sorted(field, key=lambda each: -each.wins)
    search, everybody = _Search(ordered), (1 << len(ordered)) - 1
    if len(ordered) % 2 == 0:
        return _drawn(ordered, search.best(everybody), None)
    first, *others = sorted(range(len(ordered)), key=lambda place: (ordered[place].byes, -place))
    sitting, found = first, search.best(everybody ^ 1 << first)
    for other in others:
        least = search.floor(everybody ^ 1 << other)
        if _cost(least, ordered[other]) < _cost(found.cost, ordered[sitting]):
            another = search.best(everybody ^ 1 << other)
            if _cost(another.cost, ordered[other]) < _cost(found.cost, ordered[sitting]):
                sitting, found = other, another
    return _drawn(ordered, found, ordered[sitting].id)


def _cost(pairs: tuple[int, int], sitting: Contender) -> tuple[int, int, int]:
    """What speaks against a draw, the worst first."""
    rematches, unequal = pairs
    return rematches, sitting.byes, unequal


def _drawn(ordered: Sequence[Contender], found: _Found, bye: str | None) -> Draw:
    pairs = sorted(tuple(sorted(pair)) for pair in found.pairs())
    return Draw(tuple((ordered[one].id, ordered[other].id) for one, other in pairs), bye)


class _Search:
    """Finds the best pairs, depth first, by sets of places in the field as bits.

    Whoever has the fewest partners at no cost is paired first, and no branch is followed that
    cannot be better than what is found. In a large field few have met, so that nearly always the
    first branch is the best; where many have met, the field is small: in a two-loss Swiss after
    *r* rounds about *(r + 1) / 2^r* of it are left.
    """

    def __init__(self, ordered: Sequence[Contender]) -> None:
        places = {each.id: place for place, each in enumerate(ordered)}
        self._met = [[each.met.count(other.id) for other in ordered] for each in ordered]
        self._wins = [each.wins for each in ordered]
        everybody = (1 << len(ordered)) - 1
        self._fresh = [
            everybody
            & ~sum({1 << places[other] for other in each.met if other in places})
            & ~(1 << place)
            for place, each in enumerate(ordered)
        ]
        self._equals = {
            wins: sum(1 << place for place, each in enumerate(ordered) if each.wins == wins)
            for wins in set(self._wins)
        }
        self._known: dict[int, _Found] = {0: _NOBODY}

    def floor(self, left: int) -> tuple[int, int]:
        """What no draw of these can do without: rematches, and pairs of unequal wins."""
        lonely = sum(not self._fresh[place] & left for place in _places(left))
        odd = sum((group & left).bit_count() % 2 for group in self._equals.values())
        return (lonely + 1) // 2, odd // 2

    def best(self, left: int) -> _Found:
        """The best pairs of these, who must be of even number."""
        if (known := self._known.get(left)) is not None:
            return known
        floor = self.floor(left)
        one = min(_places(left), key=lambda place: (self._free(place, left), place))
        first, *others = self._partners(one, left)
        found = self._paired(one, first, left)
        for partner in others:
            if found.cost == floor:
                break
            rematch, unequal, other = partner
            least = self.floor(left ^ (1 << one | 1 << other))
            if (rematch + least[0], unequal + least[1]) < found.cost:
                found = min(found, self._paired(one, partner, left), key=lambda each: each.cost)
        self._known[left] = found
        return found

    def _paired(self, one: int, partner: tuple[int, int, int], left: int) -> _Found:
        """This pair, and the best of the rest."""
        rematch, unequal, other = partner
        rest = self.best(left ^ (1 << one | 1 << other))
        return _Found(rest.rematches + rematch, rest.unequal + unequal, (one, other), rest)

    def _free(self, place: int, left: int) -> int:
        """How many partners somebody has whom nothing speaks against."""
        return (self._fresh[place] & self._equals[self._wins[place]] & left).bit_count()

    def _partners(self, one: int, left: int) -> list[tuple[int, int, int]]:
        """Everybody else, what speaks against each, the best first."""
        return sorted(
            (self._met[one][other], int(self._wins[one] != self._wins[other]), other)
            for other in _places(left & ~(1 << one))
        )


def _places(left: int) -> Iterator[int]:
    """The places of a set, the first first."""
    while left:
        lowest = left & -left
        yield lowest.bit_length() - 1
        left ^= lowest


def seed_bracket(field: Sequence[str]) -> tuple[str | None, ...]:
    """The places of a knockout's first round, filled up to a power of two with nobody.

    Neighbours play; the first of the field, far apart, have nobody beside them. Whoever stays in
    to the end meets the others of the field as late as they come early in it.
    """
    seeds = [0]
    while len(seeds) < len(field):
        last = 2 * len(seeds) - 1
        seeds = [place for seed in seeds for place in (seed, last - seed)]
    return tuple(field[seed] if seed < len(field) else None for seed in seeds)
