"""Every verb of the lobby by somebody who may not: refused by name, and nothing is changed."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.server.edge import Edge, Person
from tests.server.tables.calling import GAME, done, offer
from tests.server.ws.playing import begun


async def waiting_table(edge: Edge) -> tuple[str, Person, Person]:
    """A full table that waits until its two are ready."""
    owner, guest = await edge.person(), await edge.person()
    table = await offer(edge, owner, conventions=GAME, when_ready=True)
    await done(edge, guest, "POST", f"tables/{table['id']}/seat")
    return table["id"], owner, guest


@pytest.mark.parametrize(
    ("verb", "code"),
    [
        ("close_table", "not_table_owner"),
        ("leave_table", "not_at_table"),
        ("ready", "not_at_table"),
        ("sit", "table_taken"),
    ],
)
async def test_a_stranger_changes_nothing_at_a_table(edge: Edge, verb: str, code: str) -> None:
    table, owner, _ = await waiting_table(edge)
    before = await done(edge, owner, "GET", f"tables/{table}")
    talker = await edge.talker(await edge.person())

    assert await talker.refused(verb, table=table) == code

    assert await done(edge, owner, "GET", f"tables/{table}") == before


@pytest.mark.parametrize("verb", ["close_table", "leave_table", "ready", "sit"])
async def test_there_is_nothing_to_do_at_a_table_that_does_not_exist(
    edge: Edge, verb: str
) -> None:
    talker = await edge.talker(await edge.person())

    assert await talker.refused(verb, table=str(uuid4())) == "table_not_found"


@pytest.mark.parametrize(
    ("verb", "code"),
    [("close_table", "not_table_owner"), ("sit", "own_table")],
)
async def test_a_guest_of_a_table_is_not_its_owner(edge: Edge, verb: str, code: str) -> None:
    table, owner, guest = await waiting_table(edge)
    before = await done(edge, owner, "GET", f"tables/{table}")
    talker = await edge.talker(guest)

    assert await talker.refused(verb, table=table) == code

    assert await done(edge, owner, "GET", f"tables/{table}") == before


@pytest.mark.parametrize(
    ("verb", "members", "code"),
    [
        ("rematch", {}, "not_seated"),
        ("decline_rematch", {}, "not_seated"),
        ("leave", {"command_id": str(uuid4()), "confirmed": True}, "not_seated"),
    ],
)
async def test_a_stranger_has_no_say_in_a_match(
    edge: Edge, verb: str, members: dict[str, Any], code: str
) -> None:
    played = await begun(edge)
    talker = await edge.talker(await edge.person())

    assert await talker.refused(verb, match=played.match, **members) == code


@pytest.mark.parametrize("confirmed", [False, None])
async def test_leaving_a_match_must_be_confirmed(edge: Edge, confirmed: bool | None) -> None:
    played = await begun(edge)
    members = {} if confirmed is None else {"confirmed": confirmed}

    assert await played.talkers[0].refused("leave", **played.command(**members)) == "malformed"
    assert await played.talkers[0].refused("leave_table", table=played.match) == "table_taken"
    assert not (await edge.services.desk.look(UUID(played.match))).state.over


async def test_one_who_looks_for_nobody_has_nothing_to_stop(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    assert await talker.refused("stop_seeking") == "not_seeking"
