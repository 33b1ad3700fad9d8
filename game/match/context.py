"""What comes to a decision from outside: the time, the dice, the faults of the service."""

import msgspec

from game.clock import NO_TIME
from game.dice import DiceSource
from game.vocabulary import CreditCause, Millis


class Gap(msgspec.Struct, frozen=True):
    """A span of time in which the service failed all seats, or the one that is named."""

    began: Millis
    ended: Millis
    cause: CreditCause
    seat: int | None = None


class Context(msgspec.Struct, frozen=True):
    """The circumstances of one command.

    `at` is never before the last commit. `allowance` is the command's way through the network,
    taken off what its sender is charged. `dice` may be left out only where nothing is thrown,
    `archive` (the digest of `dice.zip`) everywhere but for the start of the match.
    """

    at: Millis
    allowance: Millis = NO_TIME
    gaps: tuple[Gap, ...] = ()
    dice: DiceSource | None = None
    archive: str | None = None

    @property
    def cup(self) -> DiceSource:
        """The dice, where something is thrown. Raises ValueError if the service gave none."""
        if self.dice is None:
            raise ValueError("this command throws dice, and the context has none")
        return self.dice
