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

    Who he was is known by the digest of an identity that was forgotten, and else by the welcome
    gift of the identity, which is given once for ever.
    """
    forgotten = await formerly(tx, account)
    if forgotten:
        await Sanctions(tx).follow(forgotten[0], account, now, ids)
        return
    before = await Wallets(tx).given_under(welcome_key(identity))
    if before is None:
        return
    person = await Accounts(tx).get(before)
    if person.id != account:
        await Sanctions(tx).follow(person.id, account, now, ids)
