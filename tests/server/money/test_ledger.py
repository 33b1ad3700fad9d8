"""The ledger: what is posted moves coins once, whole, and never what is not there."""

import asyncio
import random
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.storage.account_locks import shared
from server.storage.accounts import AccountNotFound
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.ledger import (
    Cause,
    InsufficientFunds,
    Ledger,
    LockedOutOfOrder,
    Posting,
    Transaction,
)
from server.storage.ledger_accounts import Currency, House, of_the_house, wallet
from server.storage.wallets import Balances, Wallets
from tests.server.money.purse import HOUSE, Purse, moved
from tests.waiting import until


async def test_coins_go_from_one_to_the_other_and_both_wallets_say_so(purse: Purse) -> None:
    rich, poor = await purse.person(100), await purse.person()

    assert await purse.post(moved(wallet(rich), wallet(poor), 30))

    assert (await purse.coins(rich), await purse.coins(poor)) == (70, 30)
    async with purse.database.reading() as connection:
        out, came = await Wallets(connection).entries(rich, Currency.COINS, 10)
        (into,) = await Wallets(connection).entries(poor, Currency.COINS, 10)
    assert (out.change, came.change, into.change) == (-30, 100, 30)
    assert out.cause is into.cause is Cause.OPERATOR


async def test_a_key_counts_once_however_often_it_comes_at_the_same_instant(purse: Purse) -> None:
    person = await purse.person()

    posted = await asyncio.gather(
        *(purse.post(moved(HOUSE, wallet(person), 7, "gift")) for _ in range(20))
    )

    assert sum(posted) == 1
    assert await purse.coins(person) == 7


async def test_what_is_not_there_cannot_be_taken_and_nothing_is_written(purse: Purse) -> None:
    poor, rich = await purse.person(10), await purse.person()

    with pytest.raises(InsufficientFunds) as refused:
        await purse.post(moved(wallet(poor), wallet(rich), 11, "too much"))

    assert (refused.value.balance, refused.value.needed, refused.value.missing) == (10, 11, 1)
    assert (await purse.coins(poor), await purse.coins(rich)) == (10, 0)
    await purse.give(poor, 1)
    assert await purse.post(moved(wallet(poor), wallet(rich), 11, "too much"))


async def test_one_balance_is_spent_once_from_many_sides_at_once(purse: Purse) -> None:
    person, others = await purse.person(100), [await purse.person() for _ in range(10)]

    async def spend(other: UUID) -> bool:
        try:
            return await purse.post(moved(wallet(person), wallet(other), 40))
        except InsufficientFunds:
            return False

    assert sum(await asyncio.gather(*map(spend, others))) == 2
    assert await purse.coins(person) == 20


async def test_only_money_that_was_paid_back_takes_a_wallet_below_zero(purse: Purse) -> None:
    person, friend = await purse.person(10), await purse.person()
    back = Transaction(
        key="paid back",
        at=local_now(),
        postings=(Posting(wallet(person), of_the_house(House.SALES), 25, Cause.CHARGEBACK),),
        overdraws=True,
    )

    assert await purse.post(back)

    assert await purse.coins(person) == -15
    with pytest.raises(InsufficientFunds):
        await purse.post(moved(wallet(person), wallet(friend), 1))
    await purse.give(person, 16)
    assert await purse.post(moved(wallet(person), wallet(friend), 1))
    assert await purse.coins(person) == 0


@pytest.mark.parametrize(
    ("transaction", "reason"),
    [
        (lambda one, two: moved(wallet(one), wallet(two), 0), "posts 0"),
        (lambda one, two: moved(wallet(one), wallet(two), -5), "posts -5"),
        (lambda one, two: moved(wallet(one), wallet(two, Currency.POINTS), 5), "exchanges"),
        (lambda one, _: Transaction(key="k", at=0, postings=()), "moves nothing"),
        (lambda one, two: moved(wallet(one), wallet(two), 1, "k" * 201), "characters"),
    ],
)
async def test_what_makes_no_sense_is_never_posted(
    purse: Purse, transaction: object, reason: str
) -> None:
    one, two = await purse.person(10), await purse.person()
    assert callable(transaction)

    with pytest.raises(ValueError, match=reason):
        await purse.post(transaction(one, two))

    assert await purse.coins(one) == 10


