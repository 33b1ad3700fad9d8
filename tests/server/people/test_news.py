"""News is shown once to each person; the rules of play are accepted before the first table."""

import secrets
from dataclasses import replace
from uuid import UUID

import msgspec
import pytest
from sqlalchemy import text

from server.http.moderating import Posting
from server.people.newsroom import Newsroom
from server.people.refusals import TermsChanged, TermsNotAccepted
from server.people.terms import TermsOfPlay, require_terms
from server.requests import Malformed
from server.settings import Settings
from server.settings_people import Terms
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.news import NewsNotFound, Text
from server.storage.operators import Operator, Role
from tests.server.edge import Edge, Person, running_edge
from tests.server.people.people import ask, code
from tests.server.wiring import HOUSE
from tests.server.ws.playing import GAME

MODERATOR = Operator("olga", Role.MODERATOR, 0, None)
TEXTS = {"ru": Text("Турнир", "В субботу"), "en": Text("Tournament", "On Saturday")}


def newsroom(edge: Edge, later: int = 0) -> Newsroom:
    """The newsroom of some milliseconds later."""
    clock = edge.services.clock
    ahead = DatabaseClock(lambda: clock.now() + later)
    return Newsroom(edge.services.social.newsroom._database, ahead)


async def unseen(edge: Edge, person: Person, language: str = "en") -> list[str]:
    headers = person.headers | {"Accept-Language": language}
    async with edge.client.get("/api/v1/me/news", headers=headers) as response:
        return [piece["title"] for piece in (await response.json())["news"]]


async def test_news_is_shown_once_to_each_person_in_his_language(edge: Edge) -> None:
    anna, boris = await edge.person(), await edge.person()

    piece = await newsroom(edge).publish(MODERATOR, TEXTS, None, "to tell")

    assert (await unseen(edge, anna))[-1] == "Tournament"
    assert (await unseen(edge, boris, "ru"))[-1] == "Турнир"
    assert (await ask(edge, anna, "POST", f"/api/v1/me/news/{piece.id}/seen"))[0] == 204
    assert await unseen(edge, anna) == []
    assert (await unseen(edge, boris))[-1] == "Tournament"
    await newsroom(edge).end(MODERATOR, piece.id, "over")


async def test_seeing_an_older_piece_again_brings_no_newer_one_back(edge: Edge) -> None:
    person = await edge.person()
    first = await newsroom(edge).publish(MODERATOR, TEXTS, None, "to tell")
    second = await newsroom(edge, 1).publish(MODERATOR, TEXTS, None, "to tell")
    for piece in (second, first):
        await ask(edge, person, "POST", f"/api/v1/me/news/{piece.id}/seen")

    assert await unseen(edge, person) == []
    for piece in (first, second):
        await newsroom(edge).end(MODERATOR, piece.id, "over")


async def test_what_was_never_published_cannot_be_seen(edge: Edge) -> None:
    person = await edge.person()
    piece = await newsroom(edge).publish(MODERATOR, TEXTS, None, "to tell")

    path = f"/api/v1/me/news/{UUID(int=2**128 - 1)}/seen"
    assert await code(edge, person, "POST", path) == "news_not_found"

    assert (await unseen(edge, person))[-1] == "Tournament"
    await newsroom(edge).end(MODERATOR, piece.id, "over")


@pytest.mark.parametrize(
    "blank", [Text("", ""), Text("Cup", " "), Text("\n", "Now"), Text("\u202eCup", "Now")]
)
async def test_news_without_words_or_with_turned_ones_is_refused(edge: Edge, blank: Text) -> None:
    with pytest.raises(Malformed):
        await newsroom(edge).publish(MODERATOR, TEXTS | {"en": blank}, None, "to tell")


async def test_newcomers_are_not_shown_what_was_before_them(edge: Edge) -> None:
    piece = await newsroom(edge, -60_000).publish(MODERATOR, TEXTS, None, "to tell")

    assert await unseen(edge, await edge.person()) == []
    await newsroom(edge).end(MODERATOR, piece.id, "over")


async def test_news_has_an_end(edge: Edge) -> None:
    person = await edge.person()
    until = edge.services.clock.now() - 1
    await newsroom(edge).publish(MODERATOR, TEXTS, until, "to tell")

    assert await unseen(edge, person) == []
    with pytest.raises(NewsNotFound):
        await newsroom(edge).end(MODERATOR, UUID(int=1), "none")


async def test_all_news_is_there_to_be_read_by_anybody(edge: Edge) -> None:
    texts = {"en": Text(title := secrets.token_hex(8), "Only in English")}
    piece = await newsroom(edge).publish(MODERATOR, texts, None, "to tell")

    async with edge.client.get("/api/v1/news", headers={"Accept-Language": "ru"}) as response:
        listed = await response.json()

    assert title in [each["title"] for each in listed["news"]]
    await newsroom(edge).end(MODERATOR, piece.id, "over")


def test_news_is_posted_in_languages_of_the_house_alone() -> None:
    posting = {"texts": {"de": {"title": "Neues", "text": "Nichts"}}, "why": "to tell"}

    with pytest.raises(msgspec.ValidationError, match="de"):
        msgspec.convert(posting, Posting)


async def test_the_rules_of_play_come_before_the_first_table_and_again_when_they_change(
    opened_database: Database,
) -> None:
    house = replace(HOUSE, settings=Settings(terms=Terms(version=2)))
    async with running_edge(opened_database, house=house) as edge:
        person = await edge.person()
        talker = await edge.talker(person)

        assert await talker.refused("open_table", conventions=GAME) == "terms_not_accepted"
        consent = {"version": 2, "of_age": True, "lawful": True}
        status, state = await ask(edge, person, "POST", "/api/v1/me/terms", consent)
        assert (status, state["version"], state["accepted"], state["age"]) == (200, 2, 2, 18)
        opened = await talker.done("open_table", conventions=GAME)
        assert opened["table"]["status"] == "open"

        async with opened_database.reading() as tx:
            stored = text("SELECT version, at, door FROM terms_acceptances WHERE account = :who")
            (row,) = (await tx.execute(stored, {"who": person.id})).all()
            assert (row.version, row.door) == (2, "vk")
            assert abs(row.at - edge.services.clock.now()) < 60_000
            await require_terms(tx, person.id, Terms(version=2))
            with pytest.raises(TermsNotAccepted):
                await require_terms(tx, person.id, Terms(version=3))


@pytest.mark.parametrize(
    "consent",
    [
        {"version": 2, "of_age": True},
        {"version": 2, "of_age": False, "lawful": True},
        {"version": 2, "of_age": True, "lawful": False},
        {"version": 0, "of_age": True, "lawful": True},
    ],
)
async def test_less_than_the_whole_declaration_is_refused(
    edge: Edge, consent: dict[str, object]
) -> None:
    person = await edge.person()

    assert await code(edge, person, "POST", "/api/v1/me/terms", consent) == "malformed"
    assert (await edge.get("/api/v1/me/terms", person))[1]["accepted"] is None


async def test_only_the_version_in_force_can_be_accepted(
    edge: Edge, opened_database: Database
) -> None:
    terms = TermsOfPlay(opened_database, edge.services.clock, Terms(version=2))

    with pytest.raises(TermsChanged):
        await terms.accept((await edge.person()).id, 1, b"")
