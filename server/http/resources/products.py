"""What is sold for real money, what the caller has bought, and what came of it."""

from typing import Annotated
from uuid import UUID

import msgspec

from platforms.identity import Platform
from server.http.endpoints import Call, Endpoint, Nothing
from server.purchases.facebook import Claimed
from server.purchases.help import Finding, Question
from server.purchases.stars import Invoice
from server.purchases.terms import Price, Product, ProductKind
from server.storage.ids import Millis
from server.storage.purchases import Purchase, State
from server.wordings import Code

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class PriceView(msgspec.Struct, frozen=True):
    """What it costs on a platform, in the smallest unit of a currency.

    ``VOTE`` are VK's votes, ``OK`` are OKs, ``XTR`` are Stars; others are of ISO 4217.
    """

    platform: Platform
    currency: str
    amount: int


class ProductView(msgspec.Struct, frozen=True):
    """A product by its name in the caller's language: ``amount`` coins, or days of VIP.

    ``id`` is what the platform's own window is asked for.
    """

    id: str
    kind: ProductKind
    amount: int
    name: str
    prices: tuple[PriceView, ...]


class ProductsView(msgspec.Struct, frozen=True):
    """All that is sold; ``first_bonus_percent`` more coins come with a first purchase."""

    products: tuple[ProductView, ...]
    first_bonus_percent: int


class ProductWanted(msgspec.Struct, frozen=True):
    """What to pay for."""

    product: Name


class ReceiptPresented(msgspec.Struct, frozen=True):
    """Facebook's ``signedRequest`` of a purchase, and the ``productID`` that it is of."""

    receipt: Annotated[str, msgspec.Meta(min_length=1, max_length=8192)]
    product: Name


class PurchasePage(msgspec.Struct, frozen=True):
    """Which page: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class PurchaseView(msgspec.Struct, frozen=True):
    """A purchase, and what it gave; ``charge`` is the platform's own name for it."""

    id: UUID
    platform: str
    charge: str | None
    product: str
    price: int
    currency: str
    state: State
    coins: int
    bonus: int
    vip_days: int
    at: Millis


class PurchasesView(msgspec.Struct, frozen=True):
    """What the caller has bought, the newest first."""

    purchases: tuple[PurchaseView, ...]
    next: UUID | None


class PaymentMissed(msgspec.Struct, frozen=True):
    """Something was paid and did not come; ``charge`` is the platform's name for it, if known.

    ``insists`` has a human look, though nothing was found.
    """

    platform: Platform
    charge: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,128}$")] | None = None
    insists: bool = False


class PaymentFound(msgspec.Struct, frozen=True):
    """What the platform's own record says, and the ``case`` where a human is to look."""

    finding: Finding
    purchases: tuple[PurchaseView, ...]
    case: UUID | None


async def products(call: Call[Nothing, Nothing]) -> ProductsView:
    """Show the catalogue."""
    payments, language = call.services.payments, call.caller.language
    return ProductsView(
        tuple(_product(each, language) for each in payments.catalogue),
        payments.books.bonuses.first_purchase_percent,
    )


async def invoice(call: Call[ProductWanted, Nothing]) -> Invoice:
    """Make an invoice in Stars."""
    stars = call.services.payments.stars
    return await stars.invoice(call.account, call.body.product, call.caller.language)


async def claim(call: Call[ReceiptPresented, Nothing]) -> Claimed:
    """Present a receipt of Facebook's."""
    facebook = call.services.payments.facebook
    return await facebook.claim(call.account, call.body.receipt, call.body.product)


async def my_purchases(call: Call[Nothing, PurchasePage]) -> PurchasesView:
    """Show what the caller has bought."""
    page = call.query
    found = await call.services.payments.bought(call.account, page.limit + 1, page.cursor)
    shown = tuple(map(_purchase, found[: page.limit]))
    return PurchasesView(shown, shown[-1].id if len(found) > page.limit else None)


async def missed(call: Call[PaymentMissed, Nothing]) -> PaymentFound:
    """Look for a payment that brought nothing."""
    asked = call.body
    answer = await call.services.payments.help.answer(
        Question(call.account, asked.platform, asked.charge, asked.insists)
    )
    return PaymentFound(answer.finding, tuple(map(_purchase, answer.purchases)), answer.case)


def _product(product: Product, language: str) -> ProductView:
    return ProductView(
        id=product.id,
        kind=product.kind,
        amount=product.amount,
        name=product.ru if language == "ru" else product.en,
        prices=tuple(map(_price, product.prices)),
    )


def _price(price: Price) -> PriceView:
    return PriceView(price.platform, price.currency, price.amount)


def _purchase(purchase: Purchase) -> PurchaseView:
    return PurchaseView(
        id=purchase.id,
        platform=purchase.platform,
        charge=purchase.charge,
        product=purchase.product,
        price=purchase.price,
        currency=purchase.currency,
        state=purchase.state,
        coins=purchase.coins,
        bonus=purchase.bonus,
        vip_days=purchase.vip_days,
        at=purchase.created_at,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/products",
        handler=products,
        summary="What is sold for real money, with its price on each platform",
        answers={200: ProductsView},
        public=True,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/purchases",
        handler=my_purchases,
        summary="What the caller has bought for real money, and where it stands",
        query=PurchasePage,
        answers={200: PurchasesView},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/purchases/stars",
        handler=invoice,
        summary="A link by which the caller pays for a product in Telegram's Stars",
        body=ProductWanted,
        answers={200: Invoice},
        raises=(
            Code.NO_SUCH_PRODUCT,
            Code.NOT_ON_PLATFORM,
            Code.PLATFORM_SILENT,
            Code.RATE_LIMITED,
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/purchases/facebook",
        handler=claim,
        summary="Present a receipt of an Instant Game; consume the purchase once this answers 200",
        body=ReceiptPresented,
        answers={200: Claimed},
        raises=(
            Code.NO_SUCH_PRODUCT,
            Code.NOT_ON_PLATFORM,
            Code.RECEIPT_REFUSED,
            Code.RECEIPT_TAKEN,
            Code.RECEIPT_REFUNDED,
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/purchases/missed",
        handler=missed,
        summary="Have a payment looked for that was taken and brought nothing",
        body=PaymentMissed,
        answers={200: PaymentFound},
        raises=(Code.NOT_ON_PLATFORM, Code.RATE_LIMITED),
    ),
)
