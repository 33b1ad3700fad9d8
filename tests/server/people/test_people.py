"""Who is online, who is called so, and profiles: what everybody may see of somebody."""

from uuid import UUID

import pytest
from sqlalchemy import text

from server.people.presence import FRESH, Whereabouts
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.presence import SILENT_AFTER
from tests.server.edge import Edge, Person
from tests.server.people.people import ask, finished, follow, named
from tests.waiting import until


async def online(edge: Edge) -> list[str]:
    """Everybody on the list, whatever page they are on."""
    person, found, cursor = await edge.person(), [], ""
    while True:
        _, page = await edge.get(f"/api/v1/online/people?limit=100{cursor}", person)
        found += [each["id"] for each in page["people"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


async def test_members_and_guests_are_counted_apart_and_once_each(edge: Edge) -> None:
    whereabouts = Whereabouts(edge.services.social.naming._database, edge.services.clock)
    before = await whereabouts.count()
    member, guest = await named(edge), await edge.guest()
    for person in (member, member, guest):
        await edge.talker(person)

    later = Whereabouts(edge.services.social.naming._database, edge.services.clock)
    counted = await later.count()

    assert counted.members - before.members == 1
    assert counted.guests - before.guests == 1
    assert counted.all == counted.guests + counted.members


async def test_a_count_serves_many_for_two_seconds(edge: Edge) -> None:
    now = edge.services.clock.now()
    moments = iter([now, now + FRESH, now + FRESH + 1])
    clock = DatabaseClock(lambda: next(moments))
    whereabouts = Whereabouts(edge.services.social.naming._database, clock)

    first, second, third = [await whereabouts.count() for _ in range(3)]

    assert second is first
    assert third is not first


async def test_anybody_may_ask_how_many_are_online(edge: Edge) -> None:
    async with edge.client.get("/api/v1/online") as response:
        assert set(await response.json()) == {"all", "guests", "members"}


async def test_who_is_online_is_listed_until_the_last_socket_is_gone(edge: Edge) -> None:
    person, guest = await named(edge), await edge.guest()
    first, second = await edge.talker(person), await edge.talker(person)
    await edge.talker(guest)

    listed = await online(edge)
    assert (str(person.id) in listed, str(guest.id) in listed) == (True, False)
    await first.socket.close()
    assert str(person.id) in await online(edge)
    await second.socket.close()
    await until(lambda: len(edge.services.sockets) == 1)
    await edge.services.sockets.settle()
    assert str(person.id) not in await online(edge)


async def test_ghosts_of_a_silent_process_are_gone_within_its_silence(
    edge: Edge, opened_database: Database
) -> None:
    ghost = await named(edge)
    now = edge.services.clock.now()
    async with opened_database.transaction() as tx:
        for sql in (
            "INSERT INTO processes (id, started, beat) VALUES (:process, 0, :beat)",
            "INSERT INTO presence VALUES (:ghost, :process, 0)",
        ):
            values = {"process": UUID(int=now), "beat": now - SILENT_AFTER - 1, "ghost": ghost.id}
            names = [name for name in values if f":{name}" in sql]
            await tx.execute(text(sql), {name: values[name] for name in names})

    assert str(ghost.id) not in await online(edge)
    _, profile = await edge.get(f"/api/v1/players/{ghost.id}", ghost)
    assert profile["online"] is False


async def test_people_are_found_by_the_beginning_of_a_nick_however_it_looks(edge: Edge) -> None:
    stem = (await edge.person()).id.hex[-9:].translate(str.maketrans("0123456789", "ghkmnpqstu"))
    people = [await named(edge, f"{stem}{end}") for end in ("aa", "ab", "b")]
    await named(edge, f"z{stem}")

    _, first = await edge.get(f"/api/v1/players?nick={stem.upper()}&limit=2", people[0])
    _, rest = await edge.get(
        f"/api/v1/players?nick={stem}&limit=2&cursor={first['next']}", people[0]
    )

    assert [each["nick"] for each in first["people"]] == [f"{stem}aa", f"{stem}ab"]
    assert [each["nick"] for each in rest["people"]] == [f"{stem}b"]
    assert rest["next"] is None


@pytest.mark.parametrize("nick", ["", "a", "%25%25", "_____", "--"])
async def test_a_search_for_nothing_finds_nobody_or_is_refused(edge: Edge, nick: str) -> None:
    status, body = await edge.get(f"/api/v1/players?nick={nick}", await named(edge))

    assert status == 400 or body["people"] == []


async def test_a_profile_shows_ratings_and_last_matches_with_names(edge: Edge) -> None:
    people = [await named(edge), await named(edge)]
    match = await finished(edge, people, rated=True, form="match", length=3)
    await follow(edge)

    _, profile = await edge.get(f"/api/v1/players/{people[0].id}", people[1])

    assert profile["person"]["id"] == str(people[0].id)
    assert profile["person"]["nick"]
    assert (profile["guest"], profile["online"], profile["relation"]) == (False, False, "none")
    (strength,) = profile["strengths"]
    (played,) = profile["recent"]
    assert (strength["rules"], strength["matches"], strength["experience"]) == (
        "hypergammon",
        1,
        3,
    )
    assert strength["wins"] == int(played["result"] == "won")
    assert (played["id"], played["opponent"]["id"]) == (str(match), str(people[1].id))
    assert played["opponent"]["nick"]
    assert played["gained"] == round(strength["rating"] - 1500, 3)
    assert (played["score"][0] > played["score"][1]) is (played["result"] == "won")


async def test_private_matches_are_in_nobodys_profile(
    edge: Edge, opened_database: Database
) -> None:
    people = [await named(edge), await named(edge)]
    match = await finished(edge, people)
    await follow(edge)
    async with opened_database.transaction() as tx:
        await tx.execute(
            text("UPDATE matches SET private = true WHERE id = :match"), {"match": match}
        )

    _, profile = await edge.get(f"/api/v1/players/{people[0].id}", people[1])
    _, listed = await edge.get(f"/api/v1/players/{people[0].id}/matches", people[1])

    assert (profile["recent"], listed["matches"]) == ([], [])


async def test_matches_of_a_profile_come_page_by_page(edge: Edge) -> None:
    people = [await named(edge), await named(edge)]
    matches = [str(await finished(edge, people, seed)) for seed in range(3)]
    await follow(edge)
    path = f"/api/v1/players/{people[0].id}/matches?limit=2"

    _, first = await edge.get(path, people[1])
    _, last = await edge.get(f"{path}&cursor={first['next']}", people[1])

    shown = [each["id"] for each in (*first["matches"], *last["matches"])]
    assert shown == matches[::-1]
    assert last["next"] is None


async def test_there_is_no_profile_of_nobody(edge: Edge) -> None:
    status, body = await edge.get(f"/api/v1/players/{UUID(int=1)}", await edge.person())

    assert (status, body["error"]["code"]) == (404, "account_not_found")


@pytest.mark.parametrize(
    ("wish", "changed"),
    [
        ({}, {}),
        ({"lobby_chat": False}, {"lobby_chat": False}),
        (
            {"timezone": "Asia/Yerevan", "quiet_from": 22},
            {"timezone": "Asia/Yerevan", "quiet_from": 22},
        ),
        ({"language": "ru"}, {"language": "ru"}),
    ],
)
async def test_what_somebody_wants_is_remembered(
    edge: Edge, wish: dict[str, object], changed: dict[str, object]
) -> None:
    person = await edge.person()
    _, usual = await edge.get("/api/v1/me/settings", person)

    status, answer = await ask(edge, person, "PATCH", "/api/v1/me/settings", wish)

    assert (status, answer) == (200, usual | changed)
    assert (await edge.get("/api/v1/me/settings", person))[1] == usual | changed


@pytest.mark.parametrize(
    "wish",
    [
        {"timezone": "Mars/Olympus"},
        {"timezone": "localtime"},
        {"language": "de"},
        {"quiet_from": 24},
        {"reminders": None},
        {"findable": 1},
    ],
)
async def test_a_wish_that_cannot_be_is_refused_and_changes_nothing(
    edge: Edge, wish: dict[str, object]
) -> None:
    person: Person = await edge.person()
    _, before = await edge.get("/api/v1/me/settings", person)

    status, body = await ask(edge, person, "PATCH", "/api/v1/me/settings", wish)

    assert (status, body["error"]["code"]) == (400, "malformed")
    assert (await edge.get("/api/v1/me/settings", person))[1] == before
