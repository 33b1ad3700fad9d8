"""Payments for votes: notifications, decisions and answers, each order once."""

import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from platforms.secret import Secrets
from platforms.vk.answers import error_answer, item_answer, order_answer, subscription_answer
from platforms.vk.notifications import (
    HTTP_METHOD,
    ErrorCode,
    ItemAsked,
    Mode,
    Notification,
    OrderChanged,
    PaymentRefused,
    PaymentsAddress,
    Site,
    SubscriptionChanged,
    SubscriptionStatus,
    signature,
)
from platforms.vk.orders import (
    Catalogue,
    Effect,
    Offer,
    Order,
    Subscription,
    decide_order,
    decide_subscription,
    quote,
)
from tests.platforms.vectors import Vector, vectors

MONTH = 30
ADDRESS = PaymentsAddress(app_id="7", secrets=Secrets.of("new", "old"))
OFFERS = {
    "coins": Offer(title="100 coins", price=24, earlier_prices=frozenset({20})),
    "vip": Offer(title="VIP", price=99, period=MONTH),
    "sale": Offer(title="Sale", price=10, discount=2),
}


class Till:
    """What the server keeps: orders by key, and what they brought."""

    def __init__(self, address: PaymentsAddress, catalogue: Catalogue) -> None:
        self.address = address
        self.catalogue = catalogue
        self.orders: dict[tuple[Mode, str], Order] = {}
        self.subscriptions: dict[tuple[Mode, str], Subscription] = {}
        self.effects: list[tuple[Mode, str, Effect]] = []
        self.numbers = itertools.count(1)

    def handle(self, body: bytes) -> bytes:
        try:
            return self._handle(self.address.read(body))
        except PaymentRefused as refused:
            return error_answer(refused)

    def _handle(self, notice: Notification) -> bytes:
        match notice:
            case ItemAsked():
                return item_answer(quote(notice, self.catalogue))
            case OrderChanged():
                key = (notice.mode, notice.order_id)
                past = self.orders.get(key)
                decision = decide_order(notice, self.catalogue, past, self.next_id(past))
                self.orders[key] = decision.order
                self.effects.append((notice.mode, notice.item, decision.effect))
                return order_answer(decision.order)
            case SubscriptionChanged():
                key = (notice.mode, notice.subscription_id)
                before = self.subscriptions.get(key)
                what = decide_subscription(notice, self.catalogue, before, self.next_id(before))
                self.subscriptions[key] = what.subscription
                self.effects.append((notice.mode, notice.item, what.effect))
                return subscription_answer(what.subscription)

    def next_id(self, past: Order | Subscription | None) -> int:
        return past.app_order_id if past else next(self.numbers)

    def balance(self, grants: dict[str, int]) -> int:
        worth = {Effect.GRANT: 1, Effect.TAKE_BACK: -1, Effect.NOTHING: 0}
        return sum(
            grants[item] * worth[effect]
            for mode, item, effect in self.effects
            if mode is Mode.LIVE
        )


def till(vector: Vector) -> Till:
    config = vector["config"]
    address = PaymentsAddress(
        app_id=config["app_id"],
        secrets=Secrets.of(vector["secret"]),
        allow_test=config.get("allow_test", True),
    )
    offers = {
        item: Offer(title=item, price=price, period=MONTH if item == "vip_month" else None)
        for item, price in config["catalog"].items()
    }
    return Till(address, offers)


def error_of(answer: dict[str, Any]) -> str | None:
    error = answer.get("error")
    if error is None:
        return None
    duplicate = error["error_msg"] == "duplicate_key"
    return "duplicate_key" if duplicate else f"vk_error_{error['error_code']}"


