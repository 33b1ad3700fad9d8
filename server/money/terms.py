"""The terms of money: the part of the settings that says what the house takes and gives."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from server.money.rake import RakeRate

Count = Annotated[int, Meta(ge=0)]


class StakeTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be played for, and what the house keeps of it."""

    largest_hold: Annotated[
        int, Meta(ge=0, le=10**15, description="coins that one seat may put aside for a match")
    ] = 10**12
    rates: Annotated[
        tuple[RakeRate, ...],
        Meta(description="rake in hundredths of a per cent; the last line that fits counts"),
    ] = (RakeRate(basis_points=500),)
    barred_countries: Annotated[
        tuple[Annotated[str, Meta(pattern="^[A-Z]{2}$")], ...],
        Meta(description="codes (ISO 3166-1) of those whose people do not play for coins"),
    ] = ()
    least_age: Annotated[
        int, Meta(ge=0, le=130, description="of who plays for coins, where it is known; 0 is none")
    ] = 0

    @property
    def bars(self) -> bool:
        """Whether anybody is kept from tables for coins."""
        return bool(self.barred_countries or self.least_age)


class VipTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What VIP gives: all of it stands here."""

    term_days: Annotated[
        tuple[Annotated[int, Meta(ge=1)], ...], Meta(description="terms that are sold")
    ] = (7, 30, 365)
    rake_percent: Annotated[
        int, Meta(ge=0, le=100, description="of the usual rake that a VIP pays")
    ] = 50
    invite_anyone: Annotated[
        bool, Meta(description="whether a VIP may invite people who are no friends")
    ] = True
    badge: Annotated[bool, Meta(description="whether others see that somebody is VIP")] = True
    history_days: Annotated[int, Meta(ge=1, description="of past matches that a VIP is shown")] = (
        365
    )
    remind_days: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100)], ...],
        Meta(description="so many days before it lapses a VIP is told"),
    ] = (3, 1)


class LeastPrice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A price in the smallest unit of its currency."""

    currency: str
    amount: Count


class BonusTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house gives away."""

    welcome: Annotated[int, Meta(ge=0, description="coins for a new identity, once")] = 1_000
    daily: Annotated[
        tuple[Count, ...],
        Meta(min_length=1, description="coins on the first day, the next in a row … and so on"),
    ] = (50, 60, 70, 80, 100)
    referral_inviter: Annotated[int, Meta(ge=0, description="coins for who invited")] = 500
    referral_invited: Annotated[int, Meta(ge=0, description="coins for who came")] = 500
    referral_matches: Annotated[
        int, Meta(ge=1, description="finished matches that the invited must have played")
    ] = 10
    referral_opponents: Annotated[
        int, Meta(ge=1, description="different opponents among them, the inviter not counted")
    ] = 3
    referral_days: Annotated[
        int, Meta(ge=1, description="after signing up, in which one may say who invited one")
    ] = 7
    first_purchase_percent: Annotated[
        int, Meta(ge=0, description="more coins with the first purchase")
    ] = 50
    first_purchase_least: Annotated[
        tuple[LeastPrice, ...],
        Meta(description="least prices for that, in the currency's smallest unit"),
    ] = (
        LeastPrice(currency="RUB", amount=10_000),
        LeastPrice(currency="USD", amount=199),
        LeastPrice(currency="VOTE", amount=15),
        LeastPrice(currency="OK", amount=100),
        LeastPrice(currency="XTR", amount=100),
    )


class LoyaltyTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points that pay tournament entries."""

    match_points: Annotated[int, Meta(ge=0, description="points for a finished match")] = 1
    day_points: Annotated[int, Meta(ge=0, description="most points by play in one day")] = 20
    coins_of_fee: Annotated[
        int, Meta(ge=1, description="coins of a tournament's fee that bring a point")
    ] = 100


class ArticleKind(StrEnum):
    """What an article of the shop is."""

    GIFT = "gift"
    CERTIFICATE = "certificate"
    POINTS = "points"
    VIP = "vip"


class Article(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something for coins: `amount` points or days of VIP; a certificate holds its price."""

    id: Annotated[str, Meta(pattern="^[a-z0-9_]{1,40}$")]
    kind: ArticleKind
    price: Annotated[int, Meta(ge=1)]
    amount: Count = 0
    en: str
    ru: str


def _vip(days: int, price: int) -> Article:
    return Article(
        id=f"vip_{days}",
        kind=ArticleKind.VIP,
        price=price,
        amount=days,
        en=f"VIP for {days} days",
        ru=f"VIP на {days} дней",
    )


class ShopTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shop."""

    articles: Annotated[
        tuple[Article, ...], Meta(description="kinds: gift, certificate, points, vip")
    ] = (
        Article(id="tea", kind=ArticleKind.GIFT, price=50, en="Tea", ru="Чай"),
        Article(id="rose", kind=ArticleKind.GIFT, price=100, en="A rose", ru="Роза"),
        Article(
            id="dice", kind=ArticleKind.GIFT, price=500, en="Lucky dice", ru="Счастливые зары"
        ),
        Article(
            id="certificate_1000",
            kind=ArticleKind.CERTIFICATE,
            price=1_000,
            en="A certificate for 1,000 coins",
            ru="Сертификат на 1000 монет",
        ),
        Article(
            id="points_10",
            kind=ArticleKind.POINTS,
            price=2_000,
            amount=10,
            en="10 points",
            ru="10 баллов",
        ),
        _vip(7, 5_000),
        _vip(30, 15_000),
        _vip(365, 120_000),
    )


class CodeLimits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How often somebody may guess at codes."""

    account_per_hour: Annotated[
        int, Meta(ge=1, description="wrong codes of one account, then told to wait")
    ] = 5
    address_per_hour: Annotated[
        int, Meta(ge=1, description="wrong codes from one address, then told to wait")
    ] = 20
