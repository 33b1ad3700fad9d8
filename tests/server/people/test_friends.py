"""Friends and people kept away, over HTTP and on the inbox of whoever is signed in."""

import asyncio
from typing import Final

import pytest
from sqlalchemy import text

from server.people.friends import Avoidance, Friendship
from server.people.refusals import TooManyBlocked, TooManyFriends, TooManyRequests
from server.settings_people import People
from server.storage.accounts import Accounts
from server.storage.database import database
from server.storage.friends import Friends
from tests.databases import Databases
from tests.server.edge import Edge, Person
from tests.server.people.people import ask, code, named
from tests.server.people.plans import read_through, scans_of

NEWCOMERS: Final = """
WITH known AS (
    INSERT INTO accounts (id, created_at, nick)
    SELECT gen_random_uuid(), number, 'nick' || number FROM generate_series(1, 1000) AS number
    RETURNING id, created_at
), settled AS (
    INSERT INTO preferences (account) SELECT id FROM known
)
INSERT INTO identities (platform, kind, id, account, created_at)
SELECT 'vk', 'user', created_at, id, created_at FROM known
"""


def friend(person: Person) -> str:
    return f"/api/v1/me/friends/{person.id}"


def blocked(person: Person) -> str:
    return f"/api/v1/me/blocked/{person.id}"


async def listed(edge: Edge, person: Person, path: str) -> list[str]:
    _, page = await ask(edge, person, "GET", f"/api/v1/me/{path}")
    return [each["person"]["id"] for each in page["people"]]


async def befriend(edge: Edge, one: Person, other: Person) -> None:
    await ask(edge, one, "PUT", friend(other))
    await ask(edge, other, "PUT", friend(one))


async def test_whoever_is_asked_accepts_and_both_are_friends(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)

    assert await ask(edge, anna, "PUT", friend(boris)) == (200, {"relation": "asked"})
    assert await ask(edge, anna, "PUT", friend(boris)) == (200, {"relation": "asked"})
    assert await listed(edge, boris, "friend-requests") == [str(anna.id)]
    assert await listed(edge, anna, "friend-requests?of=mine") == [str(boris.id)]
    assert await ask(edge, boris, "PUT", friend(anna)) == (200, {"relation": "friends"})

    for one, other in ((anna, boris), (boris, anna)):
        assert await listed(edge, one, "friends") == [str(other.id)]
        assert await listed(edge, one, "friend-requests") == []
        _, profile = await ask(edge, one, "GET", f"/api/v1/players/{other.id}")
        assert profile["relation"] == "friends"


async def test_two_who_ask_each_other_at_once_are_friends(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)

    await asyncio.gather(*(befriend(edge, anna, boris) for _ in range(4)))

    assert await listed(edge, anna, "friends") == [str(boris.id)]
    assert await listed(edge, boris, "friends") == [str(anna.id)]


@pytest.mark.parametrize("who", ["asker", "asked"])
async def test_a_request_is_taken_back_or_declined(edge: Edge, who: str) -> None:
    asker, asked = await named(edge), await named(edge)
    await ask(edge, asker, "PUT", friend(asked))

    one, other = (asker, asked) if who == "asker" else (asked, asker)
    assert (await ask(edge, one, "DELETE", friend(other)))[0] == 204

    assert await listed(edge, asked, "friend-requests") == []
    assert await ask(edge, asked, "PUT", friend(asker)) == (200, {"relation": "asked"})


async def test_a_friend_is_removed_from_both_sides(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)
    await befriend(edge, anna, boris)

    assert (await ask(edge, boris, "DELETE", friend(anna)))[0] == 204
    assert (await ask(edge, boris, "DELETE", friend(anna)))[0] == 204

    assert await listed(edge, anna, "friends") == []


async def test_nobody_befriends_himself_or_a_stranger_to_the_house(edge: Edge) -> None:
    anna = await named(edge)

    assert await code(edge, anna, "PUT", friend(anna)) == "oneself"
    assert await code(edge, anna, "PUT", f"/api/v1/me/friends/{'0' * 32}") == "account_not_found"
    assert await code(edge, anna, "PUT", blocked(anna)) == "oneself"


