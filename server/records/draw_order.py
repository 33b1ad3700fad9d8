"""The order of the draw: what must stand before what, so that nobody could choose the dice.

The digest of the secret; the digest of every seat's seed; the seeds; the digest of the archive;
the first roll. Whoever promises later, or promises twice, could have looked first.
"""

from collections.abc import Iterator
from typing import NamedTuple

from game.events import (
    AnyEvent,
    ArchiveCommitted,
    ColoursDrawn,
    DiceRolled,
    OpeningRolled,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
)
from server.records.findings import Fault, Finding
from server.records.log import MatchLog


def order_faults(log: MatchLog) -> Iterator[Finding]:
    """What stands out of order, twice or not at all in the draw of this match."""
    latest, before = 0, ""
    seen: set[str] = set()
    for commit in log.commits:
        for event in commit.events:
            if (step := _step(event)) is None:
                continue
            if step.rank < latest:
                yield Finding(Fault.ORDER, f"{step.words} stands after {before}", commit.seq)
            else:
                latest, before = step.rank, step.words
            if step.words in seen and step.rank < _DICE:
                yield Finding(Fault.ORDER, f"{step.words} stands there twice", commit.seq)
            if step.rank == _DICE and _DICE_WORDS not in seen:
                yield from _missing(log, seen, commit.seq)
            seen.add(step.words)


def _missing(log: MatchLog, seen: set[str], first_dice: int) -> Iterator[Finding]:
    """What had to be promised before dice fell, and was not."""
    seats = range(len(log.opening.players))
    needed = [_SECRET, *map(_seed_digest, seats), *map(_seed, seats), _ARCHIVE]
    for words in needed:
        if words not in seen:
            yield Finding(Fault.ORDER, f"dice fell before {words} was told", first_dice)


class _Step(NamedTuple):
    """A step of the draw: its place in the order, and what it is called."""

    rank: int
    words: str


_SECRET = "the digest of the secret"  # noqa: S105
_ARCHIVE = "the digest of the archive"
_DICE = 4
_DICE_WORDS = "the first dice"


def _seed_digest(seat: int) -> str:
    return f"the digest of the seed of seat {seat}"


def _seed(seat: int) -> str:
    return f"the seed of seat {seat}"


def _step(event: AnyEvent) -> _Step | None:
    """Which step of the draw an event is, if any."""
    match event:
        case SecretCommitted():
            return _Step(0, _SECRET)
        case SeedCommitted(seat=seat):
            return _Step(1, _seed_digest(seat))
        case SeedRevealed(seat=seat):
            return _Step(2, _seed(seat))
        case ArchiveCommitted():
            return _Step(3, _ARCHIVE)
        case ColoursDrawn() | OpeningRolled() | DiceRolled():
            return _Step(_DICE, _DICE_WORDS)
        case _:
            return None
