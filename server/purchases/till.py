"""The till: what was paid for is given, and taken back, in the transaction in which we hear of it.

Nothing is given to whoever was forgotten meanwhile: it goes to the account that the payer's
identity leads to now, and where it leads nowhere it waits as charged, for him and for a human.

A purchase changes the books once for each `turn`, under the key `purchase:<id>:<turn>`, so that
whatever repeats moves nothing. The locks of a platform's names come first, then accounts, then
wallets, then the inbox.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

import msgspec
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.identity import Kind as IdentityKind
from platforms.identity import Platform
from server.inbox import PurchaseCredited, PurchaseTakenBack, to
from server.money.crediting import Credit, charge_back, credit, first_purchase_bonus
from server.money.terms import BonusTerms
from server.money.vip import Vip, VipTerm
from server.purchases.terms import Product, ProductKind
from server.storage.account_locks import shared
from server.storage.accounts import Accounts, Identity
from server.storage.cases import Case, Cases
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.feeds import Post, post
from server.storage.forgetting import is_forgotten
from server.storage.former import formerly
from server.storage.ids import Ids, Millis
from server.storage.ledger import Ledger
from server.storage.ledger_accounts import wallet
from server.storage.payers import named_payer, payer_is_forgotten
from server.storage.payment_callbacks import Callback, PaymentCallbacks
from server.storage.purchases import Mode, Name, Purchase, Purchases, State
from server.storage.vip import VipCause

CASE_KIND = "payment"
"""What cases about purchases are called."""


class Books(msgspec.Struct, frozen=True, kw_only=True):
    """What a till stands on; `posted` takes the hints of what was told in inboxes."""

    database: Database
    clock: Clock
    ids: Ids
    vip: Vip
    bonuses: BonusTerms
    posted: Callable[[Sequence[Hint]], None]

    def now(self) -> Millis:
        """The present moment."""
        return self.clock.now()

    @asynccontextmanager
    async def till(self) -> AsyncIterator["Till"]:
        """Open a till for one transaction; an exception undoes all that was done at it."""
        async with self.database.transaction() as tx:
            till = Till(tx, self)
            yield till
            hints = await post(tx, till.told, self.clock.now())
        self.posted(hints)


class Till:
    """One transaction at the till."""

    def __init__(self, tx: AsyncConnection, books: Books) -> None:
        self.tx = tx
        self._books = books
        self.purchases = Purchases(tx)
        self.told: list[Post] = []

    async def buyer(self, platform: Platform, user: str) -> UUID | None:
        """Whose account a platform's user has, if he was ever here."""
        kind = IdentityKind.PLAYER if platform is Platform.FACEBOOK else IdentityKind.USER
        found = await Accounts(self.tx).find_by_identity(Identity(platform, kind, user))
        return None if found is None else found.id

    async def payer(self, account: UUID, platform: Platform) -> str | None:
        """What a platform calls the person behind an account, if it knows him."""
        standing = await self.standing(account)
        identities = await Accounts(self.tx).identities(standing)
        kind = IdentityKind.PLAYER if platform is Platform.FACEBOOK else IdentityKind.USER
        return next(
            (each.id for each in identities if (each.platform, each.kind) == (platform, kind)),
            None,
        )

    async def standing(self, account: UUID) -> UUID:
        """The account that stands for this one now; raises `AccountNotFound`."""
        return (await shared(self.tx, [account]))[account]

    async def begun(self, name: Name, product: str, price: int, currency: str) -> Purchase:
        """A purchase that a platform tells of, not kept yet: charged, and of nobody."""
        now = self._books.clock.now()
        return Purchase(
            id=self._books.ids.new(now),
            number=await self.purchases.next_number(),
            platform=name.platform,
            mode=name.mode,
            kind=name.kind,
            charge=name.charge,
            product=product,
            price=price,
            currency=currency,
            state=State.CHARGED,
            created_at=now,
            changed_at=now,
        )

    async def keep(self, purchase: Purchase) -> Purchase:
        """Write it as it stands."""
        await self.purchases.keep(purchase)
        return purchase

    async def give(self, purchase: Purchase, product: Product) -> Purchase:
        """Give its account what it paid for, and keep it as credited.

        Where the account is nobody's any more and the payer has no other, it is kept as charged.
        """
        addressed = await self._addressed(purchase)
        if addressed is None:
            return await self._wait(purchase)
        purchase, account = addressed, await self.standing(_owner(addressed))
        await Ledger(self.tx).lock([wallet(account)])
        given = replace(
            await self._priced(purchase, product, account),
            state=State.CREDITED,
            turn=purchase.turn + 1,
            doubted=False,
            changed_at=self._books.clock.now(),
        )
        if given.coins:
            await credit(self.tx, self._credit(given))
        if given.vip_days:
            await self._books.vip.extend(self.tx, self._term(given, given.vip_days))
        for about in (given.id, given.first):
            if about is not None:
                await Cases(self.tx).close(CASE_KIND, about, given.changed_at)
        self.told.append(to(account, PurchaseCredited(given.id, given.product)))
        return await self.keep(given)

    async def prolong(self, purchase: Purchase, days: int) -> Purchase:
        """Give the VIP of one more period of a subscription that was credited."""
        longer = replace(
            purchase,
            turn=purchase.turn + 1,
            vip_days=purchase.vip_days + days,
            changed_at=self._books.clock.now(),
        )
        await self._books.vip.extend(self.tx, self._term(longer, days))
        account = await self.standing(_owner(longer))
        self.told.append(to(account, PurchaseCredited(longer.id, longer.product)))
        return await self.keep(longer)

    async def follow(self, subscription: Purchase) -> Purchase:
        """Keep what its platform says of it; where it ends, nobody has to end it any more."""
        if subscription.state is State.CREDITED and not subscription.renews:
            await Cases(self.tx).close(CASE_KIND, subscription.id, self._books.clock.now())
        return await self.keep(subscription)

    async def is_of_nobody(self, purchase: Purchase) -> bool:
        """Whether the account that it was given to is forgotten."""
        return await is_forgotten(self.tx, await self.standing(_owner(purchase)))

    async def take_back(self, purchase: Purchase, *, by_hand: bool = False) -> Purchase:
        """Keep it as refunded, and take back what it gave, if it gave anything yet."""
        now = self._books.clock.now()
        was_given = purchase.state is State.CREDITED
        gone = replace(
            purchase,
            state=State.REFUNDED,
            turn=purchase.turn + was_given,
            renews=False,
            doubted=False,
            by_hand=by_hand,
            changed_at=now,
        )
        if was_given:
            account = await self.standing(_owner(purchase))
            await Ledger(self.tx).lock([wallet(account)])
            if gone.coins:
                await charge_back(self.tx, self._credit(gone))
            if gone.vip_days:
                term = self._term(gone, gone.vip_days)
                await self._books.vip.shorten(self.tx, replace(term, cause=VipCause.CHARGEBACK))
            self.told.append(to(account, PurchaseTakenBack(gone.id, gone.product)))
        await Cases(self.tx).close(CASE_KIND, gone.id, now)
        return await self.keep(gone)

    async def heard(
        self,
        platform: Platform,
        raw: bytes,
        outcome: str,
        payer: str | None = None,
        past: Purchase | None = None,
    ) -> None:
        """Keep what a platform told, as it came; `payer` is whom it is about.

        Where the payer of the `past` purchase was forgotten, only what came of it is kept.
        """
        now = self._books.clock.now()
        callback = Callback(platform=platform, payer=payer, at=now, raw=raw, outcome=outcome)
        await PaymentCallbacks(self.tx).keep(
            callback, emptied=past is not None and payer_is_forgotten(past)
        )

    async def ask_a_human(self, purchase: Purchase, words: str) -> Case:
        """Open a case about a purchase, unless one is open."""
        now = self._books.clock.now()
        case = Case(
            id=self._books.ids.new(now),
            kind=CASE_KIND,
            about=purchase.id,
            account=purchase.account and await self.standing(purchase.account),
            words=words,
            opened_at=now,
        )
        return await self.open_case(case)

    async def open_case(self, case: Case) -> Case:
        """Open it, unless one of its kind is open about that thing; the one that is open."""
        return await Cases(self.tx).open(case)

    async def _addressed(self, purchase: Purchase) -> Purchase | None:
        """The purchase for whom it is to be given to now; none where its payer has no account."""
        if not await self.is_of_nobody(purchase):
            return purchase
        payer = named_payer(purchase)
        found = payer and await self.buyer(Platform(purchase.platform), payer)
        if not found:
            return None
        another = replace(purchase, account=found)
        return None if await self.is_of_nobody(another) else another

    async def _wait(self, purchase: Purchase) -> Purchase:
        """Keep what a forgotten person has paid until he comes back, and tell a human."""
        waiting = await self.keep(
            replace(purchase, state=State.CHARGED, changed_at=self._books.clock.now())
        )
        await self.ask_a_human(waiting, "paid by somebody who was forgotten and is not back")
        return waiting

    async def _priced(self, purchase: Purchase, product: Product, account: UUID) -> Purchase:
        """The purchase with what it gives; what it once gave, where it is given again."""
        if purchase.coins or purchase.vip_days:
            return purchase
        if product.kind is not ProductKind.COINS:
            return replace(purchase, vip_days=product.amount)
        bonus = 0
        if purchase.mode is Mode.LIVE and not await self._has_bought(account):
            bonus = first_purchase_bonus(
                self._books.bonuses, product.amount, purchase.price, purchase.currency
            )
        return replace(purchase, coins=product.amount, bonus=bonus)

    async def _has_bought(self, account: UUID) -> bool:
        """Whether the person has, under accounts of before too."""
        persons = [account, *await formerly(self.tx, account)]
        return any([await self.purchases.has_bought(each) for each in persons])

    def _credit(self, purchase: Purchase) -> Credit:
        return Credit(
            key=_key(purchase),
            account=_owner(purchase),
            coins=purchase.coins,
            bonus=purchase.bonus,
            at=purchase.changed_at,
            purchase=purchase.id,
        )

    def _term(self, purchase: Purchase, days: int) -> VipTerm:
        is_subscription = purchase.renews or purchase.first is not None
        return VipTerm(
            key=_key(purchase),
            account=_owner(purchase),
            days=days,
            cause=VipCause.SUBSCRIPTION if is_subscription else VipCause.PURCHASE,
        )


def _key(purchase: Purchase) -> str:
    return f"purchase:{purchase.id}:{purchase.turn}"


def _owner(purchase: Purchase) -> UUID:
    if purchase.account is None:
        raise ValueError(f"purchase {purchase.id} is nobody's")
    return purchase.account
