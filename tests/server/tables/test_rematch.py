"""Rematch: both want it, once, whichever processes they come to; seats and colours exchanged."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from game.events import MatchOpened
from game.log import decode_events
from server.storage.database import Database
from tests.server.edge import Edge
from tests.server.tables.calling import GAME, call, done, offer, refused
from tests.server.ws.playing import Played, begun


async def ended(edge: Edge, **terms: Any) -> Played:
    """A match that one seat has left for good."""
    played = await begun(edge, **(GAME | terms))
    for talker in played.talkers:
        await talker.done("watch", topic="tables")
    await played.talkers[1].done("leave", **played.command(confirmed=True))
    return played


async def test_both_want_it_and_the_seats_are_exchanged(edge: Edge, there: Edge) -> None:
    played = await ended(edge, colour="white")
    one, other = played.people
    path = f"matches/{played.match}/rematch"

    asked = await done(edge, one, "POST", path)
    offered = await played.talkers[1].told("rematch_offered")
    assert offered == {"event": "rematch_offered", "match": played.match, "by": str(one.id)}
    assert (asked["table"], asked["repeated"]) == (None, False)
    assert (await done(edge, one, "POST", path))["repeated"]
    assert asked["until"] > edge.services.clock.now()
    begun_ = (await done(there, other, "POST", path, {"card": asked["card"]}))["table"]
    assert begun_["rematch_of"] == played.match

    assert begun_["status"] == "taken"
    assert begun_["seats"] == [str(other.id), str(one.id)]
    assert begun_["conventions"]["colour"] == "white"
    for talker in played.talkers:
        assert (await talker.told("rematch_begun"))["table"]["id"] == begun_["id"]
    (commit,) = await there.services.log.read(UUID(begun_["id"]))
    opened = decode_events(commit.events)[0]
    assert isinstance(opened, MatchOpened)
    assert opened.players == (str(other.id), str(one.id))
    assert (await done(edge, one, "POST", path))["table"]["id"] == begun_["id"]


async def test_wanted_by_both_at_once_it_begins_once(
    edge: Edge, there: Edge, opened_database: Database
) -> None:
    played = await ended(edge)
    path = f"matches/{played.match}/rematch"

    answers = await asyncio.gather(
        *(
            call((edge, there)[turn % 2], played.people[turn // 2 % 2], "POST", path)
            for turn in range(8)
        )
    )

    assert {status for status, _ in answers} == {200}
    async with opened_database.reading() as connection:
        found = await connection.exec_driver_sql("SELECT count(*) FROM matches")
        assert found.scalar_one() == 2


async def test_a_private_match_is_played_again_in_private(edge: Edge) -> None:
    played = await ended(edge)
    one, other = played.people
    owner, guest, stranger = [await edge.person() for _ in range(3)]
    table = await offer(edge, owner, private=True, conventions=GAME)
    await done(
        edge, guest, "POST", f"tables/{table['id']}/seat", {"invitation": table["invitation"]}
    )
    talker = await edge.talker(guest)
    await talker.done("leave", match=table["id"], command_id=str(uuid4()), confirmed=True)
    path = f"matches/{table['id']}/rematch"

    await done(edge, owner, "POST", path)
    again = (await done(edge, guest, "POST", path))["table"]

    assert again["private"]
    assert await refused(edge, stranger, "GET", f"tables/{again['id']}") == "table_not_found"
    assert (one.id, other.id) != (owner.id, guest.id)


async def test_what_was_declined_is_over(edge: Edge) -> None:
    played = await ended(edge)
    one, other = played.people
    path = f"matches/{played.match}/rematch"
    await done(edge, one, "POST", path)

    await done(edge, other, "DELETE", path)

    declined = await played.talkers[0].told("rematch_declined")
    assert declined["by"] == str(other.id)
    assert (await done(edge, other, "POST", path))["table"] is None
    assert await played.talkers[0].told("rematch_offered")


async def test_whom_the_other_keeps_away_he_must_ask_himself(edge: Edge) -> None:
    played = await ended(edge)
    one, other = played.people
    path = f"matches/{played.match}/rematch"
    await done(edge, other, "PUT", f"me/blocked/{one.id}")

    assert await refused(edge, one, "POST", path) == "kept_away"
    assert (await done(edge, other, "POST", path))["table"] is None
    assert await played.talkers[0].told("rematch_offered")
    assert (await done(edge, one, "POST", path))["table"]["status"] == "taken"


async def test_too_late_too_early_and_by_strangers_there_is_none(
    edge: Edge, opened_database: Database
) -> None:
    running, over = await begun(edge), await ended(edge)
    stranger = await edge.person()
    async with opened_database.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE matches SET ended_at = ended_at - 300001 WHERE ended_at IS NOT NULL"
        )

    for match, person, code in (
        (running.match, running.people[0], "match_runs"),
        (over.match, over.people[0], "rematch_lapsed"),
        (over.match, stranger, "not_seated"),
        (str(uuid4()), stranger, "match_not_found"),
    ):
        assert await refused(edge, person, "POST", f"matches/{match}/rematch") == code


@pytest.mark.parametrize("gone", [0, 1])
async def test_a_wish_goes_with_whoever_had_it(edge: Edge, gone: int) -> None:
    played = await ended(edge)
    path = f"matches/{played.match}/rematch"
    await done(edge, played.people[gone], "POST", path)

    await edge.services.tables.abandoned.vanished([played.people[gone].id])

    assert await done(edge, played.people[1 - gone], "POST", path)
    async with edge.services.tables.lobby._hall.database.reading() as connection:
        found = await connection.exec_driver_sql("SELECT count(*) FROM matches")
        assert found.scalar_one() == 1
