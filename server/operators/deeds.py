"""Deeds of operators, how large one may be, and their keys: a key counts once, for one deed."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.refusals import AmountRefused, KeyUsed
from server.money.vip import DAY
from server.storage import locks
from server.storage.accounts import AccountNotFound, Accounts
from server.storage.forgetting import is_forgotten
from server.storage.ledger_accounts import wallet
from server.storage.vip import VipGrants
from server.storage.wallets import Wallets

MOST_COINS: Final = 10**15
"""Of one deed: a wallet has room for thousands of them."""
MOST_OFFERED: Final = 10**12
"""Of a certificate, or a promotion to each person."""
MOST_DAYS: Final = 3_660

GRANT: Final = "coins.grant"
TAKE: Final = "coins.take"
VIP: Final = "vip"
CERTIFICATE: Final = "certificate"


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """So much for one person or from him, why, and under which key it counts once."""

    account: UUID
    amount: int
    why: str
    key: UUID


class Done(msgspec.Struct, frozen=True):
    """What came of a deed: `new` is false where its key was used before; `amount` moved in all."""

    new: bool
    amount: int

    @property
    def moved(self) -> int:
        """The coins that moved now."""
        return self.amount if self.new else 0


class Use(msgspec.Struct, frozen=True):
    """What a key is used for: an act, so many coins or days, and whose they are."""

    act: str
    amount: int
    account: UUID | None = None


async def require_key(tx: AsyncConnection, key: UUID, use: Use) -> None:
    """Keep a key for this deed until the transaction ends; raises `KeyUsed` if it was another's.

    Nothing new is given to whoever is forgotten: raises `AccountNotFound`.
    """
    await locks.take(tx, int.from_bytes(key.bytes[:8], "big", signed=True))
    past = await _moved(tx, f"operator:{key}") or await _lengthened(tx, f"operator:{key}")
    if past is None:
        gives = use.act == GRANT or (use.act == VIP and use.amount > 0)
        if gives and use.account is not None and await is_forgotten(tx, use.account):
            raise AccountNotFound(str(use.account))
    elif past != use:
        raise KeyUsed


def require_within(amount: int, most: int) -> None:
    """Raise `AmountRefused` for nothing, and for more than that."""
    if not 1 <= amount <= most:
        raise AmountRefused(most)


async def _moved(tx: AsyncConnection, key: str) -> Use | None:
    moved = await Wallets(tx).moved_under(key)
    if moved is None:
        return None
    if moved.owner is None:
        return Use(CERTIFICATE, moved.amount)
    act = GRANT if moved.target == wallet(moved.owner).name else TAKE
    return Use(act, moved.amount, (await Accounts(tx).get(moved.owner)).id)


async def _lengthened(tx: AsyncConnection, key: str) -> Use | None:
    grant = await VipGrants(tx).find(key)
    if grant is None:
        return None
    days = (grant.until - grant.since) // DAY
    return Use(VIP, days, (await Accounts(tx).get(grant.account)).id)
