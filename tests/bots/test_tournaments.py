"""Tournaments in a chat: found, entered, left, played, and told of."""

from uuid import UUID

from bots.buttons import Press
from bots.running.news import of_inbox
from game.tournament import System
from server import inbox
from server.dialogue.persons import ChatPerson
from server.named import Named
from server.purchases.catalogue import Catalogue
from server.purchases.terms import CatalogueTerms
from server.storage.database import Database
from server.storage.traces import TraceKind
from tests.bots.talking import Chats
from tests.server.edge import Edge
from tests.server.tournaments.holding import held

ANNA, BORIS = 501, 502


def database_of(edge: Edge) -> Database:
    return edge.services.tournaments.showing.database


async def test_a_tournament_is_found_entered_and_played_in_a_chat(edge: Edge) -> None:
    cup = await held(edge, database_of(edge), system=System.KNOCKOUT, fee=20)
    chats = Chats(edge.services)
    for person, nick in ((ANNA, "Anna"), (BORIS, "Boris")):
        await chats.enters(person, nick)

    listed = await chats.says(ANNA, "турниры")
    card = await chats.presses(ANNA, listed.button("Воскресный кубок"))
    for words in ("На выбывание", "Гипергаммон", "Взнос: 20 монет", "комиссия", "из 8"):
        assert words in card.text
    entered = await chats.presses(ANNA, card.button("Участвовать"))
    assert "Вы участвуете" in entered.text
    left = await chats.presses(ANNA, entered.button("Отказаться"))
    assert "Вы участвуете" not in left.text
    for person in (ANNA, BORIS):
        assert "Вы участвуете" in (await chats.presses(person, Press("cupin", cup.id))).text
    await cup.ring()

    called = await chats.presses(ANNA, Press("cup", cup.id))
    assert "соперник — Boris" in called.text
    assert "Ждём соперника" in (await chats.presses(ANNA, called.button("играть"))).text
    await chats.presses(BORIS, Press("cupplay", cup.id))
    (meeting,) = (await cup.state()).rounds[-1].meetings
    assert meeting.match is not None
    board = await chats.cases.boards.find(BORIS, UUID(meeting.match))
    assert board is not None
    asked = await chats.presses(BORIS, Press("cupout", cup.id))
    assert "взнос не возвращается" in asked.text
    assert "Вы участвуете" in (await chats.presses(BORIS, asked.button("Играть"))).text

    await cup.report(await cup.ended(UUID(meeting.match), meeting.entrants))
    table = await chats.presses(ANNA, Press("cuptab", cup.id))
    assert "1. " in table.text
    assert "Anna" in table.text
    assert "28 монет" in table.text  # 70 % of 40
    over = await chats.presses(ANNA, Press("cup", cup.id))
    assert "Закончен" in over.text
    assert "Ваше место: " in over.text
    assert "Вы выбыли" not in over.text
    assert not any("cupin" in each.data or "cupout" in each.data for each in over.buttons)


async def test_presses_that_say_nothing_and_refusals_are_answered(edge: Edge) -> None:
    cup = await held(edge, database_of(edge), fee=10**9)
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Anna")

    for verb in ("cup", "cupin", "cupout", "cuptab", "cupplay"):
        assert "устарела" in (await chats.presses(ANNA, Press(verb))).text.lower()
    for verb, words in (
        ("cupin", "монет"),
        ("cupout", "не участвуете"),
        ("cupplay", "не ждут"),
    ):
        assert words in (await chats.presses(ANNA, Press(verb, cup.id))).text


def test_what_happens_in_a_tournament_is_said_in_the_chat() -> None:
    who = ChatPerson(ANNA, UUID(int=1), "ru")
    cup, catalogue = UUID(int=7), Catalogue(CatalogueTerms())

    called = of_inbox(who, inbox.MeetingCalled(cup, Named(cup, "Boris"), 0), catalogue)
    won = of_inbox(who, inbox.TournamentFinished(cup, 1, 90), catalogue)
    lost = of_inbox(who, inbox.TournamentFinished(cup, 5, 0), catalogue)
    twin = of_inbox(who, inbox.AnotherOfYours(cup, TraceKind.DEVICE), catalogue)
    off = of_inbox(who, inbox.TournamentOff(cup), catalogue)

    assert called is not None
    assert "Boris" in called.text
    assert called.rows[0][0].data == str(Press("cupplay", cup))
    assert won is not None
    assert "Ваш приз: 90 монет" in won.text
    assert lost is not None
    assert "приз" not in lost.text
    assert twin is not None
    assert "/support" in twin.text
    assert off is not None
    assert "отменён" in off.text
    bye = of_inbox(who, inbox.ByeGiven(cup, 3), catalogue)
    assert bye is not None
    assert "В туре 3" in bye.text
    assert of_inbox(who, inbox.MeetingBegins(cup, cup), catalogue) is None
