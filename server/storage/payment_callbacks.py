"""What platforms told of payments, as the bytes came: kept for three years, each text once."""

import hashlib
from typing import Any, Final

import msgspec
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_purchases import payment_callbacks

KEPT: Final = 3 * 366 * 24 * 60 * 60 * 1000
"""Milliseconds."""


class Callback(msgspec.Struct, frozen=True, kw_only=True):
    """One genuine callback, and what came of it the first time.

    `payer` is what the platform calls the person whom it is about, where it names one. Whoever
    is forgotten takes the bytes with him; what came of them stays.
    """

    platform: str
    payer: str | None
    at: Millis
    raw: bytes
    outcome: str


class PaymentCallbacks:
    """Keeps callbacks within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, callback: Callback, *, emptied: bool = False) -> None:
        """Keep it, unless the same bytes are kept already; `emptied` of bytes and person."""
        bare: dict[str, Any] = {"raw": b"", "payer": None} if emptied else {}
        await self._tx.execute(
            insert(payment_callbacks)
            .values(
                **msgspec.structs.asdict(callback) | bare,
                digest=hashlib.sha256(callback.platform.encode() + callback.raw).digest(),
            )
            .on_conflict_do_nothing(index_elements=[payment_callbacks.c.digest])
        )
