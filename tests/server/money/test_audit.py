"""The audit: clean books pass, each way of cooking them is found."""

from sqlalchemy import text

from server.money.audit import Audit
from server.storage.database import Database
from server.storage.ledger_accounts import held, wallet
from tests.server.money.purse import Purse, moved


async def test_books_in_order_pass(opened_database: Database) -> None:
    purse = Purse(opened_database)
    one, two = await purse.person(100), await purse.person()
    await purse.post(moved(wallet(one), wallet(two), 40))
    await purse.give_points(two, 3)

    findings = await Audit(opened_database).run()

    assert findings.clean
    assert findings.sums == {"coins": 0, "points": 0}
    assert (findings.extent.transactions, findings.extent.postings) == (3, 3)


async def test_a_balance_that_was_changed_by_hand_is_found(opened_database: Database) -> None:
    purse = Purse(opened_database)
    person = await purse.person(100)
    await _execute(opened_database, "UPDATE ledger_accounts SET balance = 1000")

    findings = await Audit(opened_database).run()

    assert not findings.clean
    assert findings.sums == {"coins": 900}
    (found,) = findings.imbalances
    assert (found.name, found.cached, found.derived) == (wallet(person).name, 1000, 100)


async def test_a_posting_whose_balance_was_lost_is_found(opened_database: Database) -> None:
    purse = Purse(opened_database)
    await purse.person(100)
    await _execute(opened_database, "DELETE FROM ledger_accounts")

    findings = await Audit(opened_database).run()

    assert [(found.cached, found.derived) for found in findings.imbalances] == [(0, 100)]


async def test_a_transaction_without_postings_is_found(opened_database: Database) -> None:
    await _execute(
        opened_database, "INSERT INTO ledger_transactions (key, at) VALUES ('hollow', 0)"
    )

    assert (await Audit(opened_database).run()).empty == ("hollow",)


async def test_what_is_held_where_nothing_was_agreed_is_found(opened_database: Database) -> None:
    purse = Purse(opened_database)
    person = await purse.person(100)
    async with opened_database.transaction() as tx:
        await tx.execute(
            text("INSERT INTO matches (id, started_at, spectators) VALUES (:id, 0, true)"),
            {"id": person},
        )
    await purse.post(moved(wallet(person), held(person, 0, person), 60))

    findings = await Audit(opened_database).run()

    assert [(found.match, found.balance) for found in findings.stray_holds] == [(person, 60)]
    assert not findings.imbalances


async def _execute(database: Database, statement: str) -> None:
    async with database.transaction() as tx:
        await tx.execute(text(statement))