@pytest.mark.parametrize("vector", vectors("vk_payment_sig"))
def test_a_notification_is_answered_as_its_vector_says(vector: Vector) -> None:
    if vector.get("reject_reason") == "wrong_method":
        assert vector["config"]["http_method"] != HTTP_METHOD
        return
    assert vector["config"].get("http_method", HTTP_METHOD) == HTTP_METHOD

    answer = msgspec.json.decode(till(vector).handle(vector["raw"].encode()))

    assert error_of(answer) == vector.get("reject_reason"), vector["why"]
    assert ("response" in answer) is vector["valid"]
    if vector["valid"]:
        notice = till(vector).address.read(vector["raw"].encode())
        assert notice.user_id == vector["identity"]["user_id"]
    else:
        assert answer["error"]["critical"] is True


@pytest.mark.parametrize("vector", vectors("vk_payment_sequence"))
def test_a_sequence_of_notifications_ends_as_its_vector_says(vector: Vector) -> None:
    shop, grants = till(vector), vector["config"]["grants"]

    for step in vector["params"]:
        answer = msgspec.json.decode(shop.handle(step["raw"].encode()))
        if "error" in answer:
            del answer["error"]["error_msg"]
        assert answer == step["response"]
        assert shop.balance(grants) == step["balance_after"]
    assert shop.balance(grants) == vector["expected"]["final_balance"]


def body(secret: str = "new", /, **fields: object) -> bytes:
    texts = {"app_id": "7", "user_id": "5"} | {key: str(value) for key, value in fields.items()}
    pairs = texts | {"sig": signature(texts, secret)}
    return "&".join(f"{key}={value}" for key, value in pairs.items()).encode()


def order(status: str, **fields: object) -> bytes:
    told = {"order_id": 9, "item": "coins", "item_price": 24, "status": status}
    return body(notification_type="order_status_change", **(told | fields))


def subscription(status: str, **fields: object) -> bytes:
    told = {"subscription_id": 3, "item_id": "vip", "item_price": 99, "status": status}
    return body(notification_type="subscription_status_change", **(told | fields))


def asked(kind: str, secret: str = "new", **fields: object) -> bytes:
    return body(secret, notification_type=kind, **({"order_id": 9, "item": "coins"} | fields))


def code(answer: bytes) -> int | None:
    error: dict[str, int] = msgspec.json.decode(answer).get("error", {})
    return error.get("error_code")


def test_while_keys_rotate_both_are_believed() -> None:
    for secret in ("new", "old"):
        notice = ADDRESS.read(asked("get_item", secret))
        assert isinstance(notice, ItemAsked)
        assert notice.site is Site.VK


def test_an_item_is_quoted_with_its_price_and_without_a_cache() -> None:
    answer = msgspec.json.decode(Till(ADDRESS, OFFERS).handle(asked("get_item")))

    assert answer == {
        "response": {"title": "100 coins", "price": 24, "item_id": "coins", "expiration": 0}
    }


@pytest.mark.parametrize(
    ("kind", "item"), [("get_item", "vip"), ("get_subscription", "coins"), ("get_item", "none")]
)
def test_what_is_not_sold_that_way_does_not_exist(kind: str, item: str) -> None:
    assert code(Till(ADDRESS, OFFERS).handle(asked(kind, item=item))) == ErrorCode.NO_SUCH_ITEM


def test_what_is_not_sold_that_way_is_not_given_that_way() -> None:
    for paid in (
        order("chargeable", item="vip", item_price=99),
        subscription("chargeable", item_id="coins", item_price=24),
        subscription("active", item_id="coins", item_price=24),
    ):
        shop = Till(ADDRESS, OFFERS)
        assert code(shop.handle(paid)) == ErrorCode.NO_SUCH_ITEM
        assert shop.effects == []


def test_a_buyer_inside_ok_is_known_by_the_site() -> None:
    notice = ADDRESS.read(asked("get_item", site="OK"))

    assert isinstance(notice, ItemAsked)
    assert notice.site is Site.OK


def test_repeats_in_any_order_grant_once_and_are_answered_alike() -> None:
    told = [order("chargeable"), order("chargeable"), order("refunded"), order("refunded")]
    for sequence in set(itertools.permutations(told)):
        shop = Till(ADDRESS, OFFERS)

        answers = {shop.handle(notice) for notice in sequence}

        assert len(answers) == 1
        assert shop.balance({"coins": 1}) == 0
        grants = [effect for _, _, effect in shop.effects if effect is Effect.GRANT]
        assert len(grants) == (0 if b"refunded" in sequence[0] else 1)


