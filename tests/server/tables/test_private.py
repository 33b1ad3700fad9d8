"""Private tables: for the invited they are there, for all others there is nothing, anywhere."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from server.settings import Settings
from server.settings_people import People
from server.storage.database import Database
from tests.server.edge import Edge, Person, running_edge
from tests.server.tables.calling import GAME, SHORT, call, done, offer, refused
from tests.server.tables.test_live_lobby import lobby_of
from tests.server.wiring import House


async def begun(edge: Edge, **terms: Any) -> tuple[dict[str, Any], Person, Person]:
    """A private table whose invited guest has sat down."""
    owner, guest = await edge.person(), await edge.person()
    table = await offer(edge, owner, private=True, **terms)
    body = {"invitation": table["invitation"]}
    await done(edge, guest, "POST", f"tables/{table['id']}/seat", body)
    return table, owner, guest


async def befriended(edge: Edge, person: Person, *others: Person) -> None:
    """Make friends of one and each of the others."""
    for other in others:
        await edge.services.social.friendship.ask(person.id, other.id)
        await edge.services.social.friendship.ask(other.id, person.id)


async def test_no_list_shows_it_and_no_feed_tells_of_it(edge: Edge, there: Edge) -> None:
    stranger = await there.person()
    talker = await there.talker(stranger)
    await talker.done("watch", topic="lobby")

    await begun(edge)
    public = await offer(edge, await edge.person())

    assert (await talker.told("table_opened"))["table"]["id"] == public["id"]
    assert [entry[1:] for entry in lobby_of(talker.pushes)] == [("table_opened", public["id"])]
    listed = await done(edge, stranger, "GET", "tables")
    assert [table["id"] for table in listed["tables"]] == [public["id"]]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "tables/{id}", None),
        ("DELETE", "tables/{id}", None),
        ("POST", "tables/{id}/seat", {}),
        ("POST", "tables/{id}/seat", {"invitation": "wrong"}),
        ("DELETE", "tables/{id}/seat", None),
        ("POST", "tables/{id}/ready", None),
        ("DELETE", "tables/{id}/ready", None),
        ("POST", "tables/{id}/link", None),
        ("POST", "tables/{id}/guests", {"account": str(uuid4())}),
        ("POST", "tables/invitation", {"invitation": "wrong"}),
    ],
)
async def test_to_a_stranger_it_does_not_exist(
    edge: Edge, method: str, path: str, body: dict[str, Any] | None
) -> None:
    table = await offer(edge, await edge.person(), private=True, when_ready=True)
    stranger = await edge.person()

    assert await refused(edge, stranger, method, path.format(id=table["id"]), body) == (
        "table_not_found"
    )


@pytest.mark.parametrize(
    "path",
    ["", "/commits", "/dice.zip", "/log.zip", "/match.mat", "/spectators"],
)
async def test_its_match_does_not_exist_either(edge: Edge, path: str) -> None:
    table, owner, _ = await begun(edge)
    stranger = await edge.person()
    talker = await edge.talker(stranger)

    assert await refused(edge, stranger, "GET", f"matches/{table['id']}{path}") == (
        "match_not_found"
    )
    assert await talker.refused("watch", topic=f"match:{table['id']}") == "match_not_found"
    assert (await call(edge, owner, "GET", f"matches/{table['id']}"))[0] == 200


async def test_nobody_uninvited_learns_of_its_match_by_what_he_may_not_do(edge: Edge) -> None:
    table, _, _ = await begun(edge)
    match, stranger = table["id"], await edge.person()
    talker = await edge.talker(stranger)

    for verb in ("rematch", "decline_rematch"):
        assert await talker.refused(verb, match=match) == "match_not_found"
    command = {"match": match, "command_id": str(uuid4())}
    for verb, more in (("roll", {"turn": 0}), ("leave", {"confirmed": True}), ("offer_stop", {})):
        assert await talker.refused(verb, **command, **more) == "match_not_found"
    for method, path in (("POST", "dispute"), ("GET", "dispute.json"), ("POST", "rematch")):
        body = {"words": "?"} if path == "dispute" else None
        assert await refused(edge, stranger, method, f"matches/{match}/{path}", body) == (
            "match_not_found"
        )
    invited = await edge.person()
    await done(edge, invited, "POST", "tables/invitation", {"invitation": table["invitation"]})
    assert await refused(edge, invited, "POST", f"matches/{match}/rematch") == "not_seated"


async def test_it_is_not_rated_for_a_rating_is_public(edge: Edge) -> None:
    owner = await edge.person()
    body = {"conventions": SHORT | {"rated": True}, "private": True}

    assert await refused(edge, owner, "POST", "tables", body) == "conventions_refused"
    assert (await done(edge, owner, "GET", "me/tables"))["tables"] == []


async def test_a_link_lets_in_until_there_is_a_new_one(edge: Edge, there: Edge) -> None:
    owner, guest, late = [await edge.person() for _ in range(3)]
    table = await offer(edge, owner, private=True)
    old = {"invitation": table["invitation"]}

    new = await done(edge, owner, "POST", f"tables/{table['id']}/link")

    assert await refused(there, guest, "POST", "tables/invitation", old) == "table_not_found"
    assert (await done(there, guest, "POST", "tables/invitation", new))["id"] == table["id"]
    assert (await done(there, guest, "GET", f"tables/{table['id']}"))["private"]
    taken = await done(there, guest, "POST", f"tables/{table['id']}/seat")
    assert taken["status"] == "taken"
    # Who comes by the link later may watch: he was invited.
    await done(there, late, "POST", "tables/invitation", new)
    talker = await there.talker(late)
    assert (await talker.done("watch", topic=f"match:{table['id']}"))["seq"] == 0


async def test_one_person_named_is_told_wherever_he_is(edge: Edge, there: Edge) -> None:
    owner, named, other = [await edge.person() for _ in range(3)]
    await befriended(edge, owner, named, other)
    talker = await there.talker(named)
    await talker.done("watch", topic="tables")

    table = await offer(edge, owner, to=str(named.id))
    invited = await talker.told("invited_to_table")

    assert (invited["table"]["id"], invited["by"]) == (table["id"], str(owner.id))
    assert invited["table"]["private"]
    (waiting,) = (await done(there, named, "GET", "me/invitations"))["invitations"]
    assert waiting["id"] == invited["invitation"]
    await done(edge, owner, "POST", f"tables/{table['id']}/guests", {"account": str(other.id)})
    answers = await asyncio.gather(
        *(call(edge, one, "POST", f"tables/{table['id']}/seat") for one in (named, other))
    )
    assert sorted(status for status, _ in answers) == [200, 409]


async def test_who_lets_the_deadline_pass_is_no_guest_until_he_is_asked_again(
    edge: Edge, opened_database: Database
) -> None:
    owner, named, late = [await edge.person() for _ in range(3)]
    await befriended(edge, owner, named, late)
    table = await offer(edge, owner, to=str(named.id))
    path, link = f"tables/{table['id']}", {"invitation": table["invitation"]}
    guests = {who.id: {"account": str(who.id)} for who in (named, late)}
    await done(edge, owner, "POST", f"{path}/guests", guests[late.id])

    async def lapse() -> None:
        async with opened_database.transaction() as tx:
            await tx.execute(text("UPDATE invitations SET deadline = at"))

    await lapse()
    for method, where in (("GET", path), ("POST", f"{path}/seat")):
        assert await refused(edge, named, method, where) == "table_not_found"
    await done(edge, owner, "POST", f"{path}/guests", guests[named.id])
    assert (await done(edge, named, "GET", path))["private"]
    await lapse()
    assert await refused(edge, named, "GET", path) == "table_not_found"
    await done(edge, named, "POST", "tables/invitation", link)

    assert (await done(edge, named, "POST", f"{path}/seat"))["status"] == "taken"
    talker = await edge.talker(late)
    assert await talker.refused("watch", topic=f"match:{table['id']}") == "match_not_found"


async def test_a_private_table_is_no_way_round_who_may_invite_whom(edge: Edge) -> None:
    owner, aloof, stranger = [await edge.person() for _ in range(3)]
    await befriended(edge, owner, aloof)
    table = await offer(edge, owner, private=True)
    await done(edge, aloof, "PUT", f"me/muted-inviters/{owner.id}")
    guest, to_guests = await edge.guest(), f"tables/{table['id']}/guests"

    for other, code in ((aloof, "not_wanted"), (stranger, "friends_only")):
        named = {"conventions": SHORT, "to": str(other.id)}
        assert await refused(edge, owner, "POST", "tables", named) == code
        asked = {"account": str(other.id)}
        assert await refused(edge, owner, "POST", to_guests, asked) == code
    named = {"conventions": SHORT, "to": str(owner.id)}
    assert await refused(edge, guest, "POST", "tables", named) == "members_only"
    assert (await done(edge, guest, "GET", "me/tables"))["tables"] == []
    assert (await done(edge, aloof, "GET", "me/invitations"))["invitations"] == []


async def test_who_was_asked_to_private_tables_counts_for_the_hour(
    opened_database: Database,
) -> None:
    house = House(settings=Settings(people=People(invitations_an_hour=1)))
    async with running_edge(opened_database, house=house) as edge:
        owner, first, second = [await edge.person() for _ in range(3)]
        await befriended(edge, owner, first, second)
        table = await offer(edge, owner, to=str(first.id))

        asked = {"account": str(second.id)}
        path = f"tables/{table['id']}/guests"
        assert await refused(edge, owner, "POST", path, asked) == "too_many_invitations"


async def test_a_guest_may_not_invite_others(edge: Edge) -> None:
    table, owner, guest = await begun(edge)
    body = {"account": str((await edge.person()).id)}

    for path, asked in (("guests", body), ("link", None)):
        assert await refused(edge, guest, "POST", f"tables/{table['id']}/{path}", asked) == (
            "not_table_owner"
        )
    nobody = {"account": str(uuid4())}
    path = f"tables/{table['id']}/guests"
    assert await refused(edge, owner, "POST", path, nobody) == "account_not_found"


async def test_nobody_invites_himself(edge: Edge) -> None:
    table, owner, _ = await begun(edge)
    asked = {"conventions": GAME, "to": str(owner.id)}
    body = {"account": str(owner.id)}

    assert await refused(edge, owner, "POST", "tables", asked) == "oneself"
    assert await refused(edge, owner, "POST", f"tables/{table['id']}/guests", body) == "oneself"


async def test_a_public_table_has_no_invitations(edge: Edge) -> None:
    owner = await edge.person()
    table = await offer(edge, owner)

    assert "invitation" not in table
    assert await refused(edge, owner, "POST", f"tables/{table['id']}/link") == "not_private"


async def test_who_sits_at_a_private_table_hears_of_it_alone(edge: Edge) -> None:
    owner, guest = await edge.person(), await edge.person()
    talker = await edge.talker(owner)
    await talker.done("watch", topic="tables")
    table = await talker.done("open_table", conventions=SHORT, private=True)
    body = {"invitation": table["invitation"]}

    await done(edge, guest, "POST", f"tables/{table['table']['id']}/seat", body)

    taken = (await talker.told("table_taken"))["table"]
    assert taken["seats"] == [str(owner.id), str(guest.id)]
