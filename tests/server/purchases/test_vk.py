"""Payments for votes, driven through a stand-in of VK that speaks its protocol over HTTP."""

import asyncio
from dataclasses import replace
from uuid import uuid4

import pytest
from msgspec import structs
from sqlalchemy import text

from platforms.doors import Door
from platforms.identity import Platform
from server.purchases.terms import CatalogueTerms, Price
from server.settings import Settings
from server.storage.database import Database
from tests.server.money.audited import require_clean
from tests.server.tables.calling import done, offer, refused
from tests.standins.market import Market, market

DAY = 24 * 60 * 60
WELCOME = 1_000


async def test_an_item_is_what_the_catalogue_says_it_is(stalls: Market) -> None:
    answer = await stalls.vk.ask("501", "coins_1000")

    assert answer["response"] == {
        "title": "1 000 монет",
        "price": 5,
        "item_id": "coins_1000",
        "expiration": 0,
    }
    inside_ok = await stalls.vk.ask("501", "coins_1000", site="OK")
    assert inside_ok["response"]["price"] == 35
    assert (await stalls.vk.ask("501", "castle"))["error"]["error_code"] == 20
    assert (await stalls.vk.ask("501", "vip_monthly"))["error"]["error_code"] == 20
    subscription = await stalls.vk.ask("501", "vip_monthly", "get_subscription")
    assert subscription["response"]["period"] == 30


async def test_an_order_told_twenty_times_at_once_is_given_once_and_answered_alike(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    told = stalls.vk.told(order)

    answers = await asyncio.gather(*(stalls.vk.notify(told) for _ in range(20)))

    assert len({str(answer) for answer in answers}) == 1
    assert answers[0]["response"]["order_id"] == order.id
    assert answers[0]["response"]["app_order_id"] > 0
    assert await stalls.coins(buyer) == WELCOME + 5_000 + 2_500
    (bought,) = await stalls.purchases(buyer)
    assert (bought["state"], bought["coins"], bought["bonus"]) == ("credited", 5_000, 2_500)


async def test_a_refund_takes_back_once_and_is_final(stalls: Market) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(order)

    refund = stalls.vk.told(order, "refunded")
    answers = await asyncio.gather(*(stalls.vk.notify(refund) for _ in range(8)))
    await stalls.vk.notify(stalls.vk.told(order))

    assert len({str(answer) for answer in answers}) == 1
    assert await stalls.coins(buyer) == WELCOME
    assert [each["state"] for each in await stalls.purchases(buyer)] == ["refunded"]


async def test_a_refund_that_comes_before_its_charge_gives_nothing(stalls: Market) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)

    await stalls.vk.notify(stalls.vk.told(order, "refunded"))
    answer = await stalls.vk.charge(order)

    assert answer["response"]["order_id"] == order.id
    assert await stalls.coins(buyer) == WELCOME


async def test_charges_and_refunds_at_the_same_instant_leave_nothing(stalls: Market) -> None:
    buyer = await stalls.buyer()
    orders = [await stalls.vk.sell(buyer.user, "coins_1000", stalls.now) for _ in range(4)]

    await asyncio.gather(
        *(
            stalls.vk.notify(stalls.vk.told(order, status))
            for order in orders
            for status in ("chargeable", "refunded", "chargeable")
        )
    )

    assert await stalls.coins(buyer) == WELCOME


async def test_coins_that_were_spent_are_taken_below_zero_and_staking_stops(
    stalls: Market,
) -> None:
    buyer, friend = await stalls.buyer(), await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(order)
    for _ in range(4):
        rose = {"order": str(uuid4()), "article": "dice", "to": str(friend.id)}
        await done(stalls.edge, buyer.person, "POST", "shop", rose)

    await stalls.vk.notify(stalls.vk.told(order, "refunded"))

    assert await stalls.coins(buyer) == -1_000
    body = {"conventions": {"rules": "short", "form": "match", "length": 1, "stake": 1}}
    assert await refused(stalls.edge, buyer.person, "POST", "tables", body) == "insufficient_coins"
    assert await offer(stalls.edge, buyer.person)
    second = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(second)
    assert await stalls.coins(buyer) == 4_000


async def test_vip_bought_three_times_in_a_row_ends_three_times_later(stalls: Market) -> None:
    buyer, ends = await stalls.buyer(), []
    for _ in range(3):
        order = await stalls.vk.sell(buyer.user, "vip_30", stalls.now)
        await stalls.vk.charge(order)
        ends.append(await stalls.vip_until(buyer))

    assert [ends[1] - ends[0], ends[2] - ends[1]] == [30 * DAY * 1000] * 2
    await stalls.vk.notify(stalls.vk.told(order, "refunded"))
    assert await stalls.vip_until(buyer) == ends[1]


