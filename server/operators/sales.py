"""What was sold to somebody, as operators see it; and purchases taken back by hand.

Taking back does what a platform's own refund does, under the same locks and the same key of the
ledger: whichever of the two comes first is the one that counts.
"""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.operators.staff import reason, require
from server.purchases.names import names_of
from server.purchases.payments import Payments
from server.purchases.refusals import NotPaid, NotPaidBackHere
from server.purchases.stars import PLATFORM as STARS
from server.purchases.till import CASE_KIND, Till
from server.storage.accounts import Accounts
from server.storage.case_queue import CaseQueue
from server.storage.cases import Case
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.purchases import Purchase, Purchases, State
from server.storage.wallets import Balances, Wallets


class Bought(msgspec.Struct, frozen=True):
    """What somebody has bought, and his cases about payments, the newest first."""

    purchases: tuple[Purchase, ...]
    cases: tuple[Case, ...]


class TakenBack(msgspec.Struct, frozen=True):
    """What came of it: `new` is false where it was taken back before, by whomever.

    ``balances`` are what its person has now; none where it was nobody's.
    """

    new: bool
    purchase: Purchase
    balances: Balances | None


class Sales:
    """The use cases."""

    def __init__(self, payments: Payments) -> None:
        self._payments = payments
        self._books = payments.books

    async def of(self, by: Operator, account: UUID, limit: int, before: UUID | None) -> Bought:
        """What somebody has bought; raises `AccountNotFound`."""
        require(by, Role.MODERATOR)
        async with self._books.database.reading() as tx:
            person = (await Accounts(tx).get(account)).id
            bought = await Purchases(tx).of(person, limit, before)
            cases = await CaseQueue(tx).of(person, limit, (CASE_KIND,))
        return Bought(tuple(bought), tuple(cases))

    async def refund(
        self, by: Operator, purchase: UUID, why: str, *, pay_back: bool = False
    ) -> TakenBack:
        """Take back what a purchase gave, once; `pay_back` has its platform return the money too.

        Only Telegram returns money when we ask for it; elsewhere it is done at the platform.
        Raises `PurchaseNotFound`, `NotPaid`, `NotPaidBackHere`, `NoReason`, `CallFailed`.
        """
        require(by, Role.CASHIER)
        given = reason(why)
        if pay_back:
            await self._pay_back(purchase)
        async with self._books.till() as till:
            asked = await till.purchases.get(purchase)
            await till.purchases.lock(asked.platform, names_of(asked))
            taken = await _taken(till, await till.purchases.get(purchase))
            await self._note(till.tx, by, taken, (given, pay_back))
            balances = await _balances(till.tx, taken.purchase)
        return msgspec.structs.replace(taken, balances=balances)

    async def _pay_back(self, purchase: UUID) -> None:
        """First the money, so that nobody loses both where the platform refuses."""
        async with self._books.database.reading() as tx:
            found = await Purchases(tx).get(purchase)
        if found.state is State.OFFERED:
            raise NotPaid
        if found.platform != STARS or self._payments.stars.api is None:
            raise NotPaidBackHere
        await self._payments.stars.give_back(found)

    async def _note(
        self, tx: AsyncConnection, by: Operator, taken: TakenBack, deed: tuple[str, bool]
    ) -> None:
        why, pay_back = deed
        gone = taken.purchase
        told = {
            "purchase": gone.id,
            "coins": gone.coins + gone.bonus,
            "vip_days": gone.vip_days,
            "new": taken.new,
            "paid_back": pay_back,
        }
        await ActLog(tx).add(
            Act(
                at=self._books.now(),
                operator=by.name,
                act="purchase.refund",
                why=why,
                subject=gone.account or gone.id,
                details=msgspec.json.encode(told).decode(),
            )
        )


async def _taken(till: Till, purchase: Purchase) -> TakenBack:
    match purchase.state:
        case State.OFFERED:
            raise NotPaid
        case State.REFUNDED:
            return TakenBack(new=False, purchase=purchase, balances=None)
        case State.CHARGED | State.CREDITED:
            gone = await till.take_back(purchase, by_hand=True)
            return TakenBack(new=True, purchase=gone, balances=None)


async def _balances(tx: AsyncConnection, purchase: Purchase) -> Balances | None:
    if purchase.account is None:
        return None
    person = await Accounts(tx).get(purchase.account)
    return await Wallets(tx).balances(person.id)
