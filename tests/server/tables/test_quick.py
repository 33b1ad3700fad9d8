"""Quick game: like finds like, wider with waiting; nobody is seated twice, whoever pairs."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from server.settings import QuickGameTerms
from server.storage.database import Database
from server.storage.sanctions import Sanction, SanctionKind, Sanctions
from server.storage.seekers import Seeker
from server.tables.quick import pairs, window
from tests.server.edge import Edge, Person, Talker
from tests.server.tables.calling import GAME, call, done, offer, refused
from tests.waiting import until

TERMS = QuickGameTerms()
SEEK = {"conventions": GAME}


def seeker(rating: int, since: int = 0, terms: bytes = b"short") -> Seeker:
    return Seeker(uuid4(), b"{}", terms, rating, since)


@pytest.mark.parametrize(
    ("waited", "expected"), [(0, 100), (4_999, 100), (5_000, 150), (12_000, 200), (-5, 100)]
)
def test_the_window_widens_with_the_wait(waited: int, expected: int) -> None:
    assert window(TERMS, waited) == expected


@pytest.mark.parametrize(
    ("ratings", "waited", "paired"),
    [
        ((1500, 1600), 0, [(0, 1)]),
        ((1500, 1601), 0, []),
        ((1500, 1650), 5_000, [(0, 1)]),
        ((1500, 1590, 1520), 0, [(0, 2)]),
        ((1500, 1420, 1580, 1700), 0, [(0, 1)]),
        ((1500, 1500, 1500), 0, [(0, 1)]),
        ((1500,), 99_000, []),
    ],
)
def test_the_longest_waiting_gets_the_nearest_that_both_allow(
    ratings: tuple[int, ...], waited: int, paired: list[tuple[int, int]]
) -> None:
    waiting = [seeker(rating, since=0) for rating in ratings]

    found = [
        tuple(sorted((waiting.index(one), waiting.index(other))))
        for one, other in pairs(waiting, TERMS, waited)
    ]

    assert found == paired


def test_a_newcomer_is_not_given_whom_his_own_window_leaves_out() -> None:
    waiting = [seeker(1500, since=0), seeker(1700, since=20_000)]

    assert list(pairs(waiting, TERMS, 20_000)) == []
    assert len(list(pairs(waiting, TERMS, 30_000))) == 1


def test_two_of_whom_one_keeps_the_other_away_never_meet() -> None:
    one, other, third = waiting = [seeker(rating) for rating in (1500, 1500, 1590)]
    apart = frozenset({frozenset({one.account, other.account})})

    assert list(pairs(waiting[:2], TERMS, 0, apart)) == []
    assert list(pairs(waiting, TERMS, 0, apart)) == [(one, third)]


def test_only_the_same_terms_meet() -> None:
    waiting = [seeker(1500, terms=b"short"), seeker(1500, terms=b"long")]

    assert list(pairs(waiting, TERMS, 0)) == []


async def ready_to_seek(edge: Edge) -> tuple[Person, Talker]:
    person = await edge.person()
    talker = await edge.talker(person)
    await talker.done("watch", topic="tables")
    return person, talker


async def test_two_who_look_for_the_same_are_brought_together(edge: Edge, there: Edge) -> None:
    (one, here), (other, far) = await ready_to_seek(edge), await ready_to_seek(there)

    sought = await here.done("seek", **SEEK)
    assert (sought["rating"], sought["window"]) == (1500, 100)
    assert sought["conventions"]["form"] == "game"
    await far.done("seek", **SEEK)

    table = (await here.told("paired"))["table"]
    assert (await far.told("paired"))["table"] == table
    assert table["status"] == "taken"
    assert set(table["seats"]) == {str(one.id), str(other.id)}
    assert await here.refused("stop_seeking") == "not_seeking"
    assert (await here.done("watch", topic=f"match:{table['id']}"))["seq"] == 0


async def test_two_processes_never_seat_one_person_twice(edge: Edge, there: Edge) -> None:
    people = [await ready_to_seek((edge, there)[n % 2]) for n in range(12)]
    houses = (edge.services.tables.quick, there.services.tables.quick)
    for number, (person, _) in enumerate(people):
        await done((edge, there)[number % 2], person, "PUT", "me/quick-game", SEEK)

    made = await asyncio.gather(*(house.pair() for house in houses for _ in range(5)))

    await until(lambda: all_seated(edge, len(people)))
    assert sum(made) <= len(people) // 2
    assert await count(edge, "SELECT count(*) FROM matches") == len(people) // 2
    assert [await playing(edge, person) for person, _ in people] == [1] * len(people)


async def all_seated(edge: Edge, people: int) -> bool:
    return await seats(edge) == people


async def count(edge: Edge, statement: str, *values: object) -> int:
    """What a statement counts."""
    async with edge.services.tables.lobby._hall.database.reading() as connection:
        found: int = (await connection.exec_driver_sql(statement, values)).scalar_one()
        return found


async def seats(edge: Edge) -> int:
    """How many seats in matches there are."""
    return await count(edge, "SELECT count(*) FROM match_players")


async def playing(edge: Edge, person: Person) -> int:
    """How many of them one person has."""
    return await count(edge, "SELECT count(*) FROM match_players WHERE account = $1", person.id)


async def test_joining_twenty_times_from_two_devices_gives_one_seat(
    edge: Edge, there: Edge
) -> None:
    (eager, talker), (other, far) = await ready_to_seek(edge), await ready_to_seek(there)
    await far.done("seek", **SEEK)

    await asyncio.gather(
        *(call((edge, there)[turn % 2], eager, "PUT", "me/quick-game", SEEK) for turn in range(20))
    )
    table = (await talker.told("paired"))["table"]

    assert set(table["seats"]) == {str(eager.id), str(other.id)}
    assert await playing(edge, eager) == 1


async def test_whoever_looks_no_more_is_not_found(edge: Edge) -> None:
    (one, here), (_, there) = await ready_to_seek(edge), await ready_to_seek(edge)
    await here.done("seek", **SEEK)
    assert (await done(edge, one, "GET", "me/quick-game"))["conventions"]["form"] == "game"

    await here.done("stop_seeking")
    await there.done("seek", **SEEK)

    assert await edge.services.tables.quick.pair() == 0
    assert await refused(edge, one, "GET", "me/quick-game") == "not_seeking"
    assert await refused(edge, one, "DELETE", "me/quick-game") == "not_seeking"


async def test_whoever_has_no_socket_is_not_found_and_soon_forgotten(edge: Edge) -> None:
    (gone, talker), (_, there) = await ready_to_seek(edge), await ready_to_seek(edge)
    await talker.done("seek", **SEEK)

    await talker.socket.close()
    await until(lambda: len(edge.services.sockets) == 1)
    await there.done("seek", **SEEK)
    assert await edge.services.tables.quick.pair() == 0

    async def forgotten() -> bool:
        async with edge.client.get("/api/v1/me/quick-game", headers=gone.headers) as answer:
            return answer.status == 409

    await until(forgotten)


async def test_who_was_seated_at_his_last_table_meanwhile_is_dropped(edge: Edge) -> None:
    (busy, here), (_, there) = await ready_to_seek(edge), await ready_to_seek(edge)
    await here.done("seek", **SEEK)
    for _ in range(4):
        await offer(edge, busy)

    await there.done("seek", **SEEK)
    await edge.services.tables.quick.pair()

    assert await refused(edge, busy, "GET", "me/quick-game") == "not_seeking"
    assert await playing(edge, busy) == 0


async def test_who_was_banned_meanwhile_keeps_nobody_from_being_found(
    edge: Edge, opened_database: Database
) -> None:
    (banned, here), (_, there) = await ready_to_seek(edge), await ready_to_seek(edge)
    await here.done("seek", **SEEK)
    ruling = Sanction(uuid4(), SanctionKind.BAN, "fraud", edge.services.clock.now(), None)
    async with opened_database.transaction() as tx:
        await Sanctions(tx).impose(banned.id, ruling, "olga")

    await there.done("seek", **SEEK)
    await edge.services.tables.quick.pair()

    assert await refused(edge, banned, "GET", "me/quick-game") == "not_seeking"
    assert (await there.done("stop_seeking"))["rating"] == 1500


@pytest.mark.parametrize(
    ("conventions", "key"),
    [({"colour": "white"}, "colour"), ({"stake": 10**15}, "stake")],
)
async def test_terms_that_cannot_be_sought_are_refused(
    edge: Edge, conventions: dict[str, Any], key: str
) -> None:
    _, talker = await ready_to_seek(edge)

    answer = await talker.ask("seek", conventions={"rules": "short"} | conventions)

    assert answer["error"]["code"] == "conventions_refused"
    assert key in answer["error"]["details"]["keys"]
