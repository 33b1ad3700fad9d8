"""Gift certificates: coins behind a code of which only the digest is kept."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_gifts import certificates
from server.storage.tokens import digest


class CertificateNotFound(NotFound):
    """No certificate has that code."""


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate; `issuer` is none for one of the house, `key` names the order it came by."""

    id: UUID
    key: str
    coins: int
    issuer: UUID | None
    created_at: Millis
    redeemed_by: UUID | None = None
    redeemed_at: Millis | None = None


class Certificates:
    """Issues, finds and redeems within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def issue(self, certificate: Certificate, code: str) -> Certificate:
        """Put a certificate behind a code.

        Where its order was carried out before, that certificate comes back; if nobody has
        redeemed it, the new code takes the place of the old one, which was perhaps never seen.
        """
        await self._tx.execute(
            insert(certificates)
            .values(**msgspec.structs.asdict(certificate), digest=digest(code))
            .on_conflict_do_nothing(index_elements=[certificates.c.key])
        )
        await self._tx.execute(
            update(certificates)
            .where(certificates.c.key == certificate.key, certificates.c.redeemed_at.is_(None))
            .values(digest=digest(code))
        )
        found = await self._tx.execute(
            select(certificates).where(certificates.c.key == certificate.key)
        )
        return _certificate(found.one())

    async def locked(self, code: str) -> Certificate:
        """What is behind a code, kept from others until the transaction ends.

        Raises `CertificateNotFound`.
        """
        found = await self._tx.execute(
            select(certificates).where(certificates.c.digest == digest(code)).with_for_update()
        )
        row = found.first()
        if row is None:
            raise CertificateNotFound
        return _certificate(row)

    async def redeem(self, certificate: UUID, account: UUID, now: Millis) -> None:
        """Note who has had its coins."""
        await self._tx.execute(
            update(certificates)
            .where(certificates.c.id == certificate)
            .values(redeemed_by=account, redeemed_at=now)
        )


def _certificate(row: Row[Any]) -> Certificate:
    return Certificate(
        id=row.id,
        key=row.key,
        coins=row.coins,
        issuer=row.issuer,
        created_at=row.created_at,
        redeemed_by=row.redeemed_by,
        redeemed_at=row.redeemed_at,
    )
