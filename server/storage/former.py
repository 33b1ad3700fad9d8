"""Who somebody was before he was forgotten, for what is once or limited for a person.

Of an identity a digest alone is kept; whoever comes back by it is known, and nobody else is told.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import Accounts

_DIGEST: Final = r"""
sha256(convert_to(concat_ws(E'\n', identities.platform, identities.kind, identities.id), 'UTF8'))
"""

REMEMBER: Final = f"""
INSERT INTO former_identities (digest, account)
SELECT {_DIGEST}, identities.account FROM identities
WHERE identities.account IN (SELECT id FROM persons)
ON CONFLICT DO NOTHING
"""  # noqa: S608 - words of ours
"""Keeps the digests of whoever is about to be forgotten."""

_FORMERLY: Final = text(
    f"""
SELECT former_identities.account FROM identities
JOIN former_identities ON former_identities.digest = {_DIGEST}
JOIN accounts ON accounts.id = former_identities.account
WHERE identities.account = :account
GROUP BY former_identities.account, accounts.forgotten_at
ORDER BY accounts.forgotten_at DESC, former_identities.account DESC
"""  # noqa: S608 - words of ours
)


async def formerly(tx: AsyncConnection, account: UUID) -> list[UUID]:
    """The forgotten accounts of whoever has this one now, the one forgotten last at the head."""
    found = (await tx.execute(_FORMERLY, {"account": account})).scalars().all()
    accounts = Accounts(tx)
    return list(dict.fromkeys([(await accounts.get(each)).id for each in found]))
