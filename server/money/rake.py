"""Rake: what the house keeps of what a winner wins from a loser, by a table of rates.

It is fixed when the stake is held, and shown before: pure functions of rates, stake, rating.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

PER_MILLION: Final = 1_000_000
USUAL_RATING: Final = 1500
"""Of who has no rating yet."""

_MOST = 10_000


class RakeRate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of the table. Of the lines that fit a win, the last one counts.

    It fits from its least stake, win and rating of the winner on; `tournament` left out, in and
    out of tournaments.
    """

    basis_points: Annotated[int, Meta(ge=0, le=_MOST)]
    """Hundredths of a per cent of the win: 500 is 5 %."""
    stake_from: Annotated[int, Meta(ge=0)] = 0
    win_from: Annotated[int, Meta(ge=0)] = 0
    rating_from: Annotated[int, Meta(ge=0)] = 0
    tournament: bool | None = None


class RakeStep(Struct, frozen=True):
    """From a win of so many coins on, so many millionths of it."""

    win_from: int
    per_million: int


Rake = tuple[RakeStep, ...]
"""What one winner would pay, by what he wins; the first step is from nothing on."""


class At(Struct, frozen=True):
    """Where a stake is played for, and how strong whoever may win it is."""

    stake: int
    rating: int = USUAL_RATING
    tournament: bool = False


def rake_at(rates: Iterable[RakeRate], at: At, percent: int = 100) -> Rake:
    """Read the table for one winner; `percent` is how much of the rate he pays (VIP: half)."""
    fitting = [
        rate
        for rate in rates
        if at.stake >= rate.stake_from
        and at.rating >= rate.rating_from
        and rate.tournament in {None, at.tournament}
    ]
    steps: list[RakeStep] = []
    for win in sorted({0, *(rate.win_from for rate in fitting)}):
        counting = [rate.basis_points for rate in fitting if rate.win_from <= win]
        per_million = counting[-1] * percent if counting else 0
        if not steps or steps[-1].per_million != per_million:
            steps.append(RakeStep(win, per_million))
    return tuple(steps)


def rake_of(rake: Rake, win: int) -> int:
    """What the winner pays of a win, rounded down."""
    per_million = next(step.per_million for step in reversed(rake) if step.win_from <= win)
    return win * per_million // PER_MILLION
