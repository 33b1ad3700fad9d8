"""Choosing a nick, on the real database: unique, changed once, reserved when given up."""

import asyncio
import secrets

import pytest

from platforms.doors import Door
from server.accounts.naming import DAY, Naming
from server.accounts.nick import LONGEST, numbered
from server.accounts.refusals import MembersOnly, NickSettled, NickTaken
from server.settings_people import Nicks as NickSettings
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.nicks import Nicks
from tests.server.edge import Edge, Person


def fresh_nick() -> str:
    """A nick that nobody in the common database has."""
    # Without vowels no word comes about that nobody may be called by.
    letters = "".join(secrets.choice("bdgkmnqrstvwxz") for _ in range(14))
    return letters.capitalize()


async def choose(edge: Edge, person: Person, nick: str) -> tuple[int, dict[str, object]]:
    body = {"nick": nick}
    async with edge.client.put("/api/v1/me/nick", json=body, headers=person.headers) as response:
        return response.status, await response.json()


async def test_a_nick_is_chosen_at_the_first_entry_and_changed_once(edge: Edge) -> None:
    person, first, second = await edge.person(), fresh_nick(), fresh_nick()

    _, before = await edge.get("/api/v1/me/nick", person)
    assert (before["nick"], before["changes_left"]) == (None, 1)

    assert await choose(edge, person, first) == (
        200,
        {"id": str(person.id), "nick": first, "guest": False},
    )
    assert (await choose(edge, person, first))[0] == 200, "the same again is no change"
    assert (await choose(edge, person, second))[0] == 200

    _, after = await edge.get("/api/v1/me/nick", person)
    assert after == {"nick": second, "proposal": None, "changes_left": 0}
    status, refused = await choose(edge, person, fresh_nick())
    assert (status, refused["error"]["code"]) == (403, "nick_settled")  # type: ignore[index]
    _, me = await edge.get("/api/v1/me", person)
    assert me["account"]["nick"] == second


async def test_a_refusal_names_the_fault_and_changes_nothing(edge: Edge) -> None:
    person = await edge.person()

    status, refused = await choose(edge, person, "x")

    assert status == 422
    assert refused["error"]["code"] == "nick_refused"  # type: ignore[index]
    assert refused["error"]["details"] == {"reason": "too_short"}  # type: ignore[index]
    assert (await edge.get("/api/v1/me/nick", person))[1]["nick"] is None


async def test_a_nick_that_looks_like_anothers_is_taken(edge: Edge) -> None:
    one, other = await edge.person(), await edge.person()
    nick = "Copa" + fresh_nick()
    await choose(edge, one, nick)

    status, refused = await choose(edge, other, "Сора" + nick[4:].upper())

    assert (status, refused["error"]["code"]) == (409, "nick_taken")  # type: ignore[index]


async def test_guests_have_none(edge: Edge) -> None:
    status, refused = await choose(edge, await edge.guest(), fresh_nick())

    assert (status, refused["error"]["code"]) == (403, "members_only")  # type: ignore[index]


async def test_of_many_who_want_a_nick_at_once_one_gets_it(edge: Edge) -> None:
    people = [await edge.person() for _ in range(8)]
    nick = fresh_nick()

    answers = await asyncio.gather(*(choose(edge, person, nick) for person in people))

    assert sorted(status for status, _ in answers) == [200] + [409] * 7


async def test_a_nick_that_was_given_up_stays_reserved(
    edge: Edge, opened_database: Database
) -> None:
    leaver, heir = await edge.person(), await edge.person()
    nick = fresh_nick()
    now = edge.services.clock.now()

    def naming(days: int) -> Naming:
        clock = DatabaseClock(lambda: now + days * DAY)
        return Naming(opened_database, clock, NickSettings(changes=9))

    await naming(0).choose(leaver.id, nick)
    await naming(1).choose(leaver.id, fresh_nick())
    with pytest.raises(NickTaken):
        await naming(90).choose(heir.id, nick)
    await naming(90).choose(leaver.id, nick.upper())  # the owner may have it back
    await naming(91).choose(leaver.id, fresh_nick())

    assert (await naming(182).choose(heir.id, nick)).nick == nick
    with pytest.raises(NickTaken):
        await naming(400).choose(leaver.id, nick)


async def test_who_is_gone_leaves_his_nick_reserved(edge: Edge, opened_database: Database) -> None:
    person, heir = await edge.person(), await edge.person()
    nick, now = fresh_nick(), edge.services.clock.now()
    await edge.services.social.naming.choose(person.id, nick)

    async with opened_database.transaction() as tx:
        await Nicks(tx).release(person.id, now)

    assert (await edge.get("/api/v1/me", person))[1]["account"]["nick"] is None
    with pytest.raises(NickTaken):
        await edge.services.social.naming.choose(heir.id, nick)


async def test_a_house_may_forbid_changes(edge: Edge, opened_database: Database) -> None:
    naming = Naming(opened_database, edge.services.clock, NickSettings(changes=0))
    person = await edge.person()
    await naming.choose(person.id, fresh_nick())

    with pytest.raises(NickSettled):
        await naming.choose(person.id, fresh_nick())
    with pytest.raises(MembersOnly):
        await naming.choose((await edge.guest()).id, fresh_nick())


async def test_a_taken_name_is_proposed_with_a_number(edge: Edge) -> None:
    """Everybody who comes by Telegram in these tests has the same name there."""
    first = await edge.person(door=Door.TELEGRAM)
    async with edge.client.put(
        "/api/v1/me/nick", json={"nick": "Polina"}, headers=first.headers
    ) as response:
        assert response.status in (200, 409), "another test may have been first"
    launch = edge.launch(Door.TELEGRAM, str(secrets.randbelow(10**9) + 10**6))

    _, body = await edge.open_session(platform="telegram", launch=launch)

    assert body["nick_proposal"].startswith("Polina ")
    assert body["nick_proposal"][7:].isdigit()


async def test_facebook_tells_no_name_so_one_is_made_up(edge: Edge) -> None:
    async with edge.client.post("/api/v1/sessions/nonce") as response:
        nonce = (await response.json())["nonce"]
    launch = edge.launch(Door.FACEBOOK, str(secrets.randbelow(10**9) + 10**6), nonce)

    _, body = await edge.open_session(platform="facebook", launch=launch, nonce=nonce)

    word, number = body["nick_proposal"].split(" ")
    assert (word, number.isdigit()) == ("Player", True)


def test_a_number_fits_behind_the_longest_name() -> None:
    assert numbered("a" * LONGEST, 12345) == "a" * 14 + " 12345"
