"""`nardy admin people` and `promotions`: an operator's look at somebody, and what he rules."""

import json
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from server.money.terms import VipTerms
from server.operators.office import Office
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.operators import ActLog, Role
from tests.server.cli.test_money import Books
from tests.server.money.purse import Purse
from tests.server.money.staked import StakedMatch

MARK, KIRA = ("--by", "mark"), ("--by", "kira")
HOUR = 3_600_000


@pytest.fixture
async def books(opened_database: Database, database_url: str, tmp_path: Path) -> Books:
    """Books to keep, with a moderator and a cashier."""
    office = Office.on(opened_database, DatabaseClock(), Ids(), VipTerms())
    for name, role in (("mark", Role.MODERATOR), ("kira", Role.CASHIER)):
        await office.staff.admit(None, name, role)
    return Books(Purse(opened_database), database_url, tmp_path)


async def deeds(books: Books) -> list[tuple[str, str, str]]:
    """What the log of acts says, but who was admitted; the newest last."""
    async with books.purse.database.reading() as connection:
        acts = await ActLog(connection).of(None)
    said = [(each.operator, each.act, each.why) for each in reversed(acts)]
    return [each for each in said if each[1] != "operator.add"]


async def refusal(books: Books, *arguments: str) -> str:
    """What a command says that must be refused, all of it one line."""
    status, _, error = await books.admin(*arguments)
    assert status == 1
    (line,) = error.splitlines()
    return line


async def test_somebody_is_looked_at_and_ruled_about_by_name(books: Books) -> None:
    person = str(await books.purse.person(120))
    why = ("--why", "insults")

    _, found, _ = await books.admin("people", "find", person, *MARK)
    (identity,) = json.loads(found)["identities"]
    known = f"vk:{identity['id']}"
    _, entries, _ = await books.admin("people", "wallet", known, *MARK)
    assert [json.loads(line)["change"] for line in entries.splitlines()] == [120]

    ban = ("people", "ban", known, *MARK, *why, "--hours", "2")
    assert "[ladder_skipped]" in await refusal(books, *ban)
    assert "[account_not_found]" in await refusal(books, "people", "show", "ok:17", *MARK)
    ruling = json.loads((await books.admin(*ban, "--grave"))[1])
    assert (ruling["kind"], ruling["ends"] - ruling["began"]) == ("ban", 2 * HOUR)
    assert "[role_too_low]" in await refusal(books, "people", "delete", known, *MARK, *why)
    unban = ("people", "unban", known, *MARK, "--why", "appealed")
    assert (await books.admin(*unban))[1] == "1 taken back\n"
    assert "no ban holds" in await refusal(books, *unban)
    assert await deeds(books) == [
        ("mark", "person.ban", "insults"),
        ("mark", "person.lift", "appealed"),
    ]


async def test_vip_news_reports_and_disputes_are_an_operators_too(books: Books) -> None:
    person = str(await books.purse.person())
    deed = (*KIRA, "--why", "a prize")

    days = ("vip", person, "30", *deed, "--key", str(uuid4()))
    assert (await books.admin(*days))[1].startswith("VIP until 20")
    code = (await books.admin("certificate", "50", *deed))[1]
    assert len(code.strip()) == 19
    texts = ("--en", "Today", "Now", "--ru", "Сегодня", "Сейчас")
    piece = (await books.admin("news", "post", *MARK, "--why", "to tell", *texts))[1].strip()
    assert (await books.admin("news", "end", piece, *MARK, "--why", "over"))[1] == "ended\n"
    closing = ("reports", "close", str(uuid4()), "nothing", *MARK, "--why", "no sign of it")
    assert "no such report" in await refusal(books, *closing)
    match = StakedMatch(books.purse.database, 1)
    await match.seat(UUID(person), await books.purse.person())
    _, bundle, _ = await books.admin("disputes", "show", str(match.id), *MARK)
    assert person in json.loads(bundle)["players"]
    _, log, _ = await books.admin("acts", *MARK, "--about", person)
    assert [json.loads(line)["act"] for line in log.splitlines()] == ["vip"]


async def test_a_promotion_is_created_once_listed_and_stopped(books: Books) -> None:
    key = str(uuid4())
    terms = ("--starts", "2026-01-01", "--ends", "2999-12-31", "--en", "Spring", "--ru", "Весна")
    more = (*KIRA, "--why", "a holiday", *terms, "--key", key)
    create = ("promotions", "create", "coins", "50", *more)

    assert await books.admin(*create) == (0, f"{key}\n", "")
    status, _, error = await books.admin(*create, "--ends", "2020-01-01")
    assert (status, "before it starts" in error) == (2, True)
    _, listed, _ = await books.admin("promotions", "list", *MARK)
    assert (json.loads(listed)["promotion"]["ru"], json.loads(listed)["granted"]) == ("Весна", 0)
    stop = ("promotions", "stop", key, "--why", "sold out")
    assert (await books.admin(*stop, *KIRA))[1] == "stopped\n"
    assert [act for _, act, _ in await deeds(books)] == ["promotion", "promotion.stop"]
