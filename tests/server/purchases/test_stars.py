"""Payments in Stars, driven through a stand-in of Telegram: Bot API and webhook."""

import asyncio
import time
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text

from platforms.doors import Door
from server.purchases.help import Finding
from tests.server.tables.calling import done, refused
from tests.standins.market import Buyer, Market
from tests.standins.trouble import Trouble
from tests.waiting import until

WELCOME = 1_000
OPEN_CASES = "SELECT count(*) FROM cases WHERE closed_at IS NULL"
DAY = 24 * 60 * 60 * 1000


async def bought(stalls: Market, buyer: Buyer, product: str) -> dict[str, Any]:
    """The message that an invoice was paid, not sent yet."""
    link = await stalls.invoice(buyer, product)
    assert await stalls.telegram.checkout(link, int(buyer.user)) is None
    return stalls.telegram.charge(link, int(buyer.user))


async def test_a_paid_invoice_is_given_once_however_often_it_is_told(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    message = await bought(stalls, buyer, "coins_5000")

    answers = await asyncio.gather(*(stalls.telegram.send(message=message) for _ in range(12)))

    assert answers == [200] * 12
    assert await stalls.coins(buyer) == WELCOME + 5_000 + 2_500
    assert [each["state"] for each in await stalls.purchases(buyer)] == ["credited"]


async def test_an_invoice_is_for_one_person_one_price_and_one_payment(stalls: Market) -> None:
    buyer, other = await stalls.buyer(Door.TELEGRAM), await stalls.buyer(Door.TELEGRAM)
    link, pay = await stalls.invoice(buyer, "coins_1000"), stalls.telegram.checkout

    assert "не вам" in str(await pay(link, int(other.user)))
    assert "Цена" in str(await pay(link, int(buyer.user), total_amount=1))
    assert "Цена" in str(await pay(link, int(buyer.user), currency="USD"))
    assert "Такого заказа нет" in str(await pay(link, int(buyer.user), invoice_payload="x"))
    assert await pay(link, int(buyer.user)) is None
    await stalls.telegram.send(message=stalls.telegram.charge(link, int(buyer.user)))
    assert "уже оплачен" in str(await pay(link, int(buyer.user)))


async def test_an_invoice_lapses(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    link = await stalls.invoice(buyer, "coins_1000")
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE purchases SET created_at = created_at - 3601000"))

    assert "устарел" in str(await stalls.telegram.checkout(link, int(buyer.user)))
    assert await stalls.purchases(buyer) == []


async def test_stars_that_were_taken_are_given_for_whatever_else_was_said(
    stalls: Market,
) -> None:
    """Two payments of one invoice, and one that the client called cancelled, are three."""
    buyer = await stalls.buyer(Door.TELEGRAM)
    link = await stalls.invoice(buyer, "coins_1000")
    charges = [stalls.telegram.charge(link, int(buyer.user)) for _ in range(3)]

    await asyncio.gather(
        *(stalls.telegram.send(message=charge) for charge in charges for _ in range(3))
    )

    assert await stalls.coins(buyer) == WELCOME + 3_000


async def test_a_refund_takes_back_before_and_after_and_once(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    told, untold = [await bought(stalls, buyer, "vip_30") for _ in range(2)]
    await stalls.telegram.send(message=told)
    assert await stalls.vip_until(buyer) > stalls.now * 1000

    for message in (told, untold):
        charge = message["successful_payment"]["telegram_payment_charge_id"]
        refund = stalls.telegram.give_back(charge)
        for _ in range(2):
            await stalls.telegram.send(message=refund)
    await stalls.telegram.send(message=untold)

    assert await stalls.vip_until(buyer) <= stalls.now * 1000 + 1_000
    assert {each["state"] for each in await stalls.purchases(buyer)} == {"refunded"}


async def test_a_subscription_is_paid_month_by_month_by_one_invoice(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    link = await stalls.invoice(buyer, "vip_monthly")
    assert stalls.telegram.invoices[link]["period"] == "2592000"
    until = int(time.time()) + 30 * 24 * 60 * 60
    first = stalls.telegram.charge(
        link,
        int(buyer.user),
        is_recurring=True,
        is_first_recurring=True,
        subscription_expiration_date=until,
    )
    await stalls.telegram.send(message=first)
    ends = [await stalls.vip_until(buyer)]

    assert await stalls.telegram.checkout(link, int(buyer.user)) is None  # may come, may not
    for _ in range(2):
        renewal = stalls.telegram.charge(link, int(buyer.user), is_recurring=True)
        for _ in range(2):
            await stalls.telegram.send(message=renewal)
        ends.append(await stalls.vip_until(buyer))

    assert [ends[1] - ends[0], ends[2] - ends[1]] == [30 * DAY, 30 * DAY]
    payload = stalls.telegram.invoices[link]["payload"]
    told = {
        "user": stalls.telegram.user(int(buyer.user)),
        "invoice_payload": payload,
        "state": "canceled",
    }
    assert await stalls.telegram.send(subscription=told) == 200
    assert await stalls.vip_until(buyer) == ends[2]


async def test_what_was_paid_for_somebody_forgotten_is_his_who_comes_back(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    coins = await bought(stalls, buyer, "coins_1000")
    link = await stalls.invoice(buyer, "vip_monthly")

    async def pay_a_month() -> None:
        month = stalls.telegram.charge(link, int(buyer.user), is_recurring=True)
        assert await stalls.telegram.send(message=month) == 200

    await pay_a_month()
    await done(stalls.edge, buyer.person, "POST", "me/forget", {"forget_me": True})
    for _ in range(2):
        assert await stalls.telegram.send(message=coins) == 200
    assert "не вам" in str(await stalls.telegram.checkout(link, int(buyer.user)))
    await pay_a_month()
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE purchases SET changed_at = changed_at - 3600000"))
    assert await stalls.payments.reconciling.notice_overdue() == 2

    back = replace(buyer, person=await stalls.edge.person(buyer.user, Door.TELEGRAM))
    assert await stalls.purchases(back) == []
    missed = {"platform": "telegram"}
    found = await done(stalls.edge, back.person, "POST", "me/purchases/missed", missed)

    assert found["finding"] == "given_now"
    assert [each["state"] for each in await stalls.purchases(back)] == ["credited"] * 2
    assert await stalls.coins(back) >= 1_000
    until = await stalls.vip_until(back)
    await pay_a_month()
    assert await stalls.vip_until(back) - until == 30 * DAY
    assert await stalls.payments.reconciling.notice_overdue() == 0
    async with stalls.database.reading() as connection:
        cases = await connection.execute(
            text("SELECT count(*) FROM cases WHERE closed_at IS NULL")
        )
        assert cases.scalar_one() == 0


async def test_a_charge_that_fits_no_order_waits_for_a_human(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    message = await bought(stalls, buyer, "coins_1000")
    message["successful_payment"]["invoice_payload"] = "of another bot"

    for _ in range(2):
        assert await stalls.telegram.send(message=message) == 200

    assert await stalls.coins(buyer) == WELCOME
    assert [each["state"] for each in await stalls.purchases(buyer)] == ["charged"]


async def test_a_webhook_without_its_secret_is_refused(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    message = await bought(stalls, buyer, "coins_1000")
    stalls.telegram.secret = "another"

    assert await stalls.telegram.send(message=message) == 403
    assert await stalls.telegram.post(b"{}", "секрет") == 403
    assert await stalls.coins(buyer) == WELCOME


async def test_an_invoice_needs_a_person_of_telegram_and_a_product_sold_there(
    stalls: Market,
) -> None:
    buyer, vk_only = await stalls.buyer(Door.TELEGRAM), await stalls.buyer()
    path, edge = "me/purchases/stars", stalls.edge

    body = {"product": "coins_1000"}
    assert await refused(edge, vk_only.person, "POST", path, body) == "not_on_platform"
    body = {"product": "castle"}
    asked = [await refused(edge, buyer.person, "POST", path, body) for _ in range(31)]
    assert (asked[0], asked[-1]) == ("no_such_product", "rate_limited")


@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.SLOW, Trouble.NONSENSE, Trouble.CUT])
async def test_an_invoice_that_telegram_does_not_make_is_told_as_passing(
    stalls: Market, trouble: Trouble
) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    stalls.telegram.trouble = trouble

    path, body = "me/purchases/stars", {"product": "coins_1000"}
    assert await refused(stalls.edge, buyer.person, "POST", path, body) == "platform_silent"

    stalls.telegram.trouble = Trouble.NONE
    exposed = stalls.edge.services.metrics.exposition
    await until(lambda: b"nardy_platform_left_alone_telegram 0.0" in exposed())
    assert await stalls.invoice(buyer, "coins_1000")


async def test_whoever_asks_in_the_chat_has_his_payments_looked_for(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    await bought(stalls, buyer, "coins_1000")  # its message never arrives

    asked = partial(stalls.payments.help.asked_by, buyer.person.id, "telegram")
    assert (await asked()).finding is Finding.GIVEN_NOW
    assert await stalls.coins(buyer) == WELCOME + 1_000
    human = await asked()

    assert (human.finding, human.case is None) == (Finding.FOR_A_HUMAN, False)


async def test_what_is_about_no_payment_is_left_to_the_bot(stalls: Market) -> None:
    passed: list[bytes] = []

    async def bot(body: bytes) -> None:
        passed.append(body)

    stalls.payments.telegram.others = bot
    hello = stalls.telegram.message(1, text="hello")

    assert await stalls.telegram.send(message=hello) == 200
    assert await stalls.telegram.post(b"not json") == 200
    assert await stalls.telegram.send(callback_query={"id": "1"}) == 200
    assert len(passed) == 3