async def test_who_is_kept_away_is_no_friend_and_cannot_ask(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)
    await befriend(edge, anna, boris)

    assert (await ask(edge, anna, "PUT", blocked(boris)))[0] == 204

    assert await listed(edge, boris, "friends") == []
    assert await listed(edge, anna, "blocked") == [str(boris.id)]
    assert await code(edge, boris, "PUT", friend(anna)) == "not_wanted"
    assert (await ask(edge, anna, "DELETE", blocked(boris)))[0] == 204
    assert (await ask(edge, boris, "PUT", friend(anna)))[0] == 200


async def test_a_guests_friends_are_still_there_when_he_has_signed_in(edge: Edge) -> None:
    guest, boris = await edge.guest(), await named(edge)
    await befriend(edge, guest, boris)

    assert await listed(edge, boris, "friends") == [str(guest.id)]


async def test_friends_are_listed_page_by_page(edge: Edge) -> None:
    anna, others = await named(edge), [await named(edge) for _ in range(3)]
    for other in others:
        await befriend(edge, anna, other)

    _, first = await ask(edge, anna, "GET", "/api/v1/me/friends?limit=2")
    _, last = await ask(edge, anna, "GET", f"/api/v1/me/friends?limit=2&cursor={first['next']}")

    ids = [each["person"]["id"] for each in (*first["people"], *last["people"])]
    assert ids == sorted(str(other.id) for other in others)
    assert last["next"] is None


async def test_there_is_an_end_to_friends_requests_and_enemies(edge: Edge) -> None:
    social, clock = edge.services.social, edge.services.clock
    narrow = People(friends=1, friend_requests=1, blocked=1)
    database = social.friendship._database
    friendship = Friendship(database, clock, narrow, edge.services.feeds.posted)
    avoidance = Avoidance(database, clock, narrow, social.hearing)
    anna, boris, clara = [(await named(edge)).id for _ in range(3)]

    await friendship.ask(anna, boris)
    with pytest.raises(TooManyRequests):
        await friendship.ask(anna, clara)
    await friendship.ask(boris, anna)
    with pytest.raises(TooManyFriends):
        await friendship.ask(clara, anna)
    await avoidance.block(anna, boris)
    with pytest.raises(TooManyBlocked):
        await avoidance.block(anna, clara)


async def test_friends_of_ones_network_are_found_by_who_comes_from_there(edge: Edge) -> None:
    anna, boris, shy, guest = *[await named(edge) for _ in range(3)], await edge.guest()
    social = edge.services.social
    async with social.friendship._database.reading() as tx:
        users = {who.id: (await Accounts(tx).identities(who.id))[0].id for who in (boris, shy)}
    await ask(edge, shy, "PATCH", "/api/v1/me/settings", {"findable": False})
    body = {"platform": "vk", "ids": [*users.values(), "1"]}

    _, found = await ask(edge, anna, "POST", "/api/v1/me/network-friends", body)

    assert {user: each["id"] for user, each in found["people"].items()} == {
        users[boris.id]: str(boris.id)
    }
    path = "/api/v1/me/network-friends"
    assert await code(edge, anna, "POST", path, {**body, "platform": "ok"}) == "not_on_platform"
    assert await code(edge, guest, "POST", path, body) == "members_only"
    assert await code(edge, anna, "POST", path, {**body, "ids": ["1"] * 501}) == "malformed"


async def test_friends_of_a_network_are_looked_up_one_by_one(databases: Databases) -> None:
    ids = [str(number) for number in range(500)]

    # Not in the common one, where others would meet the newcomers.
    async with databases.migrated() as url, database(url) as opened:
        async with opened.transaction() as tx:
            await tx.execute(text(NEWCOMERS))
            await tx.execute(text("ANALYZE accounts, identities, preferences"))
        scans = await scans_of(opened, lambda tx: Friends(tx).playing("vk", ids))

    assert any("pk_identities" in scan for scan in scans)
    assert not read_through(scans)
