"""What decides a match's dice, sealed until the match ends: never in an event, never in a log."""

from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.schema import dice_secrets
from server.storage.sealing import CannotUnseal, Sealed, Sealing


class SecretNotFound(NotFound):
    """No secret is kept for that match."""


class DiceSecrets(msgspec.Struct, frozen=True):
    """The house's secret, the archive's password, and by seat the seeds that the house drew."""

    secret: bytes
    archive_password: bytes
    seeds: dict[int, bytes]

    def __repr__(self) -> str:
        return "DiceSecrets(…)"


class Resealed(msgspec.Struct, frozen=True):
    """What a page of resealing did: the matches it read, and those whose key is lost."""

    read: tuple[UUID, ...]
    lost: tuple[UUID, ...]


class Secrets:
    """Keeps secrets within a transaction; what is stored can be read with the key alone."""

    def __init__(self, tx: AsyncConnection, sealing: Sealing) -> None:
        self._tx = tx
        self._sealing = sealing

    async def keep(self, match: UUID, secrets: DiceSecrets) -> None:
        """Store them, once a match."""
        sealed = self._sealing.seal(msgspec.msgpack.encode(secrets), match.bytes)
        await self._tx.execute(
            insert(dice_secrets).values(match=match, key_id=sealed.key_id, sealed=sealed.text)
        )

    async def get(self, match: UUID) -> DiceSecrets:
        """Open them; raises `SecretNotFound`, `CannotUnseal`."""
        found = await self._tx.execute(select(dice_secrets).where(dice_secrets.c.match == match))
        row = found.first()
        if row is None:
            raise SecretNotFound(str(match))
        opened = self._sealing.open(Sealed(row.key_id, row.sealed), match.bytes)
        return msgspec.msgpack.decode(opened, type=DiceSecrets)

    async def has(self, match: UUID) -> bool:
        """Whether any are stored under this id."""
        found = await self._tx.execute(
            select(dice_secrets.c.match).where(dice_secrets.c.match == match)
        )
        return found.first() is not None

    async def sealed_before(self) -> int:
        """How many an older key sealed."""
        found = await self._tx.execute(
            select(func.count()).select_from(dice_secrets).where(self._is_older)
        )
        return found.scalar_one()

    async def reseal(self, after: UUID | None = None, limit: int = 500) -> Resealed:
        """Seal under the first key what older ones sealed: of the next matches after one."""
        later = true() if after is None else dice_secrets.c.match > after
        found = await self._tx.execute(
            select(dice_secrets)
            .where(self._is_older, later)
            .order_by(dice_secrets.c.match)
            .limit(limit)
            .with_for_update()
        )
        rows, lost = found.all(), []
        for row in rows:
            try:
                opened = self._sealing.open(Sealed(row.key_id, row.sealed), row.match.bytes)
            except CannotUnseal:
                lost.append(row.match)
                continue
            sealed = self._sealing.seal(opened, row.match.bytes)
            await self._tx.execute(
                update(dice_secrets)
                .where(dice_secrets.c.match == row.match)
                .values(key_id=sealed.key_id, sealed=sealed.text)
            )
        return Resealed(tuple(row.match for row in rows), tuple(lost))

    @property
    def _is_older(self) -> ColumnElement[bool]:
        return dice_secrets.c.key_id != self._sealing.key_id
