"""A code by mail, from the letter to the session, through a mail server on loopback."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import text

from server.limits import neighbourhood
from server.logins.terms import MailTerms
from server.outbound.mail import Mailer, MailServer
from server.settings import Settings
from server.storage.database import Database
from server.storage.upkeep import sweep
from tests.server.edge import Edge, running_edge
from tests.server.wiring import House
from tests.standins.smtp import MailTrouble, Smtp

TERMS = MailTerms(letters_per_hour=3, letters_per_client=6, tries=2)
ANNA = "anna@nardy.test"


def new_key() -> str:
    return secrets.token_urlsafe(32)


@dataclass
class Browser:
    """Somebody at the page, with a key of his own."""

    edge: Edge
    post: Smtp
    key: str = field(default_factory=new_key)

    async def ask(self, address: str = ANNA, language: str = "en") -> tuple[int, dict[str, Any]]:
        """Ask for a letter."""
        body = {"address": address, "key": self.key}
        headers = {"Accept-Language": language}
        url = "/api/v1/doors/email"
        async with self.edge.client.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def code(self, address: str = ANNA) -> str:
        """Ask for a letter, and read it."""
        assert (await self.ask(address))[0] == 202
        found = re.search(r"\b[0-9]{6}\b", body_of(self.post.letters[-1]))
        assert found is not None
        return found[0]

    async def enter(self, code: str, **more: Any) -> tuple[int, dict[str, Any]]:
        """Come back with a code."""
        return await self.edge.open_session(platform="email", launch=code, nonce=self.key, **more)

    async def refused(self, code: str) -> str:
        """Come back with a code that opens nothing; the refusal's own code."""
        status, body = await self.enter(code)
        assert status == 401
        return str(body["error"]["code"])


def body_of(letter: EmailMessage) -> str:
    content: str = letter.get_content()
    return content


