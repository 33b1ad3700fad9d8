"""Support by mail: a letter is a case with a receipt, its answer goes by mail, nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from email.message import EmailMessage
from typing import Any
from uuid import UUID

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import select, update

from platforms.identity import Kind, Platform
from server.accounts.forgetting import Forgetting
from server.correspondence.receiving import LARGEST, Base, Correspondence, Outcome, Taken
from server.correspondence.sending import CasePost
from server.errors import Errors
from server.http.mail_in import PATH, MailIn
from server.money.terms import VipTerms
from server.operators.casework import Bench, Casework
from server.operators.office import Office
from server.outbound.mail import Mailer, MailServer
from server.storage.accounts import Accounts, Identity
from server.storage.case_queue import CaseQueue, Said, Wanted
from server.storage.cases import Case
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.operators import Operator, Role
from server.storage.schema_cases import case_letters
from tests.standins.smtp import MailTrouble, Smtp

ANNA = "anna@nardy.test"
OWN = "play@nardy.test"
MARK = Operator("mark", Role.MODERATOR, 0, None)


def raw(words: str = "Where are my coins?", sender: str = ANNA, **headers: str) -> bytes:
    letter = EmailMessage()
    letter["From"] = sender
    for name, value in headers.items():
        letter[name.replace("_", "-")] = value
    letter.set_content(words)
    return letter.as_bytes()


class PostOffice:
    """Letters in and out over one database; a letter is sent when the test says so."""

    def __init__(self, database: Database, smtp: Smtp) -> None:
        self.database = database
        self.smtp = smtp
        self.clock = DatabaseClock()
        server = MailServer.of(f"smtp://post:hunter2@127.0.0.1:{smtp.port}")
        self._post = CasePost(database, self.clock, Mailer(server, OWN, 5))
        self.letters = Correspondence(Base(database, self.clock, Ids()), OWN, 2)
        self.work = Casework(Bench(database, self.clock, lambda _: None))

    async def take(self, words: str = "Where are my coins?", **headers: str) -> Taken:
        return await self.letters.take(raw(words, **headers))

    async def sent(self) -> list[EmailMessage]:
        """What is sent when all that is due is tried."""
        before = len(self.smtp.letters)
        await self._post.send_due()
        return self.smtp.letters[before:]

    async def told(self, case: UUID | None) -> tuple[Case, list[Said]]:
        assert case is not None
        file = await self.work.file(MARK, case)
        return file.case, list(file.said)

    async def count(self) -> int:
        return len(await self.work.waiting(MARK, Wanted(("support",)), 100))


@pytest.fixture
async def office(opened_database: Database) -> AsyncIterator[PostOffice]:
    smtp = Smtp()
    async with smtp.serving():
        yield PostOffice(opened_database, smtp)


async def change_waiting(database: Database, **values: int) -> None:
    async with database.transaction() as tx:
        waiting = case_letters.c.ended_at.is_(None)
        await tx.execute(update(case_letters).where(waiting).values(**values))


async def outcomes(database: Database) -> list[str | None]:
    async with database.reading() as tx:
        found = await tx.execute(select(case_letters.c.outcome).order_by(case_letters.c.id))
        return list(found.scalars())


def body_of(letter: EmailMessage) -> str:
    content: str = letter.get_content()
    return content


async def test_a_letter_is_a_case_with_a_receipt_an_answer_and_a_reply(office: PostOffice) -> None:
    taken = await office.take("Где мои монеты?", Message_ID="<1@x.test>", Subject="Монеты")
    (receipt,) = await office.sent()
    case, _ = await office.told(taken.case)
    assert (case.channel, case.sender, case.account) == ("mail", ANNA, None)
    assert case.words == "Монеты\n\nГде мои монеты?"
    assert (receipt["To"], receipt["From"], receipt["In-Reply-To"]) == (ANNA, OWN, "<1@x.test>")
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert "Ваш вопрос получен" in receipt["Subject"]
    assert str(taken.case) in body_of(receipt)

    await office.work.answer(MARK, case.id, "В кошельке.")
    (answer,) = await office.sent()
    assert "В кошельке.\n\nmark" in body_of(answer).replace("\r", "")
    assert await office.sent() == [], "each is sent once"
    reply = await office.take("Спасибо", In_Reply_To=answer["Message-ID"])
    by_subject = await office.take("!", Subject=f"Re: [{case.id}]")
    assert reply == by_subject == Taken(Outcome.ADDED, case.id)
    assert await office.sent() == [], "who goes on has had his receipt"
    _, said = await office.told(case.id)
    assert [(each.operator, each.words) for each in said] == [
        (None, "Где мои монеты?"),
        ("mark", "В кошельке."),
        (None, "Спасибо"),
        (None, "!"),
    ]

    stranger = await office.take(sender="bob@nardy.test", In_Reply_To=answer["Message-ID"])
    assert stranger.outcome is Outcome.OPENED, "a case is its sender's alone"
    assert stranger.case != case.id


async def test_a_letter_counts_once_however_often_it_comes(office: PostOffice) -> None:
    taken = await asyncio.gather(*(office.take(Message_ID="<1@x.test>") for _ in range(5)))

    assert sorted(each.outcome for each in taken) == [Outcome.KNOWN] * 4 + [Outcome.OPENED]
    (case,) = {each.case for each in taken}
    assert case is not None
    await office.work.close(MARK, case, "done")
    assert (await office.take(Message_ID="<1@x.test>")).outcome is Outcome.KNOWN
    assert (await office.count(), len(await office.sent())) == (0, 1)


async def test_whose_address_it_is_has_the_case_in_the_app_too(office: PostOffice) -> None:
    clock, ids = office.clock, Ids()
    async with office.database.transaction() as tx:
        known = Identity(Platform.EMAIL, Kind.USER, ANNA)
        person, _ = await Accounts(tx).first_launch(ids.new(clock.now()), known, clock.now())

    taken = await office.take(sender="Anna <ANNA@nardy.test>")

    async with office.database.reading() as tx:
        assert [each.id for each in await CaseQueue(tx).of(person.id, 10)] == [taken.case]


async def test_an_address_that_was_let_go_hears_and_says_nothing_more_of_the_case(
    office: PostOffice,
) -> None:
    known = Identity(Platform.EMAIL, Kind.USER, ANNA)
    async with office.database.transaction() as tx:
        owner, _ = await Accounts(tx).first_launch(Ids().new(1), known, 1)
        await Accounts(tx).link(owner.id, Identity("vk", "user", "7"), 1)
    case = (await office.take(Message_ID="<1@x.test>")).case
    assert case is not None
    forgetting = Forgetting(office.database, office.clock)
    await forgetting.unlink(owner.id, known)
    assert await office.sent() == [], "the receipt neither"
    await office.work.answer(MARK, case, "in secret")
    assert await office.sent() == []

    named = {"Message_ID": "<2@x.test>", "In_Reply_To": f"<case.{case}@nardy.test>"}
    other = await office.take("I am somebody else", **named)

    assert other.case != case
    file, said = await office.told(case)
    assert (file.account, file.sender) == (owner.id, None)
    assert "I am somebody else" not in [each.words for each in said]
    bare, _ = await office.told(other.case)
    assert (bare.account, bare.sender) == (None, ANNA)
    again = await office.take("and more", Message_ID="<3@x.test>")
    assert again.case == other.case


async def test_machines_are_not_answered_and_nobody_gets_too_many_receipts(
    office: PostOffice,
) -> None:
    for automatic in (
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"sender": "MAILER-DAEMON@nardy.test"},
        {"sender": OWN},
    ):
        assert await office.take(**automatic) == Taken(Outcome.AUTOMATIC)
    assert (await office.count(), await office.sent()) == (0, [])

    for n in range(3):
        taken = await office.take(f"Question {n}")
        assert taken.case is not None
        await office.work.close(MARK, taken.case, "done")

    assert len(await office.sent()) == 2


async def test_a_mail_server_that_is_down_delays_letters_and_loses_none(
    office: PostOffice,
) -> None:
    for trouble in (MailTrouble.NOT_NOW, MailTrouble.NONE):
        office.smtp.trouble = trouble
        taken = await office.take(Message_ID=f"<{trouble}@x.test>")
        sent = await office.sent()
        assert (taken.outcome is Outcome.OPENED, sent) == (trouble is MailTrouble.NOT_NOW, [])
    await change_waiting(office.database, due=0)
    (receipt,) = await office.sent()
    assert str(taken.case) in receipt["Subject"]

    office.smtp.trouble = MailTrouble.NO_SUCH_BOX
    assert taken.case is not None
    await office.work.answer(MARK, taken.case, "Here.")
    assert await office.sent() == []
    assert await outcomes(office.database) == ["sent", "refused"]
    await office.work.answer(MARK, taken.case, "Here!")
    await change_waiting(office.database, at=1)
    assert await office.sent() == []
    assert await outcomes(office.database) == ["sent", "refused", "lapsed"]


async def test_the_hook_takes_letters_of_a_token_and_refuses_the_rest(office: PostOffice) -> None:
    house = Office.on(office.database, office.clock, Ids(), VipTerms())
    token = (await house.staff.admit(None, "post", Role.MODERATOR)).token
    app = web.Application()
    app.router.add_routes(MailIn(house.staff, office.letters, Errors(demo=False)).routes())
    async with TestClient(TestServer(app)) as client:

        async def post(data: bytes, secret: str = token) -> tuple[int, Any]:
            headers = {"Authorization": f"Bearer {secret}", "Content-Type": "message/rfc822"}
            async with client.post(PATH, data=data, headers=headers) as answer:
                said = await answer.json()
                return answer.status, said.get("outcome") or said["error"]["code"]

        assert await post(raw(), "another") == (401, "not_an_operator")
        assert await post(b"") == (400, "malformed")
        assert await post(b"x" * (LARGEST + 1)) == (413, "too_large")
        assert await office.count() == 0
        assert await post(raw()) == (200, "opened")
