"""`nardy admin tournaments`: announced once, listed, cancelled; refusals in words."""

import json
from pathlib import Path
from uuid import uuid4

from server.money.terms import VipTerms
from server.operators.office import Office
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.operators import Role
from tests.server.cli.test_money import Books
from tests.server.money.purse import Purse

KIRA = ("--by", "kira")


async def test_a_tournament_is_created_once_listed_and_cancelled(
    opened_database: Database, database_url: str, tmp_path: Path
) -> None:
    office = Office.on(opened_database, DatabaseClock(), Ids(), VipTerms())
    await office.staff.admit(None, "kira", Role.CASHIER)
    books = Books(Purse(opened_database), database_url, tmp_path)
    key = str(uuid4())
    terms = ("--capacity", "8", "--starts", "2999-01-01T18:00", "--fee", "50", "--key", key)
    create = ("tournaments", "create", "Cup", "Кубок", *KIRA, "--why", "Sunday", *terms)

    assert await books.admin(*create) == (0, f"{key}\n", "")
    assert (await books.admin(*create, "--shares", "a,b"))[0] == 2
    status, _, error = await books.admin(*create, "--shares", "60,30")
    assert (status, "add up to 100" in error) == (1, True)
    _, listed, _ = await books.admin("tournaments", "list", *KIRA)
    assert (json.loads(listed)["id"], json.loads(listed)["fee"]) == (key, 50)
    cancel = ("tournaments", "cancel", key, "--why", "no hall", *KIRA)
    assert (await books.admin(*cancel))[1] == "cancelled\n"
    status, _, error = await books.admin(*cancel)
    assert (status, "[tournament_over]" in error) == (1, True)
