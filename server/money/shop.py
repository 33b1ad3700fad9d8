"""The shop: small things for coins. Each order has an id of the client's, and counts once."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.inbox import Gifted, Posted, to
from server.money.certificates import Issued, Order, issue
from server.money.refusals import InsufficientCoins, KeyUsed, NoSuchArticle, NotForOneself
from server.money.terms import Article, ArticleKind, ShopTerms
from server.money.vip import Vip, VipTerm
from server.people.refusals import NotWanted
from server.storage.account_locks import shared
from server.storage.accounts import AccountNotFound
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.feeds import Post, post
from server.storage.forgetting import is_forgotten
from server.storage.friends import Blocks
from server.storage.gifts import Gift, Gifts
from server.storage.ids import Ids, Millis
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import (
    Currency,
    House,
    of_the_house,
    wallet,
)
from server.storage.names import Names
from server.storage.vip import VipCause


class Basket(msgspec.Struct, frozen=True):
    """What somebody buys, under which id of his own, and for whom; null is for himself."""

    order: UUID
    article: str
    to: UUID | None = None


class Bought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an order: a certificate's code, or until when the VIP lasts now."""

    order: UUID
    certificate: Issued | None = None
    vip_until: Millis | None = None


class _Sale(msgspec.Struct, frozen=True):
    """An order with everybody and everything in it known."""

    key: str
    order: UUID
    article: Article
    buyer: UUID
    receiver: UUID
    at: Millis


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What a shop stands on; `posted` takes the hints of what was told in inboxes."""

    database: Database
    clock: Clock
    ids: Ids
    vip: Vip
    posted: Posted


class Shop:
    """The use case."""

    def __init__(self, counter: Counter, terms: ShopTerms) -> None:
        self._database = counter.database
        self._clock = counter.clock
        self._ids = counter.ids
        self._vip = counter.vip
        self._posted = counter.posted
        self._articles = {article.id: article for article in terms.articles}

    @property
    def articles(self) -> Sequence[Article]:
        """What there is to buy."""
        return tuple(self._articles.values())

    async def buy(self, buyer: UUID, basket: Basket) -> Bought:
        """Carry out an order; the same order again is answered and not carried out twice.

        Whoever is given something is told so in his inbox, once. An order that comes with another
        article or for somebody else is refused. Raises `NoSuchArticle`, `NotForOneself`,
        `NotWanted`, `InsufficientCoins`, `KeyUsed`, `AccountNotFound`.
        """
        article = self._articles.get(basket.article)
        if article is None:
            raise NoSuchArticle(basket.article)
        asked = basket.to or buyer
        hints: Sequence[Hint] = ()
        try:
            async with self._database.transaction() as tx:
                standing = await shared(tx, {buyer, asked})
                sale = _Sale(
                    key=f"{_of(standing[buyer], basket.order)}{article.id}:{standing[asked]}",
                    order=basket.order,
                    article=article,
                    buyer=standing[buyer],
                    receiver=standing[asked],
                    at=self._clock.now(),
                )
                is_new = await _is_new(tx, sale)
                bought = await self._sell(tx, sale)
                if is_new and _is_given(sale):
                    hints = await post(tx, [await _told(tx, sale)], sale.at)
        except InsufficientFunds as short:
            raise InsufficientCoins(short.balance, short.needed) from short
        self._posted(hints)
        return bought

    async def gifts(self, receiver: UUID, limit: int, before: UUID | None = None) -> list[Gift]:
        """What somebody was given, the newest first."""
        async with self._database.reading() as connection:
            return await Gifts(connection).of(receiver, limit, before)

    async def _sell(self, tx: AsyncConnection, sale: _Sale) -> Bought:
        ledger = Ledger(tx)
        purse, points = wallet(sale.buyer), wallet(sale.receiver, Currency.POINTS)
        match sale.article.kind:
            case ArticleKind.CERTIFICATE:
                order = Order(
                    key=sale.key,
                    source=purse,
                    coins=sale.article.price,
                    issuer=sale.buyer,
                    at=sale.at,
                    about=sale.order,
                )
                issued = await issue(tx, ledger, order, self._ids.new(sale.at))
                return Bought(sale.order, certificate=issued)
            case ArticleKind.POINTS:
                loyalty = of_the_house(House.LOYALTY)
                await self._pay(
                    ledger, sale, Posting(loyalty, points, sale.article.amount, Cause.SHOP)
                )
                return Bought(sale.order)
            case ArticleKind.VIP:
                await self._pay(ledger, sale)
                return Bought(sale.order, vip_until=await self._vip_term(tx, sale))
            case ArticleKind.GIFT:
                return await self._present(tx, ledger, sale)

    async def _pay(self, ledger: Ledger, sale: _Sale, *more: Posting) -> bool:
        price = Posting(
            wallet(sale.buyer), of_the_house(House.SHOP), sale.article.price, Cause.SHOP
        )
        return await ledger.post(
            Transaction(key=sale.key, at=sale.at, about=sale.order, postings=(price, *more))
        )

    async def _vip_term(self, tx: AsyncConnection, sale: _Sale) -> Millis:
        for_friend = sale.receiver != sale.buyer
        term = VipTerm(
            key=sale.key,
            account=sale.receiver,
            days=sale.article.amount,
            cause=VipCause.GIFT if for_friend else VipCause.PURCHASE,
            giver=sale.buyer if for_friend else None,
        )
        return (await self._vip.extend(tx, term)).until

    async def _present(self, tx: AsyncConnection, ledger: Ledger, sale: _Sale) -> Bought:
        if sale.receiver == sale.buyer:
            raise NotForOneself
        if await self._pay(ledger, sale):
            gift = Gift(
                self._ids.new(sale.at), sale.article.id, sale.buyer, sale.receiver, sale.at
            )
            await Gifts(tx).keep(gift)
        return Bought(sale.order)


async def _is_new(tx: AsyncConnection, sale: _Sale) -> bool:
    """Whether it was not carried out before; no other order of its buyer is meanwhile.

    Refuses an order that was another before, and what its receiver could not want.
    """
    ledger = Ledger(tx)
    points = wallet(sale.receiver, Currency.POINTS)
    await ledger.lock([wallet(sale.buyer), wallet(sale.receiver), points])
    before = await ledger.keys_about(sale.order, _of(sale.buyer, sale.order))
    if before and before != [sale.key]:
        raise KeyUsed
    if before or sale.receiver == sale.buyer:
        return not before
    if await is_forgotten(tx, sale.receiver):
        raise AccountNotFound(str(sale.receiver))
    if await Blocks(tx).has(sale.receiver, sale.buyer):
        raise NotWanted
    return True


def _is_given(sale: _Sale) -> bool:
    """Whether somebody else gets it; a certificate is its buyer's, who passes its code on."""
    return sale.receiver != sale.buyer and sale.article.kind is not ArticleKind.CERTIFICATE


async def _told(tx: AsyncConnection, sale: _Sale) -> Post:
    giver, article = (await Names(tx).of([sale.buyer]))[sale.buyer], sale.article
    return to(sale.receiver, Gifted(giver, article.id, article.en, article.ru))


def _of(buyer: UUID, order: UUID) -> str:
    """What the key of an order begins with, whatever it is of."""
    return f"shop:{buyer}:{order}:"