def test_a_price_that_vk_may_still_remember_is_honoured_and_another_is_not() -> None:
    assert code(Till(ADDRESS, OFFERS).handle(order("chargeable", item_price=20))) is None
    assert code(Till(ADDRESS, OFFERS).handle(order("chargeable", item_price=19))) == 11


def test_a_discount_that_we_stated_is_compared() -> None:
    for discount, expected in ((2, None), (3, 11), (0, 11)):
        paid = order("chargeable", item="sale", item_price=10, item_discount=discount)
        assert code(Till(ADDRESS, OFFERS).handle(paid)) == expected


@pytest.mark.parametrize("change", [{"user_id": 6}, {"item": "sale"}, {"item_price": 20}])
@pytest.mark.parametrize("status", ["chargeable", "refunded"])
def test_the_same_order_with_other_contents_is_refused(
    change: dict[str, object], status: str
) -> None:
    shop = Till(ADDRESS, OFFERS)
    shop.handle(order("chargeable"))

    assert code(shop.handle(order(status, **change))) == ErrorCode.BAD_REQUEST
    assert shop.balance({"coins": 1}) == 1


def test_a_subscription_grants_as_its_paid_time_grows_and_its_end_takes_nothing() -> None:
    shop = Till(ADDRESS, OFFERS)

    answers = [
        shop.handle(subscription("chargeable", next_bill_time=1000)),
        shop.handle(subscription("active", next_bill_time=1000)),
        shop.handle(subscription("active", next_bill_time=2000)),
        shop.handle(subscription("active", next_bill_time=2000, pending_cancel=1)),
        shop.handle(subscription("cancelled", next_bill_time=2000)),
    ]

    assert len(set(answers)) == 1
    kept = shop.subscriptions[Mode.LIVE, "3"]
    assert (kept.paid_until, kept.renews, kept.status) == (
        2000,
        False,
        SubscriptionStatus.CANCELLED,
    )
    assert [effect for _, _, effect in shop.effects] == [
        Effect.GRANT,
        Effect.NOTHING,
        Effect.GRANT,
        Effect.NOTHING,
        Effect.NOTHING,
    ]


def test_a_subscription_that_we_hear_of_at_its_end_grants_nothing() -> None:
    shop = Till(ADDRESS, OFFERS)

    assert code(shop.handle(subscription("cancelled", item_price=1))) is None
    assert [effect for _, _, effect in shop.effects] == [Effect.NOTHING]


def test_a_subscription_at_a_price_of_the_buyers_own_is_refused() -> None:
    assert code(Till(ADDRESS, OFFERS).handle(subscription("chargeable", item_price=1))) == 11


def test_only_a_temporary_error_lets_vk_try_again() -> None:
    for error in ErrorCode:
        answer = msgspec.json.decode(error_answer(PaymentRefused(error, "why")))
        assert answer["error"]["critical"] is (error is not ErrorCode.TEMPORARY)


FIELDS = st.sampled_from(
    ["app_id", "user_id", "notification_type", "order_id", "item", "item_price", "status"]
)


@given(fields=st.dictionaries(FIELDS, st.text(max_size=9)), raw=st.binary(max_size=200))
@settings(deadline=None)
def test_no_body_does_more_than_be_refused(fields: dict[str, str], raw: bytes) -> None:
    shop = Till(ADDRESS, OFFERS)

    assert code(shop.handle(raw)) in (ErrorCode.BAD_SIGNATURE, ErrorCode.BAD_REQUEST)
    printable = {key: value for key, value in fields.items() if value.isalnum()}
    assert code(shop.handle(body(**printable))) == ErrorCode.BAD_REQUEST
    assert code(shop.handle(body(**printable, pad="a" * 70_000))) == ErrorCode.BAD_REQUEST
