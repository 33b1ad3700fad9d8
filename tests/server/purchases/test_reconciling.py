"""Platforms that are down, slow, or talk nonsense: nothing is lost, it is retried, it is seen."""

import pytest
from sqlalchemy import text

from platforms.doors import Door
from platforms.identity import Platform
from server.outbound.calls import CallFailed, CircuitOpen, NoAnswer
from tests.server.tables.calling import done, refused
from tests.standins.market import Market
from tests.standins.trouble import Trouble
from tests.waiting import at_last

WELCOME = 1_000


async def later(stalls: Market, minutes: int) -> None:
    """Let what was bought be so much older."""
    async with stalls.database.transaction() as tx:
        await tx.execute(
            text("UPDATE purchases SET changed_at = changed_at - :age"), {"age": minutes * 60_000}
        )


async def test_what_vk_charged_and_never_told_is_given_and_what_it_paid_back_is_taken(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer()
    untold = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    stalls.vk.settle(untold, "charged")
    refunded = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(refunded)
    stalls.vk.settle(refunded, "refunded")

    found = await stalls.payments.reconciling.compare(Platform.VK)
    again = await stalls.payments.reconciling.compare(Platform.VK)

    assert (found.credited, found.taken_back, found.cases) == (1, 1, 0)
    assert (again.credited, again.taken_back, again.cases) == (0, 0, 0)
    assert await stalls.coins(buyer) == WELCOME + 1_000


async def test_what_stars_were_taken_or_given_back_without_a_word_is_found(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer(Door.TELEGRAM)
    links = [await stalls.invoice(buyer, "coins_1000") for _ in range(2)]
    stalls.telegram.charge(links[0], int(buyer.user))
    told = stalls.telegram.charge(links[1], int(buyer.user))
    await stalls.telegram.send(message=told)
    stalls.telegram.give_back(told["successful_payment"]["telegram_payment_charge_id"])

    found = await stalls.payments.reconciling.compare(Platform.TELEGRAM)

    assert (found.seen, found.credited, found.taken_back) == (3, 1, 1)
    assert await stalls.coins(buyer) == WELCOME + 1_000
    assert (await stalls.payments.reconciling.compare(Platform.TELEGRAM)).seen == 0


@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.SLOW, Trouble.NONSENSE, Trouble.CUT])
async def test_a_day_whose_platform_was_in_trouble_is_made_up_for(
    stalls: Market, trouble: Trouble
) -> None:
    buyer = await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    stalls.vk.settle(order, "charged")
    stalls.vk.trouble = trouble
    await stalls.payments.reconciling.look()
    assert await stalls.coins(buyer) == WELCOME
    exposed = stalls.edge.services.metrics.exposition().decode()
    assert 'nardy_payment_repairs_total{outcome="failed",platform="vk"} 1.0' in exposed

    stalls.vk.trouble = Trouble.NONE
    await stalls.payments.reconciling.look()

    assert await stalls.coins(buyer) == WELCOME + 1_000


async def test_a_record_that_ignores_how_far_it_was_read_is_left_where_it_was(
    stalls: Market,
) -> None:
    buyer, of_stars = await stalls.buyer(), await stalls.buyer(Door.TELEGRAM)
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    stalls.vk.settle(order, "charged")
    stalls.telegram.charge(await stalls.invoice(of_stars, "coins_1000"), int(of_stars.user))
    stalls.vk.deaf = stalls.telegram.deaf = True

    for platform in (Platform.VK, Platform.TELEGRAM):
        with pytest.raises(NoAnswer, match="the same page again"):
            await stalls.payments.reconciling.compare(platform)

    assert [await stalls.coins(each) for each in (buyer, of_stars)] == [WELCOME + 1_000] * 2
    stalls.telegram.deaf = False
    compare = stalls.payments.reconciling.compare
    assert [(await compare(Platform.TELEGRAM)).seen for _ in range(2)] == [1, 0]


async def test_a_platform_that_fails_again_and_again_is_left_alone_for_a_while(
    stalls: Market,
) -> None:
    stalls.vk.trouble = Trouble.DOWN
    for _ in range(2):
        with pytest.raises(CallFailed):
            await stalls.payments.reconciling.compare(Platform.VK)
    asked = len(stalls.vk.calls)

    with pytest.raises(CircuitOpen):
        await stalls.payments.reconciling.compare(Platform.VK)
    assert len(stalls.vk.calls) == asked
    exposed = stalls.edge.services.metrics.exposition().decode()
    assert "nardy_platform_left_alone_vk 1.0" in exposed

    stalls.vk.trouble = Trouble.NONE
    await at_last(
        lambda: stalls.payments.reconciling.compare(Platform.VK),
        lambda trouble: isinstance(trouble, CircuitOpen),
        seconds=10,
    )


async def test_what_waits_for_ten_minutes_is_counted_and_a_case(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    receipt = stalls.facebook.buy("coins_1000")
    await stalls.facebook.tell({"purchase": stalls.facebook.newest})
    reconciling = stalls.payments.reconciling
    assert await reconciling.notice_overdue() == 0

    await later(stalls, 11)
    assert [await reconciling.notice_overdue() for _ in range(2)] == [1, 1]
    assert await open_cases(stalls) == 1
    exposed = stalls.edge.services.metrics.exposition().decode()
    assert "nardy_payments_overdue 1.0" in exposed

    await stalls.claim(buyer, receipt, "coins_1000")
    assert await reconciling.notice_overdue() == 0
    assert await open_cases(stalls) == 0


async def test_whoever_paid_and_got_nothing_is_answered_from_the_record(stalls: Market) -> None:
    buyer, other = await stalls.buyer(), await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    stalls.vk.settle(order, "charged")
    path, asked = "me/purchases/missed", {"platform": "vk", "charge": str(order.id)}

    assert (await done(stalls.edge, other.person, "POST", path, asked))["finding"] == (
        "nothing_paid"
    )
    found = await done(stalls.edge, buyer.person, "POST", path, asked)
    assert (found["finding"], found["case"]) == ("given_now", None)
    again = await done(stalls.edge, buyer.person, "POST", path, {"platform": "vk"})
    assert (again["finding"], again["case"]) == ("given_before", None)
    insisting = {"platform": "vk", "insists": True}
    case = await done(stalls.edge, buyer.person, "POST", path, insisting)
    assert case["finding"] == "for_a_human"
    assert await open_cases(stalls) == 1
    assert await refused(stalls.edge, buyer.person, "POST", path, asked) == "rate_limited"
    assert await stalls.coins(buyer) == WELCOME + 1_000


async def test_where_no_record_is_to_be_had_a_human_looks(stalls: Market) -> None:
    of_ok, of_vk = await stalls.buyer(Door.OK), await stalls.buyer()
    stalls.vk.trouble = Trouble.DOWN
    path = "me/purchases/missed"

    for buyer, platform in ((of_ok, "ok"), (of_vk, "vk")):
        found = await done(stalls.edge, buyer.person, "POST", path, {"platform": platform})
        assert found["finding"] == "for_a_human"
    asked = {"platform": "telegram"}
    assert await refused(stalls.edge, of_ok.person, "POST", path, asked) == "not_on_platform"


async def open_cases(stalls: Market) -> int:
    async with stalls.database.reading() as connection:
        found = await connection.execute(
            text("SELECT count(*) FROM cases WHERE closed_at IS NULL")
        )
        return int(found.scalar_one())
