"""Whom an operator means by what he types: an account, an identity, an address of mail, a nick.

    018f…-…          an account, also one that was merged since
    vk:501001        an id on a platform; facebook:asid:17 where a platform has several kinds
    anna@mail.example  an address that somebody signs in by
    501001, Анна     an id on any platform, or a nick, whatever its case and look-alike letters

SeekingRefused
├── UnknownPerson    nobody is meant
└── SeveralPeople    more than one is, and only one may be
"""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.identity import Kind, Platform
from platforms.mail_address import read_address
from server.accounts.nick import skeleton
from server.operators.staff import require
from server.storage.accounts import Account, AccountNotFound, Accounts, Identity
from server.storage.database import Database
from server.storage.operators import Operator, Role
from server.storage.seeking import KnownBy, Seeking
from server.storage.wallets import Balances, Wallets

_PLATFORMS = tuple(each.value for each in Platform if each is not Platform.GUEST)
_KINDS = tuple(each.value for each in Kind)


class SeekingRefused(Exception):
    """It is not one person who is meant."""


class UnknownPerson(SeekingRefused):
    """Nobody is known by that: an account, platform:id, an address of mail, or a nick."""


class SeveralPeople(SeekingRefused):
    """More than one person is known by that: name the platform too, as vk:17."""


class Sought(msgspec.Struct, frozen=True):
    """Somebody who is meant, and by what he can be told from others."""

    account: Account
    identities: tuple[Identity, ...]
    balances: Balances


async def seek(database: Database, by: Operator, words: str) -> list[Sought]:
    """Everybody who may be meant; none is no fault."""
    require(by, Role.MODERATOR)
    async with database.reading() as tx:
        return [await _seen(tx, each) for each in await _meant(tx, words.strip())]


async def seek_one(database: Database, by: Operator, words: str) -> UUID:
    """The one who is meant; raises `UnknownPerson`, `SeveralPeople`."""
    found = await seek(database, by, words)
    if not found:
        raise UnknownPerson
    if len(found) > 1:
        raise SeveralPeople
    return found[0].account.id


def known_by(words: str) -> KnownBy:
    """Read an id on a platform, be it named or not."""
    address = read_address(words)
    if address is not None:
        return KnownBy(address, Platform.EMAIL)
    platform, _, rest = words.partition(":")
    if platform not in _PLATFORMS or not rest:
        return KnownBy(words)
    kind, colon, id_ = rest.partition(":")
    if colon and kind in _KINDS:
        return KnownBy(id_, platform, kind)
    return KnownBy(read_address(rest) or rest, platform)


async def _meant(tx: AsyncConnection, words: str) -> list[Account]:
    accounts = Accounts(tx)
    try:
        return [await accounts.get(UUID(words))]
    except AccountNotFound:
        return []
    except ValueError:
        pass  # no account's id
    known = known_by(words)
    found = await Seeking(tx).by_identity(known, _PLATFORMS)
    key = skeleton(words)
    named = await Seeking(tx).by_nick(key) if key and known.platform is None else None
    people = [*found] if named is None else [named, *found]
    return list({each.id: each for each in [await accounts.get(who) for who in people]}.values())


async def _seen(tx: AsyncConnection, account: Account) -> Sought:
    identities = tuple(await Accounts(tx).identities(account.id))
    return Sought(account, identities, await Wallets(tx).balances(account.id))
