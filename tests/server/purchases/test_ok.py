"""Payments in OKs, driven through a stand-in of OK that speaks its protocol over HTTP."""

import asyncio

import pytest

from platforms.doors import Door
from tests.standins.market import Market

WELCOME = 1_000
DAY = 24 * 60 * 60 * 1000


async def test_a_sale_is_given_and_its_money_kept(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.OK)

    transaction = await stalls.ok.sell(buyer.user, "coins_5000", 140)

    assert stalls.ok.kept[transaction]
    assert await stalls.coins(buyer) == WELCOME + 5_000 + 2_500
    (bought,) = await stalls.purchases(buyer)
    assert (bought["charge"], bought["currency"], bought["price"]) == (transaction, "OK", 140)


async def test_a_payment_called_twenty_times_at_once_is_given_once(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.OK)
    query = stalls.ok.query(stalls.ok.transaction(), buyer.user, "coins_1000", 35)

    answers = await asyncio.gather(*(stalls.ok.call(query) for _ in range(20)))

    assert answers == [None] * 20
    assert await stalls.coins(buyer) == WELCOME + 1_000


async def test_vip_bought_three_times_in_a_row_ends_three_times_later(stalls: Market) -> None:
    buyer, ends = await stalls.buyer(Door.OK), []
    for _ in range(3):
        await stalls.ok.sell(buyer.user, "vip_7", 49)
        ends.append(await stalls.vip_until(buyer))

    assert [ends[1] - ends[0], ends[2] - ends[1]] == [7 * DAY, 7 * DAY]


@pytest.mark.parametrize(
    ("product", "amount"),
    [("vip_365", 1), ("coins_1000", 34), ("castle", 35), ("", 35), ("vip_monthly", 15)],
)
async def test_the_browser_names_no_price(stalls: Market, product: str, amount: int) -> None:
    buyer = await stalls.buyer(Door.OK)

    transaction = await stalls.ok.sell(buyer.user, product, amount)

    assert not stalls.ok.kept[transaction]
    assert await stalls.coins(buyer) == WELCOME
    assert await stalls.vip_until(buyer) == 0


async def test_a_refused_payment_does_not_burn_its_number(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.OK)
    transaction = stalls.ok.transaction()

    wrong = stalls.ok.query(transaction, buyer.user, "coins_1000", 1)
    right = stalls.ok.query(transaction, buyer.user, "coins_1000", 35)

    assert await stalls.ok.call(wrong) == 1001
    assert await stalls.ok.call(right) is None
    assert await stalls.ok.call(wrong) == 1001
    assert await stalls.coins(buyer) == WELCOME + 1_000


async def test_strangers_and_forgers_get_nothing(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.OK)
    vk_only = await stalls.buyer(Door.VK)
    genuine = stalls.ok.query(stalls.ok.transaction(), buyer.user, "coins_1000", 35)

    assert await stalls.ok.call(genuine.replace("coins_1000", "coins_5000")) == 104
    assert await stalls.ok.call("") == 104
    stranger = stalls.ok.query(stalls.ok.transaction(), vk_only.user, "coins_1000", 35)
    assert await stalls.ok.call(stranger) == 1001
    assert await stalls.coins(buyer) == await stalls.coins(vk_only) == WELCOME


async def test_only_get_is_answered(stalls: Market) -> None:
    async with stalls.edge.client.post("/platforms/ok/payments") as answer:
        assert answer.status == 405
