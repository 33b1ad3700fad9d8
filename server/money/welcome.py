"""The welcome gift: once for every identity, whatever becomes of its account.

The key holds a digest of the identity, not the identity: the ledger keeps no personal data.
"""

import hashlib
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.giving import Given, give
from server.storage.accounts import Identity
from server.storage.ids import Millis
from server.storage.ledger import Cause


class Welcome:
    """Greets whoever comes with the first identity of an account."""

    def __init__(self, coins: int) -> None:
        self._coins = coins

    async def __call__(
        self, tx: AsyncConnection, account: UUID, identity: Identity, now: Millis
    ) -> None:
        """Give the gift within the transaction that signs the person in."""
        await give(
            tx,
            Given(
                key=welcome_key(identity),
                account=account,
                amount=self._coins,
                cause=Cause.WELCOME,
                at=now,
            ),
        )


def welcome_key(identity: Identity) -> str:
    """The key of the gift of an identity, by which a merge knows it again."""
    told = f"{identity.platform}\n{identity.kind}\n{identity.id}"
    return f"welcome:{hashlib.sha256(told.encode()).hexdigest()}"
