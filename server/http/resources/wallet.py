"""The caller's money: wallet, VIP, bonuses, shop, certificates, promotions."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from server.http.endpoints import Call, Endpoint, Nothing
from server.money.certificates import Redeemed
from server.money.daily import DailyBonus
from server.money.referrals import ReferralView
from server.money.shop import Basket, Bought
from server.money.terms import ArticleKind
from server.money.vip import VipStanding
from server.storage.gifts import Gift
from server.storage.ids import Millis
from server.storage.ledger_accounts import Currency
from server.storage.promotions import Audience, Bonus, Promotion
from server.storage.wallets import Balances, Entry
from server.wordings import Code

Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class WalletPage(msgspec.Struct, frozen=True):
    """Which page of which currency: ``cursor`` is the ``next`` of the page before."""

    currency: Currency = Currency.COINS
    cursor: Annotated[int, msgspec.Meta(ge=1, le=2**62)] | None = None
    limit: Limit = 50


class WalletView(msgspec.Struct, frozen=True):
    """What there is, what is held for matches that run, and what came and went, newest first.

    ``coins`` are below zero only where money was paid back; then nothing can be staked or spent.
    """

    balances: Balances
    entries: tuple[Entry, ...]
    next: int | None


class VipView(msgspec.Struct, frozen=True):
    """Where the caller stands, and what VIP gives."""

    standing: VipStanding
    term_days: tuple[int, ...]
    rake_percent: int
    invite_anyone: bool
    badge: bool
    history_days: int


class CodeTyped(msgspec.Struct, frozen=True):
    """A code as somebody has typed it."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class InviterNamed(msgspec.Struct, frozen=True):
    """Done."""

    named: Literal[True] = True


class ArticleView(msgspec.Struct, frozen=True):
    """An article, by its name in the caller's language."""

    id: str
    kind: ArticleKind
    price: int
    amount: int
    name: str


class ShopView(msgspec.Struct, frozen=True):
    """What there is to buy for coins."""

    articles: tuple[ArticleView, ...]


class GiftsPage(msgspec.Struct, frozen=True):
    """Which page: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Limit = 50


class GiftsView(msgspec.Struct, frozen=True):
    """What the caller was given, the newest first."""

    gifts: tuple[Gift, ...]
    next: UUID | None


class PromotionView(msgspec.Struct, frozen=True):
    """A promotion, by its title in the caller's language."""

    id: UUID
    title: str
    bonus: Bonus
    amount: int
    audience: Audience
    ends: Millis
    per_person: int


class PromotionsView(msgspec.Struct, frozen=True):
    """What the caller may claim now."""

    promotions: tuple[PromotionView, ...]


async def my_wallet(call: Call[Nothing, WalletPage]) -> WalletView:
    """Show the wallet."""
    page, purses = call.query, call.services.treasury.purses
    found = await purses.entries(call.account, page.currency, page.limit + 1, page.cursor)
    shown = tuple(found[: page.limit])
    following = shown[-1].id if len(found) > page.limit else None
    return WalletView(await purses.balances(call.account), shown, following)


async def my_vip(call: Call[Nothing, Nothing]) -> VipView:
    """Show the VIP."""
    vip = call.services.treasury.vip
    return VipView(
        standing=await vip.standing(call.account),
        term_days=vip.terms.term_days,
        rake_percent=vip.terms.rake_percent,
        invite_anyone=vip.terms.invite_anyone,
        badge=vip.terms.badge,
        history_days=vip.terms.history_days,
    )


async def next_daily(call: Call[Nothing, Nothing]) -> DailyBonus:
    """Show the next daily bonus."""
    return await call.services.treasury.daily.next(call.account)


async def take_daily(call: Call[Nothing, Nothing]) -> DailyBonus:
    """Take the daily bonus."""
    return await call.services.treasury.daily.take(call.account)


async def my_referral(call: Call[Nothing, Nothing]) -> ReferralView:
    """Show the code to invite by."""
    return await call.services.treasury.referring.view(call.account)


async def name_inviter(call: Call[CodeTyped, Nothing]) -> InviterNamed:
    """Say who invited the caller."""
    await call.services.treasury.referring.name_inviter(call.account, call.body.code)
    return InviterNamed()


async def redeem(call: Call[CodeTyped, Nothing]) -> Redeemed:
    """Redeem a certificate."""
    redeeming = call.services.treasury.redeeming
    return await redeeming.redeem(call.account, call.body.code, call.caller.address)


