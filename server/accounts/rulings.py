"""Rulings follow a person who comes back: by an identity that he let go, or was forgotten with."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.welcome import welcome_key
from server.storage.accounts import Accounts, Identity
from server.storage.former import formerly
from server.storage.ids import Ids, Millis
from server.storage.sanctions import Sanctions
from server.storage.wallets import Wallets


async def rulings_follow(
    tx: AsyncConnection, ids: Ids, account: UUID, identity: Identity, now: Millis
) -> None:
    """Let mutes and bans of whoever had this identity before hold for its new account.

    Who he was is known by the digests of identities that led elsewhere, and by the welcome gift of
    this one, which is given once for ever.
    """
    persons = set(await formerly(tx, account))
    welcomed = await Wallets(tx).given_under(welcome_key(identity))
    if welcomed is not None:
        persons.add((await Accounts(tx).get(welcomed)).id)
    await Sanctions(tx).follow(persons - {account}, account, now, ids)