async def test_points_are_counted_apart_from_coins(purse: Purse) -> None:
    person = await purse.person(5)
    await purse.give_points(person, 9)

    assert await purse.balances(person) == Balances(coins=5, held=0, points=9)


async def test_several_transactions_lock_all_their_accounts_first(purse: Purse) -> None:
    one, two = await purse.person(10), await purse.person(10)

    async with purse.database.transaction() as tx:
        ledger = Ledger(tx)
        await ledger.lock([wallet(one), wallet(two)])
        assert await ledger.post(moved(wallet(one), wallet(two), 4))
        assert await ledger.post(moved(wallet(two), HOUSE, 14))
        assert (ledger.balance(wallet(one)), ledger.balance(wallet(two))) == (6, 0)

    async with purse.database.transaction() as tx:
        ledger = Ledger(tx)
        await ledger.lock([wallet(one)])
        with pytest.raises(LockedOutOfOrder):
            await ledger.post(moved(HOUSE, wallet(two), 1))
    assert await purse.coins(two) == 0


@pytest.mark.parametrize("table", ["ledger_postings", "ledger_transactions"])
@pytest.mark.parametrize(
    "change", ["UPDATE {} SET id = DEFAULT", "DELETE FROM {}", "TRUNCATE {} CASCADE"]
)
async def test_what_was_posted_stands_for_ever(purse: Purse, table: str, change: str) -> None:
    await purse.person(10)

    with pytest.raises(DBAPIError, match="append-only"):
        async with purse.database.transaction() as tx:
            await tx.execute(text(change.format(table)))


async def test_the_schema_itself_keeps_a_balance_from_falling_below_zero(purse: Purse) -> None:
    person = await purse.person(10)

    with pytest.raises(DBAPIError, match="ck_ledger_accounts_balance"):
        async with purse.database.transaction() as tx:
            await tx.execute(
                text("UPDATE ledger_accounts SET balance = -1 WHERE owner = :owner"),
                {"owner": person},
            )


async def test_many_who_pay_each_other_at_once_never_wait_for_each_other(purse: Purse) -> None:
    """Every order of accounts is drawn; a single deadlock would show as `Unavailable`."""
    people = [await purse.person(100) for _ in range(5)]
    chance = random.Random(5)

    async def pay() -> None:
        one, two, three = chance.sample(people, 3)
        postings = (
            Posting(wallet(one), wallet(two), chance.randint(1, 40), Cause.OPERATOR),
            Posting(wallet(three), wallet(one), chance.randint(1, 40), Cause.OPERATOR),
        )
        try:
            await purse.post(Transaction(key=str(uuid4()), at=0, postings=postings))
        except InsufficientFunds:
            return

    for _ in range(10):
        await asyncio.gather(*(pay() for _ in range(20)))

    balances = [await purse.coins(person) for person in people]
    assert sum(balances) == 500
    assert min(balances) >= 0


async def test_a_merge_waits_for_a_payment_and_the_next_one_follows_it(purse: Purse) -> None:
    old, new = sorted([await purse.person(10), await purse.person(20)])
    merged = asyncio.Event()

    async def merge() -> None:
        async with purse.database.transaction() as tx:
            await tx.execute(text("SELECT FROM accounts ORDER BY id FOR UPDATE"))
            await tx.execute(
                text("UPDATE accounts SET forwarded_to = :new WHERE id = :old"),
                {"old": old, "new": new},
            )
        merged.set()

    async with purse.database.transaction() as tx:
        assert await shared(tx, [old, new]) == {old: old, new: new}
        merging = asyncio.create_task(merge())
        await until_somebody_waits(purse.database)
        assert not merged.is_set()
    await merging

    async with purse.database.transaction() as tx:
        assert await shared(tx, [old]) == {old: new}


async def until_somebody_waits(database: Database) -> None:
    """Wait until a session waits for a lock that another one holds."""
    waiting = text(
        "SELECT count(*) > 0 FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    async with database.reading() as connection:

        async def waits() -> bool:
            return (await connection.execute(waiting)).scalar_one() is True

        await until(waits)


async def test_coins_of_nobody_move_nowhere(purse: Purse) -> None:
    with pytest.raises(AccountNotFound):
        await purse.post(moved(HOUSE, wallet(uuid4()), 1))
