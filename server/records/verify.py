"""Check the dice of a finished match against what was promised before its first roll.

The stream of dice is drawn again from the published secret and the seeds, the archive is built
again, and all is compared. So a house that swapped its secret, changed or reordered a roll, or
sealed another archive is found, with the place. The log has to be whole, and is followed by the
rules of the game (`server.records.course`), so that one which was changed afterwards is found too.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar
from uuid import UUID

from game.conventions import Colour
from game.dice import CommittedDice, fits
from game.events import (
    ArchiveCommitted,
    ColoursDrawn,
    DiceRolled,
    GameStarted,
    OpeningRolled,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
)
from server.records.archive import archive_digest, dice_archive
from server.records.course import course_faults, end_faults
from server.records.draw_order import order_faults
from server.records.drawn_checkers import DRAWS_OF_A_GAME, start_position
from server.records.findings import Fault, Finding, Report, SeedPart
from server.records.log import MatchLog, Revealed, break_of

COLOURS = "colours"
"""The label under which the seat of white is drawn."""

_NUMBERS = 1 << 32

E = TypeVar("E")


class _Roll(NamedTuple):
    """A roll as it was played: the commit, its place in the stream, the dice."""

    seq: int
    draw: int
    dice: tuple[int, int]


def verify(log: MatchLog, revealed: Revealed, archive: bytes | None = None) -> Report:
    """Compare every promise and every roll of a log; `archive` is a `dice.zip` that was kept.

    Of a log that is not whole, only the place where it is broken is told. Raises `ValueError` when
    the secret is not hex.
    """
    check = _Check(log, revealed)
    if (broken := break_of(log)) is not None:
        whole = (Finding(Fault.WHOLE, broken.words, broken.seq),)
        return Report(log.match, whole, rolls=0, seeds=(), archive_seen=False)
    return Report(
        match=log.match,
        findings=tuple(check.findings(archive)),
        rolls=sum(1 for _ in check.rolls()),
        seeds=tuple(check.seed_parts()),
        archive_seen=archive is not None,
    )


class _Check:
    """The log by kinds, and the stream of dice drawn again."""

    def __init__(self, log: MatchLog, revealed: Revealed) -> None:
        self.log = log
        self.password = revealed.password
        self.secret = bytes.fromhex(revealed.secret)
        self.seed_digests = list(_events(log, SeedCommitted))
        self.seeds = {event.seat: event.seed for _, event in _events(log, SeedRevealed)}

    def seed_parts(self) -> Iterator[SeedPart]:
        """What each seat brought, in the order of the seats."""
        drawn = {event.seat: event.drawn for _, event in self.seed_digests}
        for seat in range(len(self.log.opening.players)):
            if seat not in drawn:
                yield SeedPart.MISSING
            elif seat not in self.seeds:
                yield SeedPart.UNTOLD
            else:
                yield SeedPart.DRAWN if drawn[seat] else SeedPart.OWN

    def rolls(self) -> Iterator[_Roll]:
        """Every roll that was played, in the order of the log."""
        for commit in self.log.commits:
            for event in commit.events:
                if isinstance(event, DiceRolled):
                    yield _Roll(commit.seq, event.draw, event.dice)
                elif isinstance(event, OpeningRolled):
                    yield _Roll(commit.seq, event.draw, (event.white, event.black))

    def findings(self, archive: bytes | None) -> Iterator[Finding]:
        """All that differs: what was promised and drawn, then what was made of it."""
        yield from self._dice_faults(archive)
        yield from course_faults(self.log)
        yield from end_faults(self.log)

    def _dice_faults(self, archive: bytes | None) -> Iterator[Finding]:
        yield from order_faults(self.log)
        yield from self._secret_faults()
        yield from self._seed_faults()
        try:
            dice = self._dice()
        except ValueError as unusable:
            if any(self.rolls()):
                yield Finding(Fault.SEED, f"the dice cannot be drawn again: {unusable}")
            return
        if unknown := list(self._number_faults()):
            yield from unknown
            return
        yield from self._archive_faults(dice, archive)
        yield from self._colour_faults(dice)
        yield from self._start_faults(dice)
        yield from self._roll_faults(dice)
        yield from self._draw_faults(dice)

    def _dice(self) -> CommittedDice:
        seats = range(len(self.log.opening.players))
        seeds = tuple(bytes.fromhex(self.seeds[seat]) for seat in seats if seat in self.seeds)
        if len(seeds) < len(seats):
            raise ValueError("a seat told no seed")
        return CommittedDice(self.secret, UUID(self.log.match).bytes, seeds)

    def _secret_faults(self) -> Iterator[Finding]:
        for seq, event in _events(self.log, SecretCommitted):
            if not fits(self.secret, event.digest):
                yield Finding(Fault.SECRET, "the secret is not the one that was promised", seq)

    def _seed_faults(self) -> Iterator[Finding]:
        promised = {event.seat: event.digest for _, event in reversed(self.seed_digests)}
        for seq, event in _events(self.log, SeedRevealed):
            digest = promised.get(event.seat)
            if digest is not None and not _is_promised(event.seed, digest):
                message = f"the seed of seat {event.seat} is not the one that was promised"
                yield Finding(Fault.SEED, message, seq)

    def _number_faults(self) -> Iterator[Finding]:
        """Rolls and games whose number the stream, which counts in four bytes, does not have."""
        for roll in self.rolls():
            if not 0 <= roll.draw < _NUMBERS:
                yield Finding(Fault.DRAW, f"the stream has no roll {roll.draw}", roll.seq)
        for seq, event in _events(self.log, GameStarted):
            if not 0 <= event.number < _NUMBERS // DRAWS_OF_A_GAME:
                yield Finding(Fault.START, f"the stream has no game {event.number}", seq)

    def _archive_faults(self, dice: CommittedDice, kept: bytes | None) -> Iterator[Finding]:
        built = archive_digest(dice_archive(dice, self.secret, self.password))
        for seq, event in _events(self.log, ArchiveCommitted):
            if event.digest != built:
                message = "the archive of these dice under this password is not the sealed one"
                yield Finding(Fault.ARCHIVE, message, seq)
            if kept is not None and event.digest != archive_digest(kept):
                message = "the archive file is not the one that was sealed"
                yield Finding(Fault.ARCHIVE, message, seq)

    def _colour_faults(self, dice: CommittedDice) -> Iterator[Finding]:
        agreed = {Colour.WHITE: 0, Colour.BLACK: 1}
        colour = self.log.opening.conventions.colour
        due = agreed[colour] if colour in agreed else dice.number(COLOURS, 2)
        for seq, event in _events(self.log, ColoursDrawn):
            if event.white != due:
                message = f"seat {event.white} got white, which is due to seat {due}"
                yield Finding(Fault.COLOURS, message, seq)

    def _start_faults(self, dice: CommittedDice) -> Iterator[Finding]:
        for seq, event in _events(self.log, GameStarted):
            due = start_position(dice, self.log.opening.conventions, event.number)
            if event.position != due:
                message = f"game {event.number} does not begin where it should: {due}"
                yield Finding(Fault.START, message, seq)

    def _roll_faults(self, dice: CommittedDice) -> Iterator[Finding]:
        for roll in self.rolls():
            due = dice.pair(roll.draw)
            if roll.dice != due:
                message = f"roll {roll.draw} is {_pair(due)}, but {_pair(roll.dice)} was played"
                yield Finding(Fault.ROLL, message, roll.seq)

    def _draw_faults(self, dice: CommittedDice) -> Iterator[Finding]:
        """Rolls come in the order of the stream; where doublets are off, they are skipped."""
        skips_doublets = self.log.opening.conventions.doublets is False
        due = 0
        for roll in self.rolls():
            between = range(due, roll.draw)
            skipped = (n for n in between if not (skips_doublets and _is_doublet(dice.pair(n))))
            if (missed := next(skipped, None)) is not None:
                message = f"roll {roll.draw} was played where roll {missed} of the stream was due"
                yield Finding(Fault.DRAW, message, roll.seq)
            elif roll.draw < due:
                message = f"roll {roll.draw} was played after roll {due - 1}"
                yield Finding(Fault.DRAW, message, roll.seq)
            due = max(due, roll.draw + 1)


def _events(log: MatchLog, kind: type[E]) -> Iterator[tuple[int, E]]:
    """The events of one kind, each with the commit in which it stands."""
    for commit in log.commits:
        yield from ((commit.seq, event) for event in commit.events if isinstance(event, kind))


def _is_promised(seed: str, digest: str) -> bool:
    try:
        return fits(bytes.fromhex(seed), digest)
    except ValueError:
        return False


def _pair(dice: tuple[int, int]) -> str:
    return f"{dice[0]}-{dice[1]}"


def _is_doublet(dice: tuple[int, int]) -> bool:
    return dice[0] == dice[1]
