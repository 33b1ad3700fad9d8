"""What tables ask of whoever keeps coins; a house without them answers for itself."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from server.money.stakes import StakeCard


class Coins(Protocol):
    """Whoever keeps coins (``money.Stakes``)."""

    def card(self, conventions: Conventions) -> StakeCard | None:
        """What the card of a table says of its stake; none where it is free."""

    async def require_cover(
        self, tx: AsyncConnection, account: UUID, conventions: Conventions
    ) -> None:
        """Raise unless somebody could sit down by these conventions now."""

    async def hold(
        self, tx: AsyncConnection, match: UUID, seats: Sequence[UUID], conventions: Conventions
    ) -> None:
        """Put the stakes of a match aside; the last of the seats is who has just sat down."""


class NoCoins:
    """A house that plays for nothing."""

    def card(self, conventions: Conventions) -> StakeCard | None:  # noqa: ARG002 -- any
        """What every table here is: free."""
        return None

    async def require_cover(
        self,
        tx: AsyncConnection,  # noqa: ARG002 -- nobody is asked
        account: UUID,  # noqa: ARG002 -- the same
        conventions: Conventions,
    ) -> None:
        """Refuse every stake."""
        if conventions.stake:
            raise ConventionsRefused(
                ("stake",), "this house plays for no coins", ConventionsFault.NOT_OFFERED
            )

    async def hold(
        self, tx: AsyncConnection, match: UUID, seats: Sequence[UUID], conventions: Conventions
    ) -> None:
        """Hold nothing."""
