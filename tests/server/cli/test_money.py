"""`nardy admin` about coins: the audit, operators, their deeds."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from sqlalchemy import text

from server.storage.database import Database
from tests.server.cli.test_command_line import nardy
from tests.server.money.purse import Purse
from tests.server.wiring import DICE_KEY


class Books(NamedTuple):
    """A database with persons, and commands beside it."""

    purse: Purse
    url: str
    folder: Path

    async def admin(self, *arguments: str) -> tuple[int, str, str]:
        """Status, standard output and error of `nardy admin`."""
        variables: Mapping[str, str] = {
            "NARDY_DATABASE_URL": self.url,
            "NARDY_PUBLIC_URL": "https://nardy.example",
            "NARDY_DICE_KEYS": DICE_KEY.hex(),
        }
        done = await asyncio.to_thread(
            nardy, "admin", *arguments, folder=self.folder, variables=variables
        )
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
async def books(opened_database: Database, database_url: str, tmp_path: Path) -> Books:
    """Books to keep."""
    return Books(Purse(opened_database), database_url, tmp_path)


async def test_the_audit_says_whether_the_books_are_in_order(books: Books) -> None:
    await books.purse.person(100)

    status, said, _ = await books.admin("audit")

    assert status == 0
    assert "1 accounts, 1 transactions, 1 postings" in said
    assert "The books are in order." in said

    async with books.purse.database.transaction() as tx:
        await tx.execute(text("UPDATE ledger_accounts SET balance = 7"))
    status, said, _ = await books.admin("audit")

    assert status == 1
    assert "kept as 7, posted were 100" in said
    assert "coins: everything comes to -93" in said


async def test_an_operator_is_admitted_once_and_does_what_his_role_allows(books: Books) -> None:
    person, key = await books.purse.person(), str(uuid4())

    status, token, _ = await books.admin("operator", "add", "kira", "--role", "cashier")
    assert status == 0
    assert len(token.strip()) == 43
    status, _, error = await books.admin("operator", "add", "kira", "--role", "owner")
    assert status == 1
    assert ("kira" in error, "[name_taken]" in error) == (True, True)

    deed = (str(person), "70", "--by", "kira", "--why", "for patience", "--key", key)
    assert "70 coins now" in (await books.admin("grant", *deed))[1]
    assert "this was done before" in (await books.admin("grant", *deed))[1]
    vast = (str(person), str(10**20), *deed[2:])
    status, _, error = await books.admin("grant", *vast)
    assert (status, error.splitlines()) == (
        1,
        ["nardy: the amount is to be from 1 to 1000000000000000 [malformed]"],
    )
    status, _, error = await books.admin(
        "take", str(person), "71", "--by", "kira", "--why", "by mistake"
    )
    assert (status, "[insufficient_coins]" in error) == (1, True)
    status, _, error = await books.admin(
        "refund", str(uuid4()), "--by", "kira", "--why", "by mistake"
    )
    assert (status, "[nothing_lost]" in error) == (1, True)

    await books.admin("operator", "dismiss", "kira", "--why", "left us")
    status, _, error = await books.admin("grant", *deed)
    assert (status, "[not_an_operator]" in error) == (1, True)
    assert await books.purse.coins(person) == 70
