"""What is once for a person, or so often, stays so for whoever goes and comes back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from uuid import uuid4

import pytest

from server.money.refusals import (
    CodeRefused,
    NotInAudience,
    PromotionTaken,
    ReferralRefused,
    TakenToday,
)
from server.money.shop import Basket
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.promotions import Audience, Bonus, Promotion, Promotions
from tests.server.accounts.pairs import IDS
from tests.server.money.audited import require_clean
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


async def let_go_and_back(stalls: Market, buyer: Buyer) -> Buyer:
    """By the identity that he has let go, having another one."""
    async with stalls.database.transaction() as tx:
        mail = Identity("email", "user", f"{buyer.id.hex}@nardy.test")
        await Accounts(tx).link(buyer.id, mail, local_now())
    vk = Identity("vk", "user", buyer.user)
    await stalls.edge.services.accounts.forgetting.unlink(buyer.id, vk)
    back = replace(buyer, person=await stalls.edge.person(buyer.user))
    assert back.id != buyer.id
    return back


async def promotion(
    stalls: Market, per_person: int = 1, audience: Audience = Audience.EVERYBODY
) -> Promotion:
    now = local_now()
    made = Promotion(
        id=IDS.new(now),
        bonus=Bonus.COINS,
        amount=7,
        audience=audience,
        starts=now - 1,
        ends=now + 3_600_000,
        per_person=per_person,
        en="A gift",
        ru="Подарок",
    )
    async with stalls.database.transaction() as tx:
        await Promotions(tx).add(made)
    return made


@pytest.mark.parametrize("left_and_back", [forgotten_and_back, let_go_and_back])
async def test_bonuses_of_a_person_start_anew_for_nobody(
    stalls: Market, left_and_back: Callable[[Market, Buyer], Awaitable[Buyer]]
) -> None:
    """Not in the second round either, where the account before had taken nothing."""
    first, friend = await stalls.buyer(), await stalls.buyer()
    treasury, offered = stalls.edge.services.treasury, await promotion(stalls)
    code = (await treasury.referring.view(friend.id)).code
    for_newcomers = await promotion(stalls, per_person=9, audience=Audience.NEWCOMERS)
    buyer = await left_and_back(stalls, first)
    await treasury.promoting.claim(buyer.id, offered.id)
    await treasury.daily.take(buyer.id)
    order = await stalls.vk.sell(buyer.user, "coins_5000", stalls.now)
    await stalls.vk.charge(order)

    for _ in range(2):
        buyer = await left_and_back(stalls, buyer)
        assert await treasury.promoting.open_to(buyer.id) == []
        with pytest.raises(NotInAudience):
            await treasury.promoting.claim(buyer.id, for_newcomers.id)
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


async def test_no_two_bring_each_other(stalls: Market) -> None:
    one, other = await stalls.buyer(), await stalls.buyer()
    referring = stalls.edge.services.treasury.referring
    codes = [(await referring.view(each.id)).code for each in (one, other)]
    said = await asyncio.gather(
        referring.name_inviter(one.id, codes[1]),
        referring.name_inviter(other.id, codes[0]),
        return_exceptions=True,
    )
    assert sorted(map(type, said), key=str) == [type(None), ReferralRefused]


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
