"""Gift certificates: coins that wait behind a code for whoever redeems it."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.limits import neighbourhood
from server.money.codes import CERTIFICATE, new_code, shown, typed
from server.money.giving import Given, give
from server.money.refusals import CodeRedeemed, CodeRefused, MembersAlone, TooManyCodes
from server.money.terms import CodeLimits
from server.storage.accounts import Accounts
from server.storage.certificates import Certificate, CertificateNotFound, Certificates
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.forgetting import is_forgotten
from server.storage.ids import Ids, Millis
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import House, LedgerAccount, of_the_house
from server.storage.wallets import Wallets


class Issued(msgspec.Struct, frozen=True):
    """A certificate as its buyer sees it; `code` is shown this once, and null when redeemed."""

    id: UUID
    coins: int
    code: str | None


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Who pays for a certificate of so many coins out of what, under a key that counts once."""

    key: str
    source: LedgerAccount
    coins: int
    issuer: UUID | None
    at: Millis
    about: UUID | None = None


class Redeemed(msgspec.Struct, frozen=True):
    """What a code has brought."""

    coins: int


async def issue(tx: AsyncConnection, ledger: Ledger, order: Order, fresh: UUID) -> Issued:
    """Issue a certificate; a repeated order gives the same one, behind a new code.

    Raises `InsufficientFunds`.
    """
    owed = of_the_house(House.CERTIFICATES)
    posting = Posting(order.source, owed, order.coins, Cause.CERTIFICATE)
    await ledger.post(
        Transaction(key=order.key, at=order.at, about=order.about, postings=(posting,))
    )
    code = new_code(CERTIFICATE)
    certificate = await Certificates(tx).issue(
        Certificate(
            id=fresh,
            key=order.key,
            coins=order.coins,
            issuer=order.issuer,
            created_at=order.at,
        ),
        code,
    )
    unspent = certificate.redeemed_at is None
    return Issued(certificate.id, certificate.coins, shown(code) if unspent else None)


class Redeeming:
    """The use case of whoever has a code. Wrong ones are counted by person and by address."""

    def __init__(self, database: Database, clock: Clock, ids: Ids, limits: CodeLimits) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._limits = limits

    async def redeem(self, account: UUID, text: str, address: str) -> Redeemed:
        """Put the coins of a code into somebody's wallet, once.

        Whoever redeems the same code again gets the same answer. Raises `CodeRefused`,
        `CodeRedeemed`, `TooManyCodes`, `MembersAlone`.

        What somebody bought who was forgotten owing coins is void: nobody else pays his debt.
        """
        now = self._clock.now()
        keys = (f"code:{account}", f"code:{neighbourhood(address)}")
        await self._require_room(keys, now)
        try:
            async with self._database.transaction() as tx:
                return await self._redeem(tx, account, typed(text), now)
        except CertificateNotFound as unknown:
            async with self._database.transaction() as tx:
                for key in sorted(keys):
                    await Failures(tx).add(key, now)
            raise CodeRefused from unknown

    async def _redeem(
        self, tx: AsyncConnection, account: UUID, code: str, now: Millis
    ) -> Redeemed:
        found = await Accounts(tx).get(account)
        if found.is_guest:
            raise MembersAlone
        certificate = await Certificates(tx).locked(code)
        if certificate.redeemed_at is None:
            if certificate.issuer is not None and await _owes(tx, certificate.issuer):
                raise CodeRefused
            await give(
                tx,
                Given(
                    key=f"redeem:{certificate.id}",
                    account=found.id,
                    amount=certificate.coins,
                    cause=Cause.CERTIFICATE,
                    at=now,
                    source=House.CERTIFICATES,
                    about=certificate.id,
                ),
            )
            await Certificates(tx).redeem(certificate.id, found.id, now)
        elif certificate.redeemed_by != found.id:
            raise CodeRedeemed
        return Redeemed(certificate.coins)

    async def _require_room(self, keys: tuple[str, str], now: Millis) -> None:
        async with self._database.reading() as connection:
            person, address = [await Failures(connection).count(key, now) for key in keys]
        if person >= self._limits.account_per_hour or address >= self._limits.address_per_hour:
            raise TooManyCodes


async def _owes(tx: AsyncConnection, issuer: UUID) -> bool:
    """Whether a certificate's buyer was forgotten while his wallet is below zero."""
    person = (await Accounts(tx).get(issuer)).id
    return await is_forgotten(tx, person) and await Wallets(tx).coins(person) < 0
