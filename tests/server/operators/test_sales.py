"""Purchases taken back by hand: as a platform's refund does, once, whoever else is about it."""

import asyncio

from platforms.doors import Door
from platforms.identity import Platform
from server.storage.ids import Ids
from tests.server.operators.conftest import Workbench
from tests.standins.market import Market

WELCOME = 1_000
WHY = {"why": "he was charged twice"}


async def test_a_refund_by_hand_and_the_platforms_own_take_back_once(
    stalls: Market, workbench: Workbench
) -> None:
    buyer = await stalls.buyer()
    for product in ("coins_5000", "vip_30"):
        order = await stalls.vk.sell(buyer.user, product, stalls.now)
        await stalls.vk.charge(order)
        newest = (await stalls.purchases(buyer))[0]["id"]
        by_hand = [
            workbench.deed("kira", "purchases/refund", purchase=newest, **WHY) for _ in range(3)
        ]
        told = [stalls.vk.notify(stalls.vk.told(order, "refunded")) for _ in range(3)]
        done = await asyncio.gather(*by_hand, *told)
        assert sum(each["new"] for each in done[:3]) <= 1
        assert {each["purchase"]["state"] for each in done[:3]} == {"refunded"}

    assert await stalls.coins(buyer) == WELCOME
    assert await stalls.vip_until(buyer) <= stalls.now * 1000 + 5_000
    log = (await workbench.look("mark", f"acts?subject={buyer.id}"))["acts"]
    assert {(act["operator"], act["act"], act["why"]) for act in log} == {
        ("kira", "purchase.refund", "he was charged twice")
    }
    seen = await workbench.look("mark", f"purchases?account={buyer.id}")
    assert [each["state"] for each in seen["purchases"]] == ["refunded", "refunded"]


async def test_what_an_operator_took_back_no_platform_gives_again(
    stalls: Market, workbench: Workbench
) -> None:
    """Facebook's record says charged, VK's too: neither gives it again nor asks about it."""
    player, buyer = await stalls.buyer(Door.FACEBOOK), await stalls.buyer()
    await stalls.claim(player, stalls.facebook.buy("coins_5000"), "coins_5000")
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(order)
    for each in (player, buyer):
        newest = (await stalls.purchases(each))[0]["id"]
        taken = await workbench.deed("kira", "purchases/refund", purchase=newest, **WHY)
        assert (taken["new"], taken["balances"]["coins"]) == (True, WELCOME)

    payment = stalls.facebook.newest["payment_id"]
    entry = [{"id": payment, "time": 1, "changed_fields": ["actions"]}]
    await stalls.facebook.tell({"object": "payments", "entry": entry})
    await stalls.vk.charge(order)
    for platform in (Platform.FACEBOOK, Platform.VK):
        found = await stalls.payments.reconciling.compare(platform)
        assert (found.credited, found.cases) == (0, 0)

    assert [await stalls.coins(each) for each in (player, buyer)] == [WELCOME, WELCOME]


async def test_stars_are_returned_by_telegram_and_nobody_elses_money_by_us(
    stalls: Market, workbench: Workbench
) -> None:
    buyer, of_ok = await stalls.buyer(Door.TELEGRAM), await stalls.buyer(Door.OK)
    link = await stalls.invoice(buyer, "coins_1000")
    await stalls.telegram.send(message=stalls.telegram.charge(link, int(buyer.user)))
    bought = (await stalls.purchases(buyer))[0]["id"]
    refund = {"purchase": bought, "pay_back": True, **WHY}

    assert await workbench.deed("mark", "purchases/refund", **refund) == "role_too_low"
    assert await workbench.deed("kira", "purchases/refund", **refund | {"why": " "}) == "no_reason"
    stalls.telegram.keeps_all = True
    assert await workbench.deed("kira", "purchases/refund", **refund) == "platform_silent"
    stalls.telegram.keeps_all = False
    assert await stalls.coins(buyer) == WELCOME + 1_000
    assert len(stalls.telegram.account) == 1, "nothing was returned"
    assert (await workbench.deed("kira", "purchases/refund", **refund))["new"]
    assert not (await workbench.deed("kira", "purchases/refund", **refund))["new"]

    charge = stalls.telegram.account[0]["id"]
    assert [line["id"] for line in stalls.telegram.account if "receiver" in line] == [charge]
    await stalls.telegram.send(message=stalls.telegram.give_back(charge))
    assert await stalls.coins(buyer) == WELCOME
    await stalls.ok.sell(of_ok.user, "coins_1000", 35)
    elsewhere = (await stalls.purchases(of_ok))[0]["id"]
    refund = {"purchase": elsewhere, "pay_back": True, **WHY}
    assert await workbench.deed("kira", "purchases/refund", **refund) == "not_paid_back_here"
    assert await stalls.coins(of_ok) > WELCOME
    unknown = {"purchase": str(Ids().new(1)), **WHY}
    assert await workbench.deed("kira", "purchases/refund", **unknown) == "purchase_not_found"


async def test_an_invoice_that_nobody_paid_is_not_taken_back(
    stalls: Market, workbench: Workbench
) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    await stalls.invoice(buyer, "coins_1000")
    async with stalls.database.reading() as tx:
        offered = (await tx.exec_driver_sql("SELECT id FROM purchases")).scalar_one()

    refund = {"purchase": str(offered), **WHY}
    assert await workbench.deed("kira", "purchases/refund", **refund) == "not_paid"
