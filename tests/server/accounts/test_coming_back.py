"""What is once for a person, or so often, stays so for whoever is forgotten and comes back."""

from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import uuid4

import pytest

from server.money.refusals import CodeRefused, PromotionTaken, ReferralRefused, TakenToday
from server.money.shop import Basket
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.promotions import Audience, Bonus, Promotion, Promotions
from tests.server.accounts.pairs import IDS
from tests.server.money.audited import require_clean
from tests.server.tables.calling import refused
from tests.standins.market import Buyer, Market, market

PACK = 5_000


@pytest.fixture
async def stalls(opened_database: Database) -> AsyncIterator[Market]:
    async with market(opened_database) as stalls:
        yield stalls
    await require_clean(opened_database)


async def forgotten_and_back(stalls: Market, buyer: Buyer) -> Buyer:
    await stalls.edge.services.accounts.forgetting.forget_me(buyer.id)
    back = replace(buyer, person=await stalls.edge.person(buyer.user))
    assert back.id != buyer.id
    return back


async def promotion(stalls: Market) -> Promotion:
    now = local_now()
    made = Promotion(
        id=IDS.new(now),
        bonus=Bonus.COINS,
        amount=7,
        audience=Audience.EVERYBODY,
        starts=now - 1,
        ends=now + 3_600_000,
        per_person=1,
        en="A gift",
        ru="Подарок",
    )
    async with stalls.database.transaction() as tx:
        await Promotions(tx).add(made)
    return made


async def test_bonuses_of_a_person_start_anew_for_nobody(stalls: Market) -> None:
    """Not in the second round either, where the account before had taken nothing."""
    first, friend = await stalls.buyer(), await stalls.buyer()
    treasury, offered = stalls.edge.services.treasury, await promotion(stalls)
    code = (await treasury.referring.view(friend.id)).code
    buyer = await forgotten_and_back(stalls, first)
    await treasury.promoting.claim(buyer.id, offered.id)
    await treasury.daily.take(buyer.id)
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(order)

    for _ in range(2):
        buyer = await forgotten_and_back(stalls, buyer)
        assert await treasury.promoting.open_to(buyer.id) == []
        with pytest.raises(PromotionTaken):
            await treasury.promoting.claim(buyer.id, offered.id)
        with pytest.raises(TakenToday):
            await treasury.daily.take(buyer.id)
        assert not (await treasury.daily.next(buyer.id)).ready
        with pytest.raises(ReferralRefused):
            await treasury.referring.name_inviter(buyer.id, code)
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(order)
    assert await stalls.coins(buyer) == PACK, "no bonus, no welcome"
    await treasury.promoting.claim(friend.id, offered.id)


async def test_what_a_forgotten_debtor_bought_is_void(stalls: Market) -> None:
    buyer, honest = await stalls.buyer(), await stalls.buyer()
    treasury, codes = stalls.edge.services.treasury, list[str]()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(order)
    for who in (buyer, buyer, honest):
        sold = await treasury.shop.buy(who.id, Basket(uuid4(), "certificate_1000"))
        assert sold.certificate is not None
        codes.append(str(sold.certificate.code))
    backs = [await forgotten_and_back(stalls, who) for who in (buyer, honest)]
    refund = stalls.vk.told(order, "refunded")
    assert "response" in await stalls.vk.notify(refund)

    with pytest.raises(CodeRefused):
        await treasury.redeeming.redeem(backs[0].id, codes[0], "203.0.113.9")
    await treasury.redeeming.redeem(backs[1].id, codes[2], "203.0.113.9")
    assert [await stalls.coins(back) for back in backs] == [0, 1_000]


async def test_nobody_asks_to_be_a_friend_of_whoever_was_forgotten(stalls: Market) -> None:
    gone, friend = await stalls.buyer(), await stalls.buyer()
    await stalls.edge.services.accounts.forgetting.forget_me(gone.id)
    code = await refused(stalls.edge, friend.person, "PUT", f"me/friends/{gone.id}")
    assert code == "account_not_found"
