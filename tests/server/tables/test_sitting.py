"""Taking a seat: the last one makes the match, once."""

import asyncio
import hashlib
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import text

from game.events import MatchOpened, SecretCommitted
from game.log import decode_events
from game.match import fold
from server.storage.database import Database
from server.storage.ids import Ids
from server.tables.starting import SECRET_BYTES
from tests.server.edge import Edge, Person
from tests.server.tables.test_lobby import delete_table, post_table


async def sit(edge: Edge, person: Person, table: str) -> tuple[int, dict[str, Any]]:
    path = f"/api/v1/tables/{table}/seat"
    async with edge.client.post(path, headers=person.headers) as response:
        return response.status, await response.json()


async def test_the_second_player_makes_the_match(edge: Edge, opened_database: Database) -> None:
    owner, guest = await edge.person("1"), await edge.person("2")
    _, table = await post_table(edge, owner)

    status, taken = await sit(edge, guest, table["id"])

    assert (status, taken["status"]) == (200, "taken")
    assert taken["seats"] == [str(owner.id), str(guest.id)]
    (commit,) = await edge.services.log.read(UUID(table["id"]))
    opened, bound = decode_events(commit.events)
    assert isinstance(opened, MatchOpened)
    assert opened.players == (str(owner.id), str(guest.id))
    assert msgspec.to_builtins(opened.conventions) == taken["conventions"]
    assert isinstance(bound, SecretCommitted)
    assert commit.state_hash.hex() == fold((opened, bound)).hash()
    async with opened_database.reading() as connection:
        due = (await connection.execute(text("SELECT due FROM alarms"))).scalar_one()
    assert due == fold((opened, bound)).due()


async def test_the_house_is_bound_to_the_secret_that_is_sealed(edge: Edge) -> None:
    owner, guest = await edge.person("1"), await edge.person("2")
    _, table = await post_table(edge, owner)
    await sit(edge, guest, table["id"])
    (commit,) = await edge.services.log.read(UUID(table["id"]))

    revealed = await edge.services.downloads.revealed(UUID(table["id"]))

    assert revealed is not None
    secret = bytes.fromhex(revealed.secret)
    assert len(secret) == SECRET_BYTES
    assert SecretCommitted(hashlib.sha256(secret).hexdigest()) in decode_events(commit.events)
    assert len(bytes.fromhex(revealed.password)) == 16
    assert revealed.secret.encode() not in commit.events


async def test_the_secret_is_sealed_where_it_is_stored(
    edge: Edge, opened_database: Database
) -> None:
    _, table = await post_table(edge, await edge.person("1"))
    await sit(edge, await edge.person("2"), table["id"])
    revealed = await edge.services.downloads.revealed(UUID(table["id"]))

    async with opened_database.reading() as connection:
        stored = (await connection.execute(text("SELECT sealed FROM dice_secrets"))).scalar_one()

    assert revealed is not None
    assert bytes.fromhex(revealed.secret) not in stored
    assert revealed.password.encode() not in stored


async def test_a_guest_sits_at_no_rated_table_and_the_seat_stays_free(edge: Edge) -> None:
    owner, guest = await edge.person(), await edge.guest()
    _, table = await post_table(edge, owner, rules="short", rated=True)

    status, body = await sit(edge, guest, table["id"])

    assert (status, body["error"]["code"]) == (403, "rated_table")
    talker = await edge.talker(guest)
    assert await talker.refused("sit", table=table["id"]) == "rated_table"
    assert (await edge.get(f"/api/v1/tables/{table['id']}", guest))[1] == table
    assert (await sit(edge, await edge.person(), table["id"]))[0] == 200


async def test_of_many_who_want_one_seat_one_gets_it(edge: Edge) -> None:
    _, table = await post_table(edge, await edge.person("1"))
    rivals = [await edge.person(str(number)) for number in range(2, 10)]

    answers = await asyncio.gather(*(sit(edge, rival, table["id"]) for rival in rivals))

    assert sorted(status for status, _ in answers) == [200] + [409] * 7
    assert {b["error"]["code"] for s, b in answers if s == 409} == {"table_taken"}
    assert len(await edge.services.log.read(UUID(table["id"]))) == 1


async def test_one_person_on_two_devices_gets_one_seat(edge: Edge) -> None:
    _, table = await post_table(edge, await edge.person("1"))
    rival = await edge.person("2")

    answers = await asyncio.gather(*(sit(edge, rival, table["id"]) for _ in range(5)))

    assert sorted(status for status, _ in answers) == [200] + [409] * 4
    assert {b["error"]["code"] for s, b in answers if s == 409} == {"own_table"}


async def test_nobody_sits_down_opposite_himself(edge: Edge) -> None:
    owner = await edge.person()
    _, table = await post_table(edge, owner)

    status, body = await sit(edge, owner, table["id"])

    assert (status, body["error"]["code"]) == (409, "own_table")


async def test_a_withdrawn_table_cannot_be_joined(edge: Edge) -> None:
    owner = await edge.person("1")
    _, table = await post_table(edge, owner)
    await delete_table(edge, owner, table["id"])

    status, body = await sit(edge, await edge.person("2"), table["id"])

    assert (status, body["error"]["code"]) == (409, "table_closed")


async def test_a_taken_table_cannot_be_withdrawn(edge: Edge) -> None:
    owner = await edge.person("1")
    _, table = await post_table(edge, owner)
    await sit(edge, await edge.person("2"), table["id"])

    status, body = await delete_table(edge, owner, table["id"])

    assert (status, body["error"]["code"]) == (409, "table_taken")


async def test_withdrawing_and_sitting_down_at_once_gives_one_outcome(edge: Edge) -> None:
    owner, rival = await edge.person("1"), await edge.person("2")
    for _ in range(10):
        _, table = await post_table(edge, owner)

        (closing, _), (sitting, _) = await asyncio.gather(
            delete_table(edge, owner, table["id"]), sit(edge, rival, table["id"])
        )

        assert sorted((closing, sitting)) == [200, 409]
        begun = await edge.services.log.read(UUID(table["id"]))
        assert len(begun) == (1 if sitting == 200 else 0)


async def test_there_is_no_seat_at_a_table_that_does_not_exist(edge: Edge) -> None:
    status, body = await sit(edge, await edge.person(), str(Ids().new(0)))

    assert (status, body["error"]["code"]) == (404, "table_not_found")


async def test_who_is_kept_away_does_not_sit_down_opposite(edge: Edge) -> None:
    owner, unwanted = await edge.person(), await edge.person()
    _, table = await post_table(edge, owner)
    await edge.services.social.avoidance.block(owner.id, unwanted.id)

    status, body = await sit(edge, unwanted, table["id"])

    assert (status, body["error"]["code"]) == (403, "kept_away")