def other(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


@asynccontextmanager
async def mailing(
    database: Database, seconds: float = 5, url: str = "smtp://post:hunter2@127.0.0.1:{port}"
) -> AsyncIterator[tuple[Edge, Smtp]]:
    post = Smtp()
    async with post.serving():
        server = MailServer.of(url.format(port=post.port))
        mailer = Mailer(server, "play@nardy.test", seconds)
        house = House(settings=Settings(mail=TERMS), mailer=mailer)
        async with running_edge(database, house=house) as edge:
            yield edge, post


@pytest.fixture
async def browser(opened_database: Database) -> AsyncIterator[Browser]:
    async with mailing(opened_database) as (edge, post):
        yield Browser(edge, post)


async def test_without_a_mail_server_the_door_is_not_offered(edge: Edge) -> None:
    async with edge.client.get("/api/v1/doors") as answer:
        assert await answer.json() == {"doors": []}
    body = {"address": ANNA, "key": new_key()}
    async with edge.client.post("/api/v1/doors/email", json=body) as answer:
        assert (answer.status, (await answer.json())["error"]["code"]) == (404, "door_shut")

    status, refusal = await edge.open_session(platform="email", launch="123456", nonce=new_key())

    assert (status, refusal["error"]["code"]) == (404, "door_shut")


async def test_a_code_lets_its_reader_in_again_and_again_as_the_same_person(
    browser: Browser,
) -> None:
    async with browser.edge.client.get("/api/v1/doors") as answer:
        assert await answer.json() == {"doors": ["email"]}
    first, body = await browser.enter(await browser.code(" Anna@Nardy.TEST "))
    again, known = await browser.enter(await browser.code())

    assert (first, again) == (201, 200)
    assert browser.post.letters[0]["To"] == ANNA
    assert known["account"] == body["account"]
    assert body["account"]["guest"] is False


async def test_the_letter_is_in_the_readers_language_and_asks_for_no_answer(
    browser: Browser,
) -> None:
    await browser.ask(language="ru-RU,en;q=0.5")
    russian = browser.post.letters[0]
    await browser.ask()

    english = browser.post.letters[1]

    assert "Код для входа" in body_of(russian)
    assert "Your code" in body_of(english)
    assert all("nardy.test" in body_of(letter) for letter in (russian, english))
    assert (russian["From"], russian["Auto-Submitted"]) == ("play@nardy.test", "auto-generated")


async def test_a_code_is_good_once_even_for_ten_at_once(browser: Browser) -> None:
    code = await browser.code()

    answers = await asyncio.gather(*(browser.enter(code) for _ in range(10)))

    assert sorted(status for status, _ in answers) == [201] + [401] * 9


async def test_after_its_tries_a_code_is_good_no_more_and_another_is(browser: Browser) -> None:
    code = await browser.code()
    for _ in range(TERMS.tries):
        assert await browser.refused(other(code)) == "mail_code_refused"

    assert await browser.refused(code) == "mail_code_refused"
    assert (await browser.enter(await browser.code()))[0] == 201


async def test_a_second_letter_ends_the_first_ones_code(browser: Browser) -> None:
    first = await browser.code()
    second = await browser.code()

    if first != second:
        assert await browser.refused(first) == "mail_code_refused"
    assert (await browser.enter(second))[0] == 201


async def test_whoever_knows_an_address_can_neither_guess_nor_use_up_its_code(
    browser: Browser,
) -> None:
    code = await browser.code()
    stranger = Browser(browser.edge, browser.post)
    for _ in range(TERMS.tries + 1):
        assert await stranger.refused(code) == "mail_code_refused"

    assert (await browser.enter(code))[0] == 201


async def test_what_is_no_code_is_refused_and_costs_no_try(browser: Browser) -> None:
    good = await browser.code()
    for code in ("", "12345", "1234567", "１２３４５６", "abcdef", "' or 1=1"):
        assert await browser.refused(code) == "mail_code_refused"

    assert (await browser.enter(good))[0] == 201


async def test_an_old_code_is_refused_and_swept_away(
    browser: Browser, opened_database: Database
) -> None:
    code = await browser.code()
    await sweep(opened_database, browser.edge.services.clock.now())
    assert len(await kept(opened_database)) == 1, "it is good still"
    async with opened_database.transaction() as tx:
        await tx.execute(text("UPDATE login_codes SET expires = 1"))

    assert await browser.refused(code) == "mail_code_refused"

    await sweep(opened_database, browser.edge.services.clock.now())
    assert await kept(opened_database) == []


async def test_the_database_tells_neither_code_nor_key(
    browser: Browser, opened_database: Database
) -> None:
    code = await browser.code()

    (row,) = await kept(opened_database)

    assert code.encode() not in b"".join(row[column] for column in ("key", "code"))
    assert browser.key.encode() != row["key"]


async def test_so_many_letters_an_hour_go_to_one_address(browser: Browser) -> None:
    answers = [await browser.ask() for _ in range(TERMS.letters_per_hour + 1)]

    assert [status for status, _ in answers] == [202] * TERMS.letters_per_hour + [429]
    assert answers[-1][1]["error"]["code"] == "too_many_letters"
    assert len(browser.post.letters) == TERMS.letters_per_hour


async def test_so_many_letters_an_hour_are_sent_for_one_client(
    browser: Browser, opened_database: Database
) -> None:
    answers = [await browser.ask(f"p{n}@nardy.test") for n in range(TERMS.letters_per_client + 1)]

    assert [status for status, _ in answers] == [202] * TERMS.letters_per_client + [429]
    async with opened_database.transaction() as tx:
        counted = await tx.execute(text("SELECT key FROM failures WHERE key LIKE 'letters%'"))
        keys = set(counted.scalars())
    assert f"letters:{neighbourhood('127.0.0.1')}" in keys
    assert len(keys) == TERMS.letters_per_client + 1  # the one too many counts for no address


async def test_a_known_address_and_an_unknown_one_get_the_same_answer(browser: Browser) -> None:
    await browser.enter(await browser.code())

    assert await browser.ask() == await browser.ask("nobody@nardy.test")


NO_ADDRESSES = (
    "",
    "anna",
    "@nardy.test",
    "anna@",
    "anna@localhost",
    "anna@nardy..test",
    "anna@-nardy.test",
    ".anna@nardy.test",
    "an na@nardy.test",
    "anna@nardy.test\r\nBcc: all@nardy.test",
    "anna@nardy.test,ben@nardy.test",
    '"anna"@nardy.test',
    "анна@nardy.test",
    "anna@127.0.0.1",
    "a" * 65 + "@nardy.test",
    "anna@" + "a" * 64 + ".test",
)


async def test_what_is_no_address_gets_no_letter(browser: Browser) -> None:
    for address in NO_ADDRESSES:
        status, body = await browser.ask(address)
        assert (status, body["error"]["code"]) == (422, "address_refused"), address
    assert browser.post.letters == []


async def test_a_key_that_is_none_is_malformed(browser: Browser) -> None:
    for key in ("", "short", "x" * 129, "ключ" * 16, "a b" * 20):
        browser.key = key
        status, body = await browser.ask()
        assert (status, body["error"]["code"]) == (400, "malformed"), key


@pytest.mark.parametrize(
    ("trouble", "refusal"),
    [
        (MailTrouble.NONSENSE, (503, "mail_silent")),
        (MailTrouble.CUT, (503, "mail_silent")),
        (MailTrouble.NOT_NOW, (503, "mail_silent")),
        (MailTrouble.FULL, (503, "mail_silent")),
        (MailTrouble.NO_SUCH_BOX, (422, "address_refused")),
    ],
)
async def test_a_mail_server_in_trouble_is_told_and_leaves_nothing_behind(
    opened_database: Database, trouble: MailTrouble, refusal: tuple[int, str]
) -> None:
    async with mailing(opened_database) as (edge, post):
        browser = Browser(edge, post)
        post.trouble = trouble

        status, body = await browser.ask()
        left = await kept(opened_database)
        post.trouble = MailTrouble.NONE

        assert (status, body["error"]["code"]) == refusal
        assert left == []
        assert (await browser.enter(await browser.code()))[0] == 201


async def test_letters_that_were_never_sent_count_against_nobody(
    opened_database: Database,
) -> None:
    async with mailing(opened_database) as (edge, post):
        browser = Browser(edge, post)
        post.trouble = MailTrouble.NOT_NOW
        refused = {(await browser.ask())[0] for _ in range(6)}
        post.trouble = MailTrouble.NONE

        assert refused == {503}
        assert (await browser.enter(await browser.code()))[0] == 201


async def test_a_mail_server_that_is_too_slow_is_not_waited_for(
    opened_database: Database,
) -> None:
    async with mailing(opened_database, seconds=0.2) as (edge, post):
        post.trouble = MailTrouble.GREETS_NOT

        status, body = await Browser(edge, post).ask()

        assert (status, body["error"]["code"]) == (503, "mail_silent")
    assert await kept(opened_database) == []


@pytest.mark.parametrize("url", ["smtp://post:wrong@127.0.0.1:{port}", "smtp://127.0.0.1:1"])
async def test_a_mail_server_that_is_away_or_knows_us_not_is_told(
    opened_database: Database, url: str
) -> None:
    async with mailing(opened_database, url=url) as (edge, post):
        status, body = await Browser(edge, post).ask()

        assert (status, body["error"]["code"]) == (503, "mail_silent")


async def test_a_guest_who_comes_by_a_letter_keeps_the_account(browser: Browser) -> None:
    device = new_key()
    _, guest = await browser.edge.open_session(platform="guest", launch=device)

    status, body = await browser.enter(await browser.code(), guest=device)

    assert status == 200
    assert body["account"] == {**guest["account"], "guest": False}


def test_a_server_is_read_out_of_its_url() -> None:
    assert MailServer.of("smtps://po%40st:h%3Aunter@mail.test") == MailServer(
        "mail.test", 465, "po@st", "h:unter", implicit_tls=True
    )
    assert MailServer.of("smtp://mail.test").start_tls
    assert not MailServer.of("smtp://[::1]:2525").start_tls
    assert not MailServer.of("smtps://mail.test").start_tls


async def kept(database: Database) -> list[Any]:
    async with database.reading() as connection:
        return list((await connection.execute(text("SELECT * FROM login_codes"))).mappings())
