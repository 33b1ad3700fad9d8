"""What a check of the dice found, and how it is told."""

from enum import StrEnum

import msgspec


class Fault(StrEnum):
    """In which of the promises a log differs from what was published."""

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


class Report(msgspec.Struct, frozen=True):
    """The outcome of a check.

    `drawn` tells for each seat that took part in the draw whether the service drew its seed;
    `archive_seen` whether an archive file was compared too.
    """

    match: str
    findings: tuple[Finding, ...]
    rolls: int
    drawn: dict[int, bool]
    archive_seen: bool

    @property
    def honest(self) -> bool:
        """Whether every roll is the committed one and every promise was kept."""
        return not self.findings

    def lines(self) -> list[str]:
        """The report in words."""
        told = [f"match {self.match}"]
        if not self.honest:
            told += [f"DIFFERS  {finding}" for finding in self.findings]
        elif self.rolls:
            told.append(f"every one of the {self.rolls} rolls is the committed one")
            seen = (
                ", the seeds and the archive you have" if self.archive_seen else " and the seeds"
            )
            told.append(f"the secret{seen} are those that were promised")
        else:
            told.append("no dice were thrown; what was promised was kept")
        return told + self._seed_lines()

    def _seed_lines(self) -> list[str]:
        told = [
            f"seat {seat}: seed "
            + ("drawn by the service together with its secret" if drawn else "of the player's own")
            for seat, drawn in sorted(self.drawn.items())
        ]
        if self.drawn and all(self.drawn.values()):
            told.append(
                "no seat brought an independent seed: the house alone determined these dice, "
                "though it could not change them afterwards"
            )
        return told
