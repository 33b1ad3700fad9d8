"""Who somebody was before he was forgotten, or let an identity go, for what is once for a person.

Of an identity a digest alone is kept; whoever comes back by it is known, and nobody else is told.
"""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import Accounts, Identity

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

_LET_GO: Final = text(
    f"""
INSERT INTO former_identities (digest, account)
SELECT {_DIGEST}, identities.account FROM identities
WHERE (identities.platform, identities.kind, identities.id) = (:platform, :kind, :id)
ON CONFLICT DO NOTHING
"""  # noqa: S608 - words of ours
)

_FORMERLY: Final = text(
    f"""
SELECT former_identities.account FROM identities
JOIN former_identities ON former_identities.digest = {_DIGEST}
WHERE identities.account = :account
GROUP BY former_identities.account
ORDER BY former_identities.account DESC
"""  # noqa: S608 - words of ours
)


async def formerly(tx: AsyncConnection, account: UUID) -> list[UUID]:
    """The other accounts by which whoever has this one was known, the newest at the head."""
    found = (await tx.execute(_FORMERLY, {"account": account})).scalars().all()
    accounts = Accounts(tx)
    persons = dict.fromkeys([(await accounts.get(each)).id for each in found])
    return [each for each in persons if each != account]


async def let_go(tx: AsyncConnection, gone: Iterable[Identity]) -> None:
    """Keep the digests of identities that are about to lead nowhere."""
    for identity in gone:
        await tx.execute(_LET_GO, msgspec.structs.asdict(identity))
