"""What the house gives: welcome, daily, first purchase, points; each counts once."""

import asyncio
from uuid import uuid4

import pytest

from server.money.crediting import Credit, charge_back, credit, first_purchase_bonus
from server.money.loyalty import Entry
from server.money.refusals import InsufficientPoints, MembersAlone, TakenToday
from server.money.terms import BonusTerms
from server.money.vip import DAY
from server.money.welcome import welcome_key
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.wallets import Balances
from tests.server.money.house import House
from tests.server.money.purse import Purse

VK = Identity("vk", "user", "somebody@example.test")


async def test_an_identity_is_welcomed_once_whatever_becomes_of_its_account(
    purse: Purse, house: House
) -> None:
    one, other = await purse.person(), await purse.person()
    for account in (one, one, other):
        async with purse.database.transaction() as tx:
            await house.treasury.welcome(tx, account, VK, local_now())

    assert [await purse.coins(one), await purse.coins(other)] == [1_000, 0]


def test_the_key_of_a_welcome_tells_nothing_of_the_person() -> None:
    assert "somebody" not in welcome_key(VK)
    assert welcome_key(VK) != welcome_key(Identity("vk", "user", "somebody"))


async def test_days_in_a_row_bring_more_and_a_gap_begins_anew(purse: Purse, house: House) -> None:
    person, daily = await purse.person(), house.treasury.daily
    taken = []
    for days in (0, 1, 2, 3, 4, 5, 7):
        house.ahead = days * DAY
        assert (await daily.next(person)).ready
        taken.append((await daily.take(person)).coins)

    assert taken == [50, 60, 70, 80, 100, 100, 50]
    assert await purse.coins(person) == sum(taken)
    following = await daily.next(person)
    assert (following.coins, following.streak, following.ready) == (60, 2, False)


async def test_the_bonus_of_a_day_is_taken_once_from_many_devices(
    purse: Purse, house: House
) -> None:
    person = await purse.person()

    outcomes = await asyncio.gather(
        *(house.treasury.daily.take(person) for _ in range(10)), return_exceptions=True
    )

    assert sum(isinstance(outcome, TakenToday) for outcome in outcomes) == 9
    assert await purse.coins(person) == 50


async def test_guests_are_given_nothing(purse: Purse, house: House) -> None:
    async with purse.database.transaction() as tx:
        guest, _ = await Accounts(tx).guest(house.ids.new(local_now()), "g" * 40, local_now())

    with pytest.raises(MembersAlone):
        await house.treasury.daily.take(guest.id)
    with pytest.raises(MembersAlone):
        await house.treasury.referring.view(guest.id)
    with pytest.raises(MembersAlone):
        await house.treasury.redeeming.redeem(guest.id, "code", "192.0.2.1")


@pytest.mark.parametrize(
    ("price", "currency", "bonus"),
    [(10_000, "RUB", 333), (9_999, "RUB", 0), (15, "VOTE", 333), (10**6, "EUR", 0)],
)
def test_a_first_purchase_brings_half_more_from_a_least_price(
    price: int, currency: str, bonus: int
) -> None:
    assert first_purchase_bonus(BonusTerms(), 667, price, currency) == bonus


async def test_a_purchase_is_credited_once_and_taken_back_once(purse: Purse) -> None:
    person, purchase = await purse.person(), uuid4()
    paid = Credit(key="vk:1", account=person, coins=1_000, bonus=500, at=0, purchase=purchase)
    back = Credit(
        key="vk:1:refund", account=person, coins=1_000, bonus=500, at=0, purchase=purchase
    )

    async def told(what: Credit) -> bool:
        async with purse.database.transaction() as tx:
            return await (charge_back if what is back else credit)(tx, what)

    assert sum(await asyncio.gather(*(told(paid) for _ in range(20)))) == 1
    assert await purse.coins(person) == 1_500
    assert sum(await asyncio.gather(*(told(back) for _ in range(5)))) == 1
    assert await purse.coins(person) == 0


async def test_coins_that_were_spent_before_the_money_went_back_are_owed(purse: Purse) -> None:
    person = await purse.person(100)
    back = Credit(key="refund", account=person, coins=1_000, at=0, purchase=uuid4())

    async with purse.database.transaction() as tx:
        assert await charge_back(tx, back)

    assert await purse.coins(person) == -900


async def test_fees_bring_points_and_points_pay_entries(purse: Purse, house: House) -> None:
    person, loyalty = await purse.person(), house.treasury.loyalty

    def entry(key: str, amount: int) -> Entry:
        return Entry(key=key, account=person, amount=amount, at=0, tournament=uuid4())

    async with purse.database.transaction() as tx:
        assert await loyalty.earn_by_fee(tx, entry("fee", 1_050))
        assert not await loyalty.earn_by_fee(tx, entry("fee", 1_050))
        assert not await loyalty.earn_by_fee(tx, entry("small fee", 99))
    async with purse.database.transaction() as tx:
        assert await loyalty.pay_entry(tx, entry("entry", 7))
        assert not await loyalty.pay_entry(tx, entry("entry", 7))
    async with purse.database.transaction() as tx:
        with pytest.raises(InsufficientPoints):
            await loyalty.pay_entry(tx, entry("another", 7))

    assert await purse.balances(person) == Balances(points=3)