async def shop(call: Call[Nothing, Nothing]) -> ShopView:
    """Show the shop."""
    russian = call.caller.language == "ru"
    return ShopView(
        tuple(
            ArticleView(
                each.id, each.kind, each.price, each.amount, each.ru if russian else each.en
            )
            for each in call.services.treasury.shop.articles
        )
    )


async def buy(call: Call[Basket, Nothing]) -> Bought:
    """Buy something in the shop."""
    return await call.services.treasury.shop.buy(call.account, call.body)


async def my_gifts(call: Call[Nothing, GiftsPage]) -> GiftsView:
    """Show what the caller was given."""
    page = call.query
    found = await call.services.treasury.shop.gifts(call.account, page.limit + 1, page.cursor)
    shown = tuple(found[: page.limit])
    return GiftsView(shown, shown[-1].id if len(found) > page.limit else None)


async def my_promotions(call: Call[Nothing, Nothing]) -> PromotionsView:
    """Show what the caller may claim."""
    found = await call.services.treasury.promoting.open_to(call.account)
    return PromotionsView(tuple(_seen(each, call.caller.language) for each in found))


async def claim_promotion(call: Call[Nothing, Nothing]) -> PromotionView:
    """Claim a promotion."""
    claimed = await call.services.treasury.promoting.claim(call.account, call.id)
    return _seen(claimed, call.caller.language)


def _seen(promotion: Promotion, language: str) -> PromotionView:
    return PromotionView(
        id=promotion.id,
        title=promotion.ru if language == "ru" else promotion.en,
        bonus=promotion.bonus,
        amount=promotion.amount,
        audience=promotion.audience,
        ends=promotion.ends,
        per_person=promotion.per_person,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me/wallet",
        handler=my_wallet,
        summary="The caller's coins and points, what is held, and what came and went",
        query=WalletPage,
        answers={200: WalletView},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/vip",
        handler=my_vip,
        summary="Until when the caller is VIP, and what VIP gives",
        answers={200: VipView},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/daily",
        handler=next_daily,
        summary="The next daily bonus, and whether it may be taken now",
        answers={200: DailyBonus},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/daily",
        handler=take_daily,
        summary="Take the daily bonus",
        answers={200: DailyBonus},
        raises=(Code.TAKEN_TODAY, Code.MEMBERS_ONLY),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/referral",
        handler=my_referral,
        summary="The code by which the caller invites, and what it has brought",
        answers={200: ReferralView},
        raises=(Code.MEMBERS_ONLY,),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/referrer",
        handler=name_inviter,
        summary="Say who invited the caller, once and soon after signing up",
        body=CodeTyped,
        answers={200: InviterNamed},
        raises=(Code.CODE_REFUSED, Code.REFERRAL_REFUSED, Code.MEMBERS_ONLY),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/certificates",
        handler=redeem,
        summary="Redeem a gift certificate by its code",
        body=CodeTyped,
        answers={200: Redeemed},
        raises=(
            Code.CODE_REFUSED,
            Code.CODE_REDEEMED,
            Code.TOO_MANY_FAILURES,
            Code.MEMBERS_ONLY,
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/shop",
        handler=shop,
        summary="What there is to buy for coins",
        answers={200: ShopView},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/shop",
        handler=buy,
        summary="Buy an article, for oneself or as a gift; an order counts once",
        body=Basket,
        answers={200: Bought},
        raises=(
            Code.NO_SUCH_ARTICLE,
            Code.NOT_FOR_ONESELF,
            Code.NOT_WANTED,
            Code.KEY_USED,
            Code.INSUFFICIENT_COINS,
            Code.ACCOUNT_NOT_FOUND,
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/gifts",
        handler=my_gifts,
        summary="What the caller was given, the newest first",
        query=GiftsPage,
        answers={200: GiftsView},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/promotions",
        handler=my_promotions,
        summary="The promotions that the caller may claim now",
        answers={200: PromotionsView},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/promotions/{id}/claim",
        handler=claim_promotion,
        summary="Claim a promotion",
        answers={200: PromotionView},
        raises=(
            Code.PROMOTION_NOT_FOUND,
            Code.PROMOTION_OVER,
            Code.NOT_IN_AUDIENCE,
            Code.PROMOTION_TAKEN,
            Code.MEMBERS_ONLY,
        ),
    ),
)
