"""What a check of the dice found, and how it is told."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby

import msgspec


class Fault(StrEnum):
    """In what a log differs from what was promised, published or possible."""

    END = "end"
    """The log is cut off: it stops before the match has ended."""
    WHOLE = "whole"
    """Commits are missing, doubled, out of their places or of another match."""
    COURSE = "course"
    """A commit does not follow from those before it: the log was changed."""
    ORDER = "order"
    """Something was promised too late, twice or never."""
    SECRET = "secret"  # noqa: S105
    SEED = "seed"
    ARCHIVE = "archive"
    COLOURS = "colours"
    START = "start"
    """A game that does not begin where the rules and the draw put the checkers."""
    ROLL = "roll"
    """A roll that was played is not the one of the stream."""
    DRAW = "draw"
    """Rolls of the stream were left out, repeated or taken out of turn."""


class Finding(msgspec.Struct, frozen=True):
    """One difference; `seq` is the commit in which it shows, if one does."""

    fault: Fault
    message: str
    seq: int | None = None

    def __str__(self) -> str:
        where = "" if self.seq is None else f"commit {self.seq}: "
        return where + self.message


class SeedPart(StrEnum):
    """What a seat brought to the draw of the dice; the values are the words of a report."""

    OWN = "seed of the player's own"
    DRAWN = "seed drawn by the service together with its secret"
    UNTOLD = "a seed was promised and never told"
    MISSING = "no seed was ever promised"


_TOLD_EACH = 3
"""How many findings of a kind are told one by one."""

_MANY = {
    Fault.ROLL: "{n} of {rolls} rolls differ",
    Fault.DRAW: "{n} of {rolls} rolls are not where the stream has them",
}


class Report(msgspec.Struct, frozen=True):
    """The outcome of a check.

    `rolls` are those that were compared, `seeds` in the order of the seats: none of either where
    the log is not whole. `archive_seen` tells whether an archive file was compared too.
    """

    match: str
    findings: tuple[Finding, ...]
    rolls: int
    seeds: tuple[SeedPart, ...]
    archive_seen: bool

    @property
    def honest(self) -> bool:
        """Whether the log is whole, every roll the committed one and every promise was kept."""
        return not self.findings

    @property
    def differs(self) -> bool:
        """Whether something is wrong, and not merely missing at the end of the log."""
        return any(finding.fault is not Fault.END for finding in self.findings)

    def lines(self) -> list[str]:
        """The report in words."""
        told = [f"match {self.match}"]
        for _, findings in groupby(self.findings, key=lambda finding: finding.fault):
            told += self._finding_lines(tuple(findings))
        if self.honest:
            told += self._honest_lines()
        return told + self._archive_lines() + self._seed_lines()

    def _finding_lines(self, alike: tuple[Finding, ...]) -> Iterator[str]:
        """A few of them; a house that swaps its secret changes almost every roll."""
        yield from (f"{_headword(finding)}  {finding}" for finding in alike[:_TOLD_EACH])
        if len(alike) > _TOLD_EACH:
            first = alike[0]
            words = _MANY.get(first.fault, "{n} such places").format(
                n=len(alike), rolls=self.rolls
            )
            yield f"{_headword(first)}  in all {words}, the first in commit {first.seq}"

    def _honest_lines(self) -> list[str]:
        follows = "every commit follows from those before it, and every play is legal"
        if not self.rolls:
            return ["no dice were drawn", "the secret is the one that was promised", follows]
        seen = ", the seeds and the archive you have" if self.archive_seen else " and the seeds"
        return [
            f"every one of the {self.rolls} rolls is the committed one",
            f"the secret{seen} are those that were promised",
            follows,
        ]

    def _archive_lines(self) -> list[str]:
        if self.archive_seen or not self.rolls:
            return []
        return ["no dice.zip was given: the archive that was handed out is not checked"]

    def _seed_lines(self) -> list[str]:
        told = [f"seat {seat}: {part}" for seat, part in enumerate(self.seeds)]
        if self.rolls and all(part is SeedPart.DRAWN for part in self.seeds):
            told.append(
                "no seat brought an independent seed: the house alone determined these dice, "
                "though it could not change them afterwards"
            )
        return told


def _headword(finding: Finding) -> str:
    return "INCOMPLETE" if finding.fault is Fault.END else "DIFFERS"
