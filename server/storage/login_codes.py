"""Codes sent by mail: kept hashed with a key that is not kept, so that no copy of the database
tells them.
"""

import hashlib
import hmac

import msgspec
from sqlalchemy import delete, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_logins import login_codes
from server.storage.tokens import digest


class SentCode(msgspec.Struct, frozen=True):
    """A code, to whom it was sent and until when it is good."""

    code: str
    address: str
    expires: Millis


class LoginCodes:
    """One code a key. A key is 256 random bits or more of a browser, as text."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, key: str, sent: SentCode) -> None:
        """Remember a code; an earlier one of the same key is forgotten."""
        values = {
            "address": sent.address,
            "code": _hashed(key, sent.code),
            "tries": 0,
            "expires": sent.expires,
        }
        await self._tx.execute(
            insert(login_codes)
            .values(key=digest(key), **values)
            .on_conflict_do_update(index_elements=[login_codes.c.key], set_=values)
        )

    async def count_try(self, key: str, at_most: int, now: Millis) -> bool:
        """Count one more try of this key's code; whether it was still to be tried."""
        counted = await self._tx.execute(
            update(login_codes)
            .where(
                login_codes.c.key == digest(key),
                login_codes.c.expires > now,
                login_codes.c.tries < at_most,
            )
            .values(tries=login_codes.c.tries + 1)
            .returning(login_codes.c.key)
        )
        return counted.first() is not None

    async def spend(self, key: str, code: str) -> str | None:
        """The address that this code was sent to; whoever is told so is the only one."""
        spent = await self._tx.execute(
            delete(login_codes)
            .where(login_codes.c.key == digest(key), login_codes.c.code == _hashed(key, code))
            .returning(login_codes.c.address)
        )
        return spent.scalar()

    async def forget(self, key: str) -> None:
        """There is no code of this key."""
        await self._tx.execute(delete(login_codes).where(login_codes.c.key == digest(key)))


def _hashed(key: str, code: str) -> bytes:
    """A million codes are soon tried; those of a key that is not known are not."""
    return hmac.new(key.encode(), code.encode(), hashlib.sha256).digest()