async def test_the_first_purchase_alone_brings_more_and_only_from_a_least_price(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer()
    small = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(small)
    large = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(large)
    assert await stalls.coins(buyer) == WELCOME + 6_000

    other = await stalls.buyer()
    orders = [await stalls.vk.sell(other.user, "coins_5000", stalls.now) for _ in range(4)]
    await asyncio.gather(*(stalls.vk.charge(order) for order in orders))
    assert await stalls.coins(other) == WELCOME + 20_000 + 2_500


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"price": 1}, 11),
        ({"item": "castle"}, 20),
        ({"user": "1"}, 22),
        ({"item": "vip_monthly"}, 11),
        ({"item": "vip_monthly", "price": 15}, 20),
    ],
)
async def test_what_was_never_offered_is_refused_and_may_come_rightly_later(
    stalls: Market, change: dict[str, object], code: int
) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    wrong = replace(order, **change)  # type: ignore[arg-type]  # a table of fields

    answer = await stalls.vk.notify(stalls.vk.told(wrong))

    assert answer["error"]["error_code"] == code
    assert answer["error"]["critical"] is True
    assert await stalls.coins(buyer) == WELCOME
    await stalls.vk.charge(order)
    assert await stalls.coins(buyer) == WELCOME + 7_500


async def test_one_order_with_other_contents_than_before_is_refused(stalls: Market) -> None:
    buyer, other = await stalls.buyer(), await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(order)

    for changed in (replace(order, user=other.user), replace(order, price=20)):
        answer = await stalls.vk.notify(stalls.vk.told(changed, "refunded"))
        assert answer["error"]["error_code"] == 11

    assert await stalls.coins(buyer) == WELCOME + 1_000
    assert await stalls.coins(other) == WELCOME


async def test_a_forged_notification_changes_nothing_and_leaves_nothing(stalls: Market) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    forged = stalls.vk.told(order).replace(b"coins_1000", b"coins_5000")

    answer = await stalls.vk.notify(forged)

    assert answer["error"]["error_code"] == 10
    assert await stalls.coins(buyer) == WELCOME
    assert await kept(stalls.database) == 0


async def test_each_genuine_text_is_kept_once_as_it_came(stalls: Market) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    for _ in range(3):
        await stalls.vk.charge(order)
    wrong = stalls.vk.told(replace(order, id=1, price=1))
    await stalls.vk.notify(wrong)

    async with stalls.database.reading() as connection:
        found = await connection.execute(text("SELECT raw, outcome FROM payment_callbacks"))
        rows = {row.raw: row.outcome for row in found}
    assert rows[stalls.vk.told(order)] == "chargeable: grant"
    assert rows[wrong] == "refused, BAD_REQUEST: item_price"


async def test_test_orders_are_nothing_unless_the_operator_allows_them(
    stalls: Market, opened_database: Database
) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    told = stalls.vk.told(order, test="_test")
    assert (await stalls.vk.notify(told))["error"]["error_code"] == 11
    assert await stalls.coins(buyer) == WELCOME

    async with market(opened_database, test_orders=True) as lenient:
        await lenient.vk.notify(told)
        await lenient.vk.notify(told)
        await lenient.vk.charge(order)  # a live order of the same number is another order
        assert await stalls.coins(buyer) == WELCOME + 5_000 + 7_500


async def test_an_earlier_price_is_taken_from_whoever_had_begun_to_pay(
    opened_database: Database,
) -> None:
    terms = CatalogueTerms()
    price = Price(platform=Platform.VK, currency="VOTE", amount=6, earlier=(5,))
    dearer = structs.replace(terms.products[0], prices=(price,))
    settings = Settings(catalogue=CatalogueTerms(products=(dearer,)))
    async with market(opened_database, settings) as stalls:
        buyer = await stalls.buyer()
        order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
        assert order.price == 6
        await stalls.vk.charge(replace(order, price=5))
        assert await stalls.coins(buyer) == WELCOME + 1_000
    await require_clean(opened_database)


async def test_users_of_another_platform_with_the_same_number_are_others(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.OK)
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)

    answer = await stalls.vk.charge(order)

    assert answer["error"] == {
        "error_code": 22,
        "error_msg": "nobody has come in under this user_id",
        "critical": True,
    }
    assert await stalls.coins(buyer) == WELCOME


async def kept(database: Database) -> int:
    async with database.reading() as connection:
        found = await connection.execute(text("SELECT count(*) FROM payment_callbacks"))
        return int(found.scalar_one())
