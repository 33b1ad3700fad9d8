"""Two accounts become one: what comes over, what forbids it, what goes back, and the races."""

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, text

from server.accounts.cases import AccountCases
from server.accounts.refusals import (
    MergeOver,
    MergeRefused,
    MergeSpent,
    Obstacle,
    UndoLapsed,
)
from server.chat.refusals import Banned
from server.money.terms import VipTerms
from server.money.vip import DAY, Vip, VipTerm
from server.storage.account_locks import shared
from server.storage.clock import DatabaseClock, local_now
from server.storage.database import Database
from server.storage.ledger import Ledger
from server.storage.ledger_accounts import House, of_the_house, wallet
from server.storage.merges import OfferNotFound
from server.storage.sanctions import Sanction, SanctionKind, Sanctions
from server.storage.schema_purchases import purchases
from server.storage.vip import VipCause
from tests.server.accounts.belongings import (
    befriend,
    call,
    friends_of,
    make_older,
    matches_of,
    prolong,
    rate,
    rate_anew,
    rating,
    vip_until,
)
from tests.server.accounts.pairs import (
    IDS,
    account,
    merged,
    offered,
)
from tests.server.edge import running_edge
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse, moved
from tests.server.money.staked import StakedMatch


async def test_all_that_a_person_has_comes_over_and_goes_back(
    purse: Purse, people: AccountCases
) -> None:
    database = purse.database
    keeper, other = await purse.person(100), await purse.person(40)
    shared_friend, own_friend = await purse.person(), await purse.person()
    await purse.give_points(other, 7)
    await prolong(database, keeper, 10)
    await prolong(database, other, 5)
    kept, brought = [await vip_until(database, each) for each in (keeper, other)]
    await befriend(
        database,
        (keeper, shared_friend),
        (other, shared_friend),
        (other, own_friend),
        (keeper, other),
    )
    await call(database, keeper, "Older")
    await call(database, other, "Younger")
    await rate(database, keeper, 1500, 10)
    await rate(database, other, 1700, 300)
    played = StakedMatch(database, 1)
    await played.seat(other, own_friend)
    await played.void()
    done = await merged(database, keeper, other)

    assert done.undo_until is not None
    assert (done.outcome.coins, done.outcome.points, done.outcome.nick) == (140, 7, "Older")
    balances = await purse.balances(keeper)
    assert (balances.coins, balances.points) == (140, 7)
    assert await purse.coins(other) == 0
    assert abs(await vip_until(database, keeper) - kept - 5 * DAY) < DAY
    assert await friends_of(database, keeper) == {shared_friend, own_friend}
    assert await friends_of(database, shared_friend) == {keeper}
    assert await friends_of(database, other) == set()
    assert await rating(database, keeper) == (1700, 300)
    assert await matches_of(database, keeper) == 1
    assert (await account(database, other)).id == keeper
    assert (await account(database, keeper)).nick == "Older"

    (still,) = await people.merging.done(keeper)
    await people.merging.undo(keeper, still.id)

    assert await purse.coins(keeper) == 100
    assert (await purse.balances(other)).points == 7
    assert await purse.coins(other) == 40
    assert await vip_until(database, keeper) == kept
    assert await vip_until(database, other) == brought
    assert await friends_of(database, keeper) == {shared_friend, other}
    assert await friends_of(database, other) == {shared_friend, own_friend, keeper}
    assert await rating(database, keeper) == (1500, 10)
    assert await rating(database, other) == (1700, 300)
    assert await matches_of(database, keeper) == 0
    assert [(await account(database, each)).nick for each in (keeper, other)] == [
        "Older",
        "Younger",
    ]
    assert await people.merging.done(keeper) == []


async def test_the_nick_of_the_older_account_is_kept_whichever_side_it_is_on(
    purse: Purse,
) -> None:
    older, younger = await purse.person(), await purse.person()
    await make_older(purse.database, older)
    await call(purse.database, older, "Older")
    await call(purse.database, younger, "Younger")
    await merged(purse.database, younger, older)
    assert (await account(purse.database, older)).id == younger
    assert (await account(purse.database, younger)).nick == "Older"


async def test_a_debt_comes_over_too(purse: Purse) -> None:
    keeper, other = await purse.person(100), await purse.person()
    debt = moved(wallet(other), of_the_house(House.SALES), 30)
    async with purse.database.transaction() as tx:
        await shared(tx, [other])
        await Ledger(tx).post(replace(debt, overdraws=True))
    await merged(purse.database, keeper, other)
    assert await purse.coins(keeper) == 70
    assert await purse.coins(other) == 0


async def test_a_person_is_welcomed_once(opened_database: Database) -> None:
    async with running_edge(opened_database) as edge:
        keeper, other = await edge.person(), await edge.person()
        shown = await merged(opened_database, keeper.id, other.id)
        assert shown.outcome.coins == shown.keeper.coins
        assert shown.outcome.gift_left == shown.other.coins > 0
    await require_clean(opened_database)


async def test_a_match_that_runs_forbids_it(purse: Purse, people: AccountCases) -> None:
    keeper, other, third = [await purse.person(1000) for _ in range(3)]
    match = StakedMatch(purse.database, 2, stake=10)
    await match.seat(other, third)
    offer = await offered(purse.database, keeper, other)
    with pytest.raises(MergeRefused) as refused:
        await people.merging.confirm(keeper, offer)
    assert refused.value.obstacle is Obstacle.MATCH
    assert (await people.merging.show(keeper, offer)).obstacle is Obstacle.MATCH
    await match.void()
    assert (await people.merging.confirm(keeper, offer)).undo_until is not None


