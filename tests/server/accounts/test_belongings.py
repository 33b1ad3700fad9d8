"""What was bought and asked follows the person; forgetting takes words and leaves the books."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from server.accounts.cases import AccountCases
from server.dialogue.support import Support
from server.storage.accounts import Accounts, Identity
from server.storage.case_letters import CaseLetters, Outgoing
from server.storage.case_queue import CaseQueue, Said
from server.storage.cases import Case, Cases
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.forgetting import is_forgotten
from server.storage.purchases import Purchases
from tests.server.accounts.pairs import IDS, merged
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse
from tests.server.money.staked import StakedMatch
from tests.standins.market import Buyer, Market, market

WORDS = "my name is Ivan, call +7 900 000-00-00"


@pytest.fixture
async def stalls(opened_database: Database) -> AsyncIterator[Market]:
    async with market(opened_database) as stalls:
        yield stalls
    await require_clean(opened_database)


async def bought(stalls: Market, buyer: Buyer) -> Any:
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    await stalls.vk.charge(order)
    return order


async def ask(database: Database, who: UUID) -> UUID:
    return await Support(database, DatabaseClock(), IDS).ask(who, WORDS)


async def write(database: Database, who: UUID) -> UUID:
    """A letter from an address that only later is somebody's, with a receipt on its way."""
    case = IDS.new(1)
    written = Case(
        id=case,
        kind="support",
        about=case,
        account=None,
        words=WORDS,
        opened_at=1,
        channel="mail",
        sender="ivan@nardy.test",
    )
    async with database.transaction() as tx:
        await Cases(tx).open(written)
        await CaseLetters(tx).add(Outgoing(case_id=case, recipient="ivan@nardy.test", at=1))
        await Accounts(tx).link(who, Identity("email", "user", "ivan@nardy.test"), 2)
    return case


async def purchases_of(database: Database, who: UUID) -> int:
    async with database.reading() as connection:
        return len(await Purchases(connection).of(who, 9))


async def cases_of(database: Database, who: UUID) -> list[UUID]:
    async with database.reading() as connection:
        return [each.id for each in await Cases(connection).waiting(9, who)]


async def report(database: Database, at: int, reporter: UUID, accused: UUID) -> None:
    said = {"id": IDS.new(at), "reporter": reporter, "accused": accused, "at": at}
    async with database.transaction() as tx:
        await tx.execute(
            text(
                "INSERT INTO reports (id, kind, reporter, accused, text, note, at)"
                " VALUES (:id, 'player', :reporter, :accused, 'heard', 'told', :at)"
            ),
            said,
        )


async def rows(database: Database, asked: str) -> list[Any]:
    async with database.reading() as connection:
        return [tuple(row) for row in await connection.execute(text(asked))]


async def test_purchases_and_cases_follow_the_person_and_come_back(
    stalls: Market, opened_database: Database, people: AccountCases
) -> None:
    keeper, buyer = await stalls.buyer(), await stalls.buyer()
    await bought(stalls, buyer)
    case = await ask(opened_database, buyer.id)

    done = await merged(opened_database, keeper.id, buyer.id)

    assert await purchases_of(opened_database, keeper.id) == 1
    assert await cases_of(opened_database, keeper.id) == [case]
    await people.merging.undo(keeper.id, done.offer)
    assert await purchases_of(opened_database, keeper.id) == 0
    assert await purchases_of(opened_database, buyer.id) == 1
    assert await cases_of(opened_database, keeper.id) == []
    assert await cases_of(opened_database, buyer.id) == [case]


async def test_a_refund_after_the_merge_takes_from_the_person(
    stalls: Market, opened_database: Database
) -> None:
    keeper, buyer = await stalls.buyer(), await stalls.buyer()
    order = await bought(stalls, buyer)
    await merged(opened_database, keeper.id, buyer.id)
    before = await stalls.coins(keeper)
    refund = stalls.vk.told(order, "refunded")
    assert await stalls.vk.notify(refund) == await stalls.vk.notify(refund)
    assert await stalls.coins(keeper) == before - 1_000
    assert [each["state"] for each in await stalls.purchases(keeper)] == ["refunded"]


async def test_forgetting_takes_the_words_and_leaves_the_books(
    stalls: Market, opened_database: Database, people: AccountCases
) -> None:
    buyer, rival = await stalls.buyer(), await stalls.buyer()
    order = await bought(stalls, buyer)
    other_order = await bought(stalls, rival)
    match = StakedMatch(opened_database, 6, stake=10)
    await match.seat(buyer.id, rival.id)
    await match.play()
    await match.end()
    for who in (buyer, rival):
        case = await ask(opened_database, who.id)
        async with opened_database.transaction() as tx:
            await CaseQueue(tx).say(case, Said(1, "olga", WORDS))
    lettered = await write(opened_database, buyer.id)
    await report(opened_database, 1, buyer.id, rival.id)
    await report(opened_database, 2, rival.id, buyer.id)
    answer = await stalls.vk.charge(order)
    books = "SELECT id, source, target, amount FROM ledger_postings ORDER BY id"
    booked = await rows(opened_database, books)
    had = await Purse(opened_database).coins(buyer.id)
    seats = "SELECT seat, account FROM match_players ORDER BY seat"
    seated = await rows(opened_database, seats)

    await people.forgetting.forget_me(buyer.id)

    async with opened_database.reading() as connection:
        assert await is_forgotten(connection, buyer.id)
    told = await rows(opened_database, "SELECT raw, payer FROM payment_callbacks ORDER BY id")
    assert told[0] == (b"", None), "what the platform said of him is gone"
    assert rival.user.encode() in told[1][0], "and of nobody else"
    told_of = "SELECT words, closed_at FROM cases WHERE channel <> 'mail' ORDER BY id"
    words = await rows(opened_database, told_of)
    assert words[0][0] == ""
    assert words[0][1] is not None, "nobody is left to be answered"
    assert words[1] == (WORDS, None)
    said = await rows(opened_database, "SELECT words FROM case_words ORDER BY id")
    assert said == [("",), ("",), (WORDS,), (WORDS,)]
    assert await rows(opened_database, "SELECT recipient FROM case_letters") == []
    senders = f"SELECT words, sender FROM cases WHERE id = '{lettered}'"
    assert await rows(opened_database, senders) == [("", None)], "his address was not known then"
    reported = await rows(opened_database, "SELECT text, note FROM reports ORDER BY at")
    assert reported == [("heard", ""), (None, "told")]
    assert await rows(opened_database, books) == booked
    assert await rows(opened_database, seats) == seated
    assert await stalls.vk.charge(order) == answer, "a repeat is answered as before"
    refund = await stalls.vk.notify(stalls.vk.told(order, "refunded"))
    assert refund["response"]["order_id"] == order.id
    assert (await stalls.vk.charge(other_order))["response"]["order_id"] == other_order.id
    assert await Purse(opened_database).coins(buyer.id) == had - 1_000, "who is nobody now"
