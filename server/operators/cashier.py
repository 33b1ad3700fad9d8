"""What a cashier does to wallets and VIP: each act with a reason, in one transaction with its line
in the log, and once under its key.
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.certificates import Issued, Order, issue
from server.money.giving import Given, give
from server.money.refusals import AmountRefused, InsufficientCoins
from server.money.vip import Vip, VipTerm
from server.operators.deeds import (
    CERTIFICATE,
    GRANT,
    MOST_COINS,
    MOST_DAYS,
    MOST_OFFERED,
    TAKE,
    VIP,
    Deed,
    Done,
    Use,
    require_key,
    require_within,
)
from server.operators.staff import reason, require
from server.storage.account_locks import shared
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.holds import Holds
from server.storage.ids import Ids, Millis
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import House, LedgerAccount, of_the_house, wallet
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.vip import VipCause, VipGrants
from server.storage.wallets import lost_at, raked_at


class NothingLost(Exception):
    """Nobody has lost coins at this match."""


class Cashier:
    """The use cases."""

    def __init__(self, database: Database, clock: Clock, ids: Ids, vip: Vip) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._vip = vip

    async def grant(self, by: Operator, deed: Deed) -> Done:
        """Give coins; raises `AccountNotFound`, `AmountRefused`, `KeyUsed`."""
        require(by, Role.CASHIER)
        require_within(deed.amount, MOST_COINS)
        async with self._database.transaction() as tx:
            await self._begin(tx, GRANT, deed)
            given = Given(
                key=f"operator:{deed.key}",
                account=deed.account,
                amount=deed.amount,
                cause=Cause.OPERATOR,
                at=self._clock.now(),
                source=House.OPERATORS,
            )
            new = await give(tx, given)
            await self._note(tx, by, GRANT, deed, new=new)
        return Done(new, deed.amount)

    async def take(self, by: Operator, deed: Deed) -> Done:
        """Take coins, not more than there are.

        Raises `AccountNotFound`, `AmountRefused`, `InsufficientCoins`, `KeyUsed`.
        """
        require(by, Role.CASHIER)
        require_within(deed.amount, MOST_COINS)
        try:
            async with self._database.transaction() as tx:
                standing = await self._begin(tx, TAKE, deed)
                posting = Posting(
                    wallet(standing), of_the_house(House.OPERATORS), deed.amount, Cause.OPERATOR
                )
                new = await Ledger(tx).post(
                    Transaction(
                        key=f"operator:{deed.key}", at=self._clock.now(), postings=(posting,)
                    )
                )
                await self._note(tx, by, TAKE, deed, new=new)
        except InsufficientFunds as short:
            raise InsufficientCoins(short.balance, short.needed) from short
        return Done(new, deed.amount)

    async def vip(self, by: Operator, deed: Deed) -> Millis:
        """Give days of VIP, or take them below zero; until when it lasts then.

        Raises `AccountNotFound`, `AmountRefused`, `KeyUsed`.
        """
        require(by, Role.CASHIER)
        require_within(abs(deed.amount), MOST_DAYS)
        term = VipTerm(
            key=f"operator:{deed.key}",
            account=deed.account,
            days=abs(deed.amount),
            cause=VipCause.OPERATOR,
        )
        change = self._vip.extend if deed.amount > 0 else self._vip.shorten
        async with self._database.transaction() as tx:
            standing = await self._begin(tx, VIP, deed)
            grants = VipGrants(tx)
            is_new = await grants.find(term.key) is None
            if deed.amount < 0 and is_new and not await grants.until(standing):
                raise AmountRefused(0)  # who never was VIP has no days to lose
            grant = await change(tx, term)
            await self._note(tx, by, VIP, deed, until=grant.until)
        return grant.until

    async def refund(self, by: Operator, match: UUID, why: str) -> Done:
        """Give everybody back what he lost at a match, at the house's cost; once for a match.

        Whoever won keeps it: it is taken from him, if at all, by a deed of its own.
        """
        async with self._database.transaction() as tx:
            return await self.refund_in(tx, by, match, why)

    async def refund_in(self, tx: AsyncConnection, by: Operator, match: UUID, why: str) -> Done:
        """The same within a transaction that does more."""
        require(by, Role.CASHIER)
        losses = await lost_at(tx, match)
        wallets = await self._wallets(tx, match)
        postings = tuple(
            Posting(of_the_house(House.OPERATORS), wallets[seat], lost, Cause.REFUND)
            for seat, lost in losses.items()
        )
        return await self._make_good(tx, by, match, ("match.refund", why, postings))

    async def restore_in(self, tx: AsyncConnection, by: Operator, match: UUID, why: str) -> Done:
        """Undo what a match did to the coins of both, and give the rake back; once for a match.

        Raises `InsufficientCoins` where the winner has spent what he won.
        """
        require(by, Role.CASHIER)
        losses = await lost_at(tx, match)
        wallets = await self._wallets(tx, match)
        won = [
            Posting(wallets[1 - seat], wallets[seat], lost, Cause.REFUND)
            for seat, lost in losses.items()
        ]
        raked = [
            Posting(of_the_house(House.RAKE), wallets[seat], taken, Cause.REFUND)
            for seat, taken in (await raked_at(tx, match)).items()
        ]
        try:
            return await self._make_good(tx, by, match, ("match.restore", why, (*raked, *won)))
        except InsufficientFunds as short:
            raise InsufficientCoins(short.balance, short.needed) from short

    async def _wallets(self, tx: AsyncConnection, match: UUID) -> dict[int, LedgerAccount]:
        """By seat, of whoever put coins aside for a match; raises `NothingLost` if nobody did."""
        held = {hold.seat: hold.account for hold in await Holds(tx).of(match)}
        if not held:
            raise NothingLost(str(match))
        standing = await shared(tx, list(held.values()))
        return {seat: wallet(standing[account]) for seat, account in held.items()}

    async def _make_good(
        self,
        tx: AsyncConnection,
        by: Operator,
        match: UUID,
        deed: tuple[str, str, tuple[Posting, ...]],
    ) -> Done:
        """Post it under the match's one key; raises `NothingLost` where there is nothing."""
        act, why, postings = deed
        if not postings:
            raise NothingLost(str(match))
        new = await Ledger(tx).post(
            Transaction(
                key=f"operator:refund:{match}",
                at=self._clock.now(),
                about=match,
                postings=postings,
            )
        )
        amount = sum(each.amount for each in postings)
        done = Deed(account=match, amount=amount, why=why, key=match)
        await self._note(tx, by, act, done, new=new)
        return Done(new, amount)

    async def certificate(self, by: Operator, coins: int, why: str, key: UUID) -> Issued:
        """Issue a certificate of the house's; raises `AmountRefused`, `KeyUsed`."""
        require(by, Role.CASHIER)
        require_within(coins, MOST_OFFERED)
        order = Order(
            key=f"operator:{key}",
            source=of_the_house(House.GIFTS),
            coins=coins,
            issuer=None,
            at=self._clock.now(),
        )
        async with self._database.transaction() as tx:
            await require_key(tx, key, Use(CERTIFICATE, coins))
            issued = await issue(tx, Ledger(tx), order, self._ids.new(order.at))
            deed = Deed(account=issued.id, amount=coins, why=why, key=key)
            await self._note(tx, by, CERTIFICATE, deed)
        return issued

    async def _begin(self, tx: AsyncConnection, act: str, deed: Deed) -> UUID:
        """Whose account it is about now, kept as it is; the key is this deed's and no other's."""
        standing = (await shared(tx, [deed.account]))[deed.account]
        await require_key(tx, deed.key, Use(act, deed.amount, standing))
        return standing

    async def _note(
        self, tx: AsyncConnection, by: Operator, act: str, deed: Deed, **details: Any
    ) -> None:
        told = {"amount": deed.amount, "key": str(deed.key), **details}
        await ActLog(tx).add(
            Act(
                at=self._clock.now(),
                operator=by.name,
                act=act,
                why=reason(deed.why),
                subject=deed.account,
                details=msgspec.json.encode(told).decode(),
            )
        )