async def test_an_open_order_forbids_it(purse: Purse, people: AccountCases) -> None:
    keeper, other = await purse.person(), await purse.person()
    offer = await offered(purse.database, keeper, other)
    async with purse.database.transaction() as tx:
        await tx.execute(
            insert(purchases).values(
                id=IDS.new(local_now()),
                number=1,
                platform="vk",
                mode="live",
                kind="order",
                charge="1",
                account=other,
                product="coins",
                price=100,
                currency="RUB",
                state="charged",
                created_at=1,
                changed_at=1,
            )
        )
    with pytest.raises(MergeRefused) as refused:
        await people.merging.confirm(keeper, offer)
    assert refused.value.obstacle is Obstacle.ORDER


async def test_an_offer_is_between_two_and_needs_both(purse: Purse, people: AccountCases) -> None:
    keeper, other, stranger = [await purse.person() for _ in range(3)]
    offer = await offered(purse.database, keeper, other, other_agreed=False)
    for act in (people.merging.show, people.merging.confirm):
        with pytest.raises(OfferNotFound):
            await act(stranger, offer)
    assert (await people.merging.confirm(keeper, offer)).undo_until is None
    assert (await account(purse.database, other)).id == other
    assert (await people.merging.confirm(other, offer)).undo_until is not None
    with pytest.raises(MergeOver):
        await people.merging.confirm(keeper, offer)


async def test_what_was_spent_stays(purse: Purse, people: AccountCases) -> None:
    keeper, other = await purse.person(10), await purse.person(40)
    done = await merged(purse.database, keeper, other)
    await purse.post(moved(wallet(keeper), of_the_house(House.SHOP), 20))
    with pytest.raises(MergeSpent):
        await people.merging.undo(keeper, done.offer)
    assert await purse.coins(keeper) == 30


async def test_vip_that_was_paid_back_since_comes_back_with_no_undoing(
    purse: Purse, people: AccountCases
) -> None:
    keeper, other = await purse.person(), await purse.person()
    await prolong(purse.database, other, 30)
    done = await merged(purse.database, keeper, other)
    vip = Vip(purse.database, DatabaseClock(), VipTerms())
    back = VipTerm(key="paid back", account=other, days=30, cause=VipCause.CHARGEBACK)
    async with purse.database.transaction() as tx:
        await vip.shorten(tx, back)

    with pytest.raises(MergeSpent):
        await people.merging.undo(keeper, done.offer)
    assert not await vip.is_vip(keeper)


@pytest.mark.parametrize("whose", [0, 1])
async def test_an_account_that_nothing_would_lead_to_stays(
    purse: Purse, people: AccountCases, whose: int
) -> None:
    both = await purse.person(10), await purse.person(40)
    (identity,) = (await people.forgetting.identities(both[whose])).identities
    done = await merged(purse.database, *both)
    await people.forgetting.unlink(both[0], identity)

    with pytest.raises(MergeSpent):
        await people.merging.undo(both[0], done.offer)

    assert await purse.coins(both[0]) == 50


async def test_it_goes_back_for_seven_days_and_once(purse: Purse, people: AccountCases) -> None:
    keeper, other = await purse.person(), await purse.person()
    done = await merged(purse.database, keeper, other)
    week = "UPDATE merges SET at = at + :by"
    async with purse.database.transaction() as tx:
        await tx.execute(text(week), {"by": -7 * DAY - 60_000})
    with pytest.raises(UndoLapsed):
        await people.merging.undo(keeper, done.offer)
    async with purse.database.transaction() as tx:
        await tx.execute(text(week), {"by": 7 * DAY})
    await people.merging.undo(keeper, done.offer)
    with pytest.raises(MergeOver):
        await people.merging.undo(keeper, done.offer)


async def test_what_was_played_since_stays_with_the_keeper_when_it_goes_back(
    purse: Purse, people: AccountCases
) -> None:
    database = purse.database
    keeper, other, rival = [await purse.person(1000) for _ in range(3)]
    await rate(database, keeper, 1500, 10)
    await rate(database, other, 1700, 300)
    before, since = StakedMatch(database, 4), StakedMatch(database, 5, stake=10)
    await before.seat(other, rival)
    await before.void()
    done = await merged(database, keeper, other)
    await since.seat(keeper, rival)
    with pytest.raises(MergeRefused):
        await people.merging.undo(keeper, done.offer)
    await since.play()
    await since.end()
    won = await purse.coins(keeper) - 2000
    await rate_anew(database, keeper, 1710, 301)

    await people.merging.undo(keeper, done.offer)

    assert await purse.coins(other) == 1000
    assert await purse.coins(keeper) == 1000 + won
    assert won != 0
    assert [await matches_of(database, each) for each in (keeper, other)] == [1, 1]
    assert await rating(database, keeper) == (1710, 301), "he has played with it since"
    assert await rating(database, other) == (1700, 300)


async def test_nobody_walks_away_from_a_ruling(purse: Purse, people: AccountCases) -> None:
    keeper, other = await purse.person(), await purse.person()
    done = await merged(purse.database, keeper, other)
    now = local_now()
    ban = Sanction(IDS.new(now), SanctionKind.BAN, "fraud", now, None)
    async with purse.database.transaction() as tx:
        await Sanctions(tx).impose(keeper, ban, "olga")
    with pytest.raises(Banned):
        await people.merging.undo(keeper, done.offer)
    identity = (await people.forgetting.identities(keeper)).identities[0]
    with pytest.raises(Banned):
        await people.forgetting.unlink(keeper, identity)
    async with purse.database.transaction() as tx:
        await Sanctions(tx).lift(ban.id, now)
    await people.merging.undo(keeper, done.offer)
