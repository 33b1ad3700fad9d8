"""`nardy admin purchases` and `cases`: an operator's work without a page."""

import json
from pathlib import Path
from uuid import UUID

from server.storage.cases import Case, Cases
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.purchases import Purchase, Purchases, State
from tests.server.cli.test_money import Books
from tests.server.money.purse import Purse

MARK = ("--by", "mark")


async def waiting(database: Database, person: UUID) -> tuple[UUID, UUID]:
    """A payment that brought nothing, and its case."""
    now = local_now()
    paid = Purchase(
        id=Ids().new(now),
        number=1,
        platform="ok",
        charge="17",
        account=person,
        product="coins_1000",
        price=35,
        currency="OK",
        state=State.CHARGED,
        created_at=now,
        changed_at=now,
    )
    case = Case(
        id=Ids().new(now),
        kind="payment",
        about=paid.id,
        account=person,
        words="paid, and not given",
        opened_at=now,
    )
    async with database.transaction() as tx:
        await Purchases(tx).keep(paid)
        await Cases(tx).open(case)
    return paid.id, case.id


async def test_a_case_is_worked_off_and_a_purchase_taken_back(
    opened_database: Database, database_url: str, tmp_path: Path
) -> None:
    books = Books(Purse(opened_database), database_url, tmp_path)
    person = await books.purse.person()
    purchase, case = await waiting(opened_database, person)
    await books.admin("operator", "add", "mark", "--role", "cashier")

    _, listed, _ = await books.admin("cases", "waiting", "--kind", "payment", *MARK)
    assert json.loads(listed)["case"]["id"] == str(case)
    assert (await books.admin("cases", "answer", str(case), "Returned.", *MARK))[0] == 0
    refund = ("purchases", "refund", str(purchase), *MARK, "--why", "never given")
    status, _, error = await books.admin(*refund, "--pay-back")
    assert (status, "[not_paid_back_here]" in error) == (1, True)
    assert "0 coins, 0 days of VIP" in (await books.admin(*refund))[1]
    assert "before" in (await books.admin(*refund))[1]
    status, _, error = await books.admin("cases", "close", str(case), *MARK, "--why", "done")
    assert (status, "no such case is open" in error) == (1, True), "the refund closed it"
    assert (await books.admin("signs", "waiting", *MARK))[:2] == (0, "")
    closing = ("signs", "close", str(case), "nothing", *MARK, "--why", "no sign")
    assert (await books.admin(*closing))[0] == 1
    _, seen, _ = await books.admin("purchases", "of", str(person), *MARK)
    assert [json.loads(line).get("state") for line in seen.splitlines()] == ["refunded", None]
