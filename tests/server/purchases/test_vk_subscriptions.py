"""VIP that VK renews by itself: told or silent, resumed, and of those who were forgotten."""

from dataclasses import replace

from sqlalchemy import text

from platforms.doors import Door
from platforms.identity import Platform
from server.storage.forgetting import forget
from server.storage.purchases import Purchases
from tests.server.tables.calling import done
from tests.standins.market import Market
from tests.standins.vk import VotesOrder, VotesSubscription

DAY = 24 * 60 * 60


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
