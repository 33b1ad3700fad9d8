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
from server.storage.forgetting import forget
from server.storage.purchases import Purchases
from tests.server.money.audited import require_clean
from tests.server.tables.calling import done, offer, refused
from tests.standins.market import Market, market
from tests.standins.vk import VotesOrder, VotesSubscription

DAY = 24 * 60 * 60
WELCOME = 1_000
OPEN_CASES = "SELECT count(*) FROM cases WHERE closed_at IS NULL"


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


async def test_a_subscription_is_given_to_its_end_and_grows_with_each_period(
    stalls: Market,
) -> None:
    buyer, now = await stalls.buyer(), stalls.now
    subscription = VotesSubscription(11, buyer.user, "vip_monthly", 15, "active", now + 30 * DAY)
    stalls.vk.subscriptions[11] = subscription
    begun = stalls.vk.told_of(subscription, "chargeable")
    active = stalls.vk.told_of(subscription, "active", next_bill_time=str(now + 30 * DAY + 90))

    answers = [await stalls.vk.notify(body) for body in (begun, active, begun, active)]

    assert len({str(answer) for answer in answers}) == 1
    until = await stalls.vip_until(buyer)
    assert abs(until - (now + 30 * DAY) * 1000) < 60_000
    for _ in range(2):
        renewed = stalls.vk.told_of(subscription, "active", next_bill_time=str(now + 60 * DAY))
        await stalls.vk.notify(renewed)
    assert await stalls.vip_until(buyer) - until == 30 * DAY * 1000
    await stalls.vk.notify(stalls.vk.told_of(subscription, "cancelled"))
    assert await stalls.vip_until(buyer) - until == 30 * DAY * 1000


async def test_a_renewal_of_which_vk_tells_nothing_is_found_by_asking(stalls: Market) -> None:
    buyer, now = await stalls.buyer(), stalls.now
    past = now - DAY
    subscription = VotesSubscription(12, buyer.user, "vip_monthly", 15, "active", past)
    begun = stalls.vk.told_of(subscription, "chargeable", next_bill_time=str(past))
    await stalls.vk.notify(begun)
    until = await stalls.vip_until(buyer)
    stalls.vk.subscriptions[12] = replace(subscription, next_bill_time=past + 30 * DAY)
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE purchases SET changed_at = changed_at - 3600000"))

    for _ in range(2):
        await stalls.payments.reconciling.look()

    assert await stalls.vip_until(buyer) - until == 30 * DAY * 1000


async def test_time_that_lapsed_before_a_subscription_was_resumed_is_not_given(
    stalls: Market,
) -> None:
    """VK tells that it goes on, and until when only to whoever asks."""
    buyer, now = await stalls.buyer(), stalls.now
    past = now - 4 * DAY
    lapsed = VotesSubscription(18, buyer.user, "vip_monthly", 15, "active", past)
    await stalls.vk.notify(stalls.vk.told_of(lapsed, "chargeable", next_bill_time=str(past)))
    until = await stalls.vip_until(buyer)
    for status in ("cancelled", "chargeable"):
        assert "response" in await stalls.vk.notify(stalls.vk.told_of(lapsed, status))
    stalls.vk.subscriptions[18] = replace(lapsed, next_bill_time=now + 30 * DAY)
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE purchases SET changed_at = changed_at - 3600000"))
    await stalls.payments.reconciling.look()

    assert await stalls.vip_until(buyer) - until == 30 * DAY * 1000


async def test_payments_of_a_known_subscription_in_vks_record_are_nobodys_case(
    stalls: Market,
) -> None:
    """Those of a stranger to us are one, for they were paid and brought nothing."""
    buyer, other, now = await stalls.buyer(), await stalls.buyer(), stalls.now
    subscription = VotesSubscription(13, buyer.user, "vip_monthly", 15, "active", now + 30 * DAY)
    await stalls.vk.notify(stalls.vk.told_of(subscription, "chargeable"))
    until = await stalls.vip_until(buyer)
    for number, payer in enumerate((buyer, buyer, other)):
        stalls.vk.orders[number] = VotesOrder(
            number, payer.user, "vip_monthly", 15, now, status="charged"
        )

    found = await stalls.payments.reconciling.compare(Platform.VK)

    assert (found.seen, found.credited, found.taken_back, found.cases) == (3, 0, 0, 1)
    assert await stalls.vip_until(buyer) == until
    async with stalls.database.transaction() as tx:
        await forget(tx, buyer.person.id, now * 1000)
    del stalls.vk.orders[2]
    stalls.vk.subscriptions[13] = subscription
    again = await stalls.payments.reconciling.compare(Platform.VK)
    assert (again.seen, again.credited, again.cases) == (2, 0, 0)


async def test_a_silent_renewal_of_somebody_forgotten_is_seen_in_vks_record(
    stalls: Market,
) -> None:
    """It is a case for a human, as the subscription was from the moment he was forgotten."""
    buyer, now = await stalls.buyer(), stalls.now
    monthly = VotesSubscription(15, buyer.user, "vip_monthly", 15, "active", now + 30 * DAY)
    await stalls.vk.notify(stalls.vk.told_of(monthly, "chargeable"))
    await done(stalls.edge, buyer.person, "POST", "me/forget", {"forget_me": True})
    async with stalls.database.reading() as connection:
        words = await connection.execute(text("SELECT words FROM cases WHERE closed_at IS NULL"))
        assert "vip_monthly goes on at vk as 15" in words.scalar_one()
    stalls.vk.subscriptions[15] = replace(monthly, next_bill_time=now + 60 * DAY)
    for number in (51, 52):
        stalls.vk.orders[number] = VotesOrder(
            number, buyer.user, "vip_monthly", 15, now, status="charged"
        )

    found = await stalls.payments.reconciling.compare(Platform.VK)

    assert (found.seen, found.credited, found.cases) == (2, 0, 1)
    async with stalls.database.reading() as connection:
        waits = await connection.execute(text("SELECT state, vip_days FROM purchases"))
        assert tuple(waits.one()) == ("charged", 30)


