"""Merges at the same instant as settlements, sign-ins, spending and other merges."""

import asyncio

import pytest

from server.accounts.cases import AccountCases
from server.accounts.refusals import (
    MergeOver,
    MergeRefused,
    MergeSpent,
)
from server.money.refusals import InsufficientCoins
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.ledger import InsufficientFunds
from server.storage.ledger_accounts import House, of_the_house, wallet
from server.storage.matches import Matches
from server.storage.merges import OfferNotFound
from tests.server.accounts.pairs import (
    account,
    blocked_by,
    cases,
    merged,
    offered,
)
from tests.server.edge import Edge
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse, moved
from tests.server.money.staked import StakedMatch
from tests.standins.market import market


async def test_two_merges_that_cross_make_one_person(purse: Purse, people: AccountCases) -> None:
    for _ in range(10):
        one, other = await purse.person(5), await purse.person(6)
        there = await offered(purse.database, one, other)
        back = await offered(purse.database, other, one)
        results = await asyncio.gather(
            people.merging.confirm(one, there),
            people.merging.confirm(other, back),
            return_exceptions=True,
        )
        lost = [each for each in results if isinstance(each, BaseException)]
        assert len(lost) == 1
        assert isinstance(lost[0], MergeOver | OfferNotFound), lost
        stands = {(await account(purse.database, each)).id for each in (one, other)}
        assert len(stands) == 1
        assert await purse.coins(stands.pop()) == 11


async def test_a_merge_waits_for_a_settlement(purse: Purse, people: AccountCases) -> None:
    keeper, winner, loser = [await purse.person(1000) for _ in range(3)]
    match = StakedMatch(purse.database, 3, stake=10)
    await match.seat(winner, loser)
    await match.play()
    assert match.ends is not None
    offer = await offered(purse.database, keeper, winner)
    async with purse.database.transaction() as tx:
        await Matches(tx).end(match.id, local_now(), b"{}")
        await match.settlement.settle(tx, *match.ends)
        merging = asyncio.create_task(people.merging.confirm(keeper, offer))
        await blocked_by(purse.database, 1)
        assert not merging.done()
    assert (await merging).undo_until is not None
    assert await purse.coins(winner) == 0
    total = await purse.coins(keeper) + await purse.coins(loser)
    assert 2900 <= total <= 3000, "all but the rake is still there"


async def test_a_merge_before_the_settlement_is_refused_and_harms_nothing(
    purse: Purse, people: AccountCases
) -> None:
    for seed in range(5):
        keeper, winner, loser = [await purse.person(1000) for _ in range(3)]
        match = StakedMatch(purse.database, seed, stake=10)
        await match.seat(winner, loser)
        await match.play()
        offer = await offered(purse.database, keeper, winner)
        settled, joined = await asyncio.gather(
            match.end(), people.merging.confirm(keeper, offer), return_exceptions=True
        )
        assert settled is None, settled
        if isinstance(joined, BaseException):
            assert isinstance(joined, MergeRefused), joined
            assert (await account(purse.database, winner)).id == winner


async def test_undo_and_spending_at_once_never_both(purse: Purse, people: AccountCases) -> None:
    for _ in range(10):
        keeper, other = await purse.person(), await purse.person(40)
        done = await merged(purse.database, keeper, other)
        undone, spent = await asyncio.gather(
            people.merging.undo(keeper, done.offer),
            purse.post(moved(wallet(keeper), of_the_house(House.SHOP), 40)),
            return_exceptions=True,
        )
        if spent is True:
            assert isinstance(undone, MergeSpent), undone
            assert await purse.coins(keeper) == 0
        else:
            assert isinstance(spent, InsufficientFunds), spent
            assert undone is None, undone
            assert await purse.coins(other) == 40


async def test_a_sign_in_during_a_merge_comes_in_as_the_keeper(edge: Edge) -> None:
    database = edge.services.sign_in._database
    for turn in range(8):
        keeper, other = await edge.person(), await edge.person(str(990_000 + turn))
        offer = await offered(database, keeper.id, other.id)
        joined, entered = await asyncio.gather(
            edge.services.accounts.merging.confirm(keeper.id, offer),
            edge.person(str(990_000 + turn)),
        )
        assert joined.undo_until is not None
        status, me = await edge.get("/api/v1/me", entered)
        if entered.id == other.id:
            assert status == 401, "the session that came first ended with the account"
        else:
            assert (status, me["account"]["id"]) == (200, str(keeper.id))
        async with database.reading() as connection:
            identity = Identity("vk", "user", str(990_000 + turn))
            found = await Accounts(connection).find_by_identity(identity)
        assert found is not None
        assert found.id == keeper.id


async def test_agreeing_twice_at_once_makes_one_person_once(
    purse: Purse, people: AccountCases
) -> None:
    keeper, other = await purse.person(5), await purse.person(6)
    offer = await offered(purse.database, keeper, other)
    results = await asyncio.gather(
        *(people.merging.confirm(keeper, offer) for _ in range(6)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in results) == ["MergeOver"] * 5 + ["MergeShown"]
    with pytest.raises(MergeOver):
        await people.merging.confirm(keeper, offer)
    assert await purse.coins(keeper) == 11
    assert len(await people.merging.done(keeper)) == 1


async def test_a_merge_and_a_stake_put_aside_at_once_never_both(
    purse: Purse, people: AccountCases
) -> None:
    for seed in range(8):
        keeper, other, third = [await purse.person(1000) for _ in range(3)]
        match = StakedMatch(purse.database, seed, stake=10)
        offer = await offered(purse.database, keeper, other)
        seated, joined = await asyncio.gather(
            match.seat(other, third),
            people.merging.confirm(keeper, offer),
            return_exceptions=True,
        )
        assert seated is None or isinstance(seated, InsufficientCoins), seated
        if isinstance(joined, BaseException):
            assert isinstance(joined, MergeRefused), joined
        await match.void()
        whole = [await purse.coins(each) for each in (keeper, other, third)]
        assert sum(whole) == 3000


async def test_an_order_paid_during_a_merge_reaches_the_person(
    opened_database: Database,
) -> None:
    async with market(opened_database) as stalls:
        people = cases(opened_database)
        for _ in range(5):
            keeper, buyer = await stalls.buyer(), await stalls.buyer()
            order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
            offer = await offered(opened_database, keeper.id, buyer.id)
            answer, joined = await asyncio.gather(
                stalls.vk.charge(order), people.merging.confirm(keeper.id, offer)
            )
            assert answer["response"]["order_id"] == order.id
            assert joined.undo_until is not None
            again = await stalls.vk.charge(order)
            assert again == answer
            assert await stalls.coins(keeper) >= 2_000
            bought = await stalls.purchases(keeper)
            assert [each["state"] for each in bought] == ["credited"]
            await people.merging.undo(keeper.id, offer)
    await require_clean(opened_database)
