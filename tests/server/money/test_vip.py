"""VIP: terms add up, repeats do not, and whoever lapses is told before."""

import asyncio
from itertools import pairwise
from uuid import UUID

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.money.terms import VipTerms
from server.money.vip import Vip, VipTerm
from server.storage.clock import DatabaseClock
from server.storage.feeds import Feed, FeedLog
from server.storage.purchases import Kind, Purchase, Purchases, State
from server.storage.vip import VipCause, VipGrant
from tests.server.money.house import DAY, House
from tests.server.money.purse import Purse


def term(account: UUID, days: int, key: str) -> VipTerm:
    return VipTerm(key=key, account=account, days=days, cause=VipCause.PURCHASE)


async def extend(house: House, account: UUID, days: int, key: str) -> VipGrant:
    async with house.database.transaction() as tx:
        return await house.treasury.vip.extend(tx, term(account, days, key))


async def shorten(house: House, account: UUID, days: int, key: str) -> VipGrant:
    async with house.database.transaction() as tx:
        return await house.treasury.vip.shorten(tx, term(account, days, key))


async def test_three_purchases_in_a_row_advance_the_end_three_times(
    purse: Purse, house: House
) -> None:
    person = await purse.person()

    ends = [(await extend(house, person, 30, f"order {n}")).until for n in range(3)]

    assert [later - earlier for earlier, later in pairwise(ends)] == [30 * DAY] * 2
    assert (await house.treasury.vip.standing(person)).until == ends[-1]
    assert await house.treasury.vip.is_vip(person)


async def test_one_purchase_told_twenty_times_at_once_counts_once(
    purse: Purse, house: House
) -> None:
    person = await purse.person()

    grants = await asyncio.gather(*(extend(house, person, 7, "order") for _ in range(20)))

    assert len(set(grants)) == 1
    assert grants[0].until - grants[0].since == 7 * DAY


async def test_purchases_of_different_orders_at_once_add_up(purse: Purse, house: House) -> None:
    person = await purse.person()

    await asyncio.gather(*(extend(house, person, 7, f"order {n}") for n in range(5)))

    until = (await house.treasury.vip.standing(person)).until
    assert until is not None
    assert 35 * DAY - 60_000 < until - house.clock.now() <= 35 * DAY


async def test_a_term_that_has_lapsed_begins_anew_now(purse: Purse, house: House) -> None:
    person = await purse.person()
    await extend(house, person, 7, "first")
    house.ahead += 100 * DAY
    assert not await house.treasury.vip.is_vip(person)

    grant = await extend(house, person, 7, "second")

    assert abs(grant.since - house.clock.now()) < 60_000
    assert await house.treasury.vip.is_vip(person)


async def test_days_whose_money_was_paid_back_are_taken_from_the_end_once(
    purse: Purse, house: House
) -> None:
    person = await purse.person()
    first = await extend(house, person, 30, "first")
    await extend(house, person, 7, "second")

    await shorten(house, person, 7, "refund")
    taken = await shorten(house, person, 7, "refund")

    assert taken.until == first.until
    await shorten(house, person, 30, "another")
    assert not await house.treasury.vip.is_vip(person)


async def test_grants_stand_for_ever(purse: Purse, house: House) -> None:
    await extend(house, await purse.person(), 7, "order")

    with pytest.raises(DBAPIError, match="append-only"):
        async with house.database.transaction() as tx:
            await tx.execute(text("UPDATE vip_grants SET until = until + 1"))


async def test_whoever_lapses_is_told_some_days_before_and_each_time_once(
    purse: Purse, house: House
) -> None:
    person, other = await purse.person(), await purse.person()
    end = (await extend(house, person, 30, "order")).until
    await extend(house, other, 365, "another")

    async def told() -> list[dict[str, object]]:
        entries = await FeedLog(house.database).read(Feed.of("inbox", person).id, -1, 10)
        return [msgspec.json.decode(entry.told) for entry in entries]

    reminding = house.treasury.reminding
    await reminding.remind()
    assert await told() == []
    house.ahead = 28 * DAY
    await asyncio.gather(*(reminding.remind() for _ in range(3)))
    assert await told() == [{"event": "vip_ends", "until": end}]
    house.ahead = 29 * DAY + 60_000
    await reminding.remind()
    await reminding.remind()
    assert await told() == [{"event": "vip_ends", "until": end}] * 2
    assert len(house.hints) == 2


async def test_whoever_was_away_is_reminded_once_not_of_every_day_that_passed(
    purse: Purse, house: House
) -> None:
    await extend(house, await purse.person(), 7, "order")
    house.ahead = 6 * DAY + 60_000

    await house.treasury.reminding.remind()

    assert len(house.hints) == 1


async def test_vip_gives_what_its_terms_say(purse: Purse, house: House) -> None:
    person, other = await purse.person(), await purse.person()
    await extend(house, person, 7, "order")
    usual = house.treasury.vip
    bare = Vip(house.database, DatabaseClock(), VipTerms(invite_anyone=False, badge=False))

    for vip, who, gives in ((usual, person, True), (usual, other, False), (bare, person, False)):
        assert await vip.invites_anyone(who) is gives
        assert await vip.shows_badge(who) is gives


async def test_who_pays_on_by_a_subscription_is_not_reminded(purse: Purse, house: House) -> None:
    for number, renews in enumerate((True, False)):
        person = await purse.person()
        end = (await extend(house, person, 30, str(number))).until
        subscription = Purchase(
            id=house.ids.new(end),
            number=number,
            platform="vk",
            kind=Kind.SUBSCRIPTION,
            charge=str(number),
            account=person,
            product="vip_monthly",
            price=15,
            currency="VOTE",
            state=State.CREDITED,
            renews=renews,
            paid_until=end + 90_000,
            created_at=end,
            changed_at=end,
        )
        async with house.database.transaction() as tx:
            await Purchases(tx).keep(subscription)
    house.ahead = 28 * DAY

    await house.treasury.reminding.remind()

    assert len(house.hints) == 1


async def test_who_has_gone_on_is_not_reminded(purse: Purse, house: House) -> None:
    person = await purse.person()
    await extend(house, person, 7, "first")
    await extend(house, person, 30, "second")
    house.ahead = 5 * DAY

    await house.treasury.reminding.remind()

    assert house.hints == []