async def test_what_vk_does_not_know_keeps_no_other_renewal_waiting(stalls: Market) -> None:
    buyer, past = await stalls.buyer(), stalls.now - DAY
    monthly = VotesSubscription(16, buyer.user, "vip_monthly", 15, "active", past)
    for number in (16, 17):
        begun = replace(monthly, id=number)
        told = stalls.vk.told_of(begun, "chargeable", next_bill_time=str(past))
        await stalls.vk.notify(told)
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE purchases SET changed_at = changed_at - 3600000"))
    stalls.vk.subscriptions[17] = replace(monthly, id=17, next_bill_time=past + 30 * DAY)

    await stalls.payments.reconciling.look()

    async with stalls.database.reading() as connection:
        due = await Purchases(connection).renewing("vk", stalls.now * 1000, 9)
        assert due == [], "each was asked about"


async def test_what_a_forgotten_person_pays_on_for_is_his_who_comes_back(
    stalls: Market,
) -> None:
    buyer, now = await stalls.buyer(), stalls.now
    monthly = VotesSubscription(14, buyer.user, "vip_monthly", 15, "active", now + 30 * DAY)
    stalls.vk.subscriptions[14] = replace(monthly, next_bill_time=now + 120 * DAY)
    await stalls.vk.notify(stalls.vk.told_of(monthly, "chargeable"))
    active = stalls.vk.told_of(monthly, "active", next_bill_time=str(now + 30 * DAY))
    await stalls.vk.notify(active)
    await done(stalls.edge, buyer.person, "POST", "me/forget", {"forget_me": True})
    renewed = stalls.vk.told_of(monthly, "active", next_bill_time=str(now + 60 * DAY))
    assert "response" in await stalls.vk.notify(renewed)
    async with stalls.database.reading() as connection:
        waits = await connection.execute(text("SELECT state FROM purchases"))
        cases = await connection.execute(
            text("SELECT count(*) FROM cases WHERE closed_at IS NULL")
        )
        assert (waits.scalar_one(), cases.scalar_one()) == ("charged", 1)

    back = replace(buyer, person=await stalls.edge.person(buyer.user))
    assert back.id != buyer.id
    missed = {"platform": "vk"}
    found = await done(stalls.edge, back.person, "POST", "me/purchases/missed", missed)

    assert found["finding"] == "given_now"
    assert abs(await stalls.vip_until(back) - (now + 90 * DAY) * 1000) < 60_000
    again = stalls.vk.told_of(monthly, "active", next_bill_time=str(now + 150 * DAY))
    await stalls.vk.notify(again)
    assert abs(await stalls.vip_until(back) - (now + 120 * DAY) * 1000) < 60_000


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


async def test_what_a_platform_says_of_somebody_forgotten_counts_as_before(
    stalls: Market,
) -> None:
    buyer, other, of_ok = await stalls.buyer(), await stalls.buyer(), await stalls.buyer(Door.OK)
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    answered = await stalls.vk.charge(order)
    monthly = VotesSubscription(13, buyer.user, "vip_monthly", 15, "active", stalls.now + DAY)
    begun = await stalls.vk.notify(stalls.vk.told_of(monthly, "chargeable"))
    named = (stalls.ok.transaction(), of_ok.user, "coins_1000", 35)
    await stalls.ok.call(stalls.ok.query(*named))
    for gone in (buyer, of_ok):
        await done(stalls.edge, gone.person, "POST", "me/forget", {"forget_me": True})

    assert await stalls.vk.charge(order) == answered
    assert await stalls.vk.notify(stalls.vk.told_of(monthly, "cancelled")) == begun
    assert await stalls.ok.call(stalls.ok.query(*named)) is None
    for told in (
        stalls.vk.told(replace(order, user=other.user), "refunded"),
        stalls.vk.told_of(replace(monthly, user=other.user), "cancelled"),
    ):
        assert (await stalls.vk.notify(told))["error"]["error_code"] == 11
    assert await stalls.ok.call(stalls.ok.query(named[0], other.user, "coins_1000", 35)) == 1001
    assert await stalls.vk.notify(stalls.vk.told(order, "refunded")) == answered
    async with stalls.database.reading() as connection:
        found = await connection.execute(
            text("SELECT kind, payer, state FROM purchases WHERE platform = 'vk' ORDER BY kind")
        )
        kept = found.all()
        heard = await connection.execute(
            text(
                "SELECT outcome FROM payment_callbacks"
                " WHERE payer = :user OR position(convert_to(:user, 'UTF8') IN raw) > 0"
            ),
            {"user": buyer.user},
        )
        assert heard.all() == []
    assert [row.state for row in kept] == ["refunded", "credited"]
    assert not any(buyer.user in row.payer for row in kept)
