"""Who stands where: later out is higher, then Buchholz, then direct encounter, then the lot."""

from collections.abc import Iterable, Mapping

from game.tournament.facts import Entrant, TournamentFacts
from game.tournament.lots import LAST, lot


def buchholz(entrant: Entrant, entrants: Mapping[str, Entrant]) -> int:
    """The wins of all whom somebody met, those he met again counted again."""
    return sum(entrants[other].wins for other in entrant.met)


def standings(state: TournamentFacts) -> tuple[str, ...]:
    """All who entered, from the first place to the last, as far as it is known now.

    Who is still in is above all who are out; of these more wins are higher. Before the start
    nobody knows the lots: the order is that in which they entered.
    """
    ranks: dict[tuple[float, int, int], list[Entrant]] = {}
    for each in state.entrants.values():
        exit_ = float("inf") if each.out is None else each.out
        still_in = each.wins if each.out is None else 0
        rank = (-exit_, -still_in, -buchholz(each, state.entrants))
        ranks.setdefault(rank, []).append(each)
    return tuple(each for rank in sorted(ranks) for each in _parted(ranks[rank], state.secret))


def _parted(equals: Iterable[Entrant], secret: str | None) -> list[str]:
    """Equals by how often each beat the others of them, then by lot."""
    group = list(equals)
    names = {each.id for each in group}

    def key(each: Entrant) -> tuple[int, bytes]:
        beaten = sum(other in names for other in each.beaten)
        return -beaten, b"" if secret is None else lot(secret, LAST, each.id)

    return [each.id for each in sorted(group, key=key)]
