"""Invitations to tables: friends always, anybody by VIP; accepted, declined, muted, lapsed."""

import uuid
from typing import Any

from sqlalchemy import text

from server.money.vip import VipTerm
from server.storage.database import Database
from server.storage.vip import VipCause
from tests.server.edge import Edge, Person, Talker
from tests.server.people.people import ask, code, named
from tests.server.ws.playing import GAME


async def table_of(edge: Edge, owner: Person, **more: Any) -> str:
    talker = await edge.talker(owner)
    opened = await talker.done("open_table", conventions=GAME, **more)
    table: str = opened["table"]["id"]
    return table


async def friends(edge: Edge) -> tuple[Person, Person]:
    anna, boris = await named(edge), await named(edge)
    await edge.services.social.friendship.ask(anna.id, boris.id)
    await edge.services.social.friendship.ask(boris.id, anna.id)
    return anna, boris


async def invite(edge: Edge, person: Person, other: Person, table: str) -> tuple[int, Any]:
    body = {"player": str(other.id), "table": table}
    return await ask(edge, person, "POST", "/api/v1/invitations", body)


async def refused(edge: Edge, person: Person, other: Person, table: str) -> str:
    body = {"player": str(other.id), "table": table}
    return await code(edge, person, "POST", "/api/v1/invitations", body)


async def inbox(edge: Edge, person: Person) -> Talker:
    talker = await edge.talker(person)
    await talker.done("watch", topic="inbox")
    return talker


async def make_vip(edge: Edge, person: Person) -> None:
    term = VipTerm(key=str(uuid.uuid4()), account=person.id, days=7, cause=VipCause.OPERATOR)
    async with edge.services.social.friendship._database.transaction() as tx:
        await edge.services.treasury.vip.extend(tx, term)


async def test_a_friend_is_invited_wherever_he_is_and_sits_down(edge: Edge) -> None:
    anna, boris = await friends(edge)
    ears = [await inbox(edge, boris), await inbox(edge, boris)]
    host = await inbox(edge, anna)
    table = await table_of(edge, anna)

    status, invitation = await invite(edge, anna, boris, table)

    assert status == 201
    for ear in ears:
        told = await ear.told("invited")
        assert (told["table"], told["by"]["id"]) == (table, str(anna.id))
        assert told["deadline"] == invitation["deadline"]
    _, listed = await edge.get("/api/v1/me/invitations", boris)
    assert [each["id"] for each in listed["invitations"]] == [invitation["id"]]
    path = f"/api/v1/invitations/{invitation['id']}/accept"
    status, seated = await ask(edge, boris, "POST", path, {})
    assert (status, seated["status"]) == (200, "taken")
    assert (await host.told("invitation_answered"))["answer"] == "accepted"
    assert await code(edge, boris, "POST", path, {}) == "invitation_lapsed"


async def test_a_private_table_lets_the_invited_in(edge: Edge) -> None:
    anna, boris = await friends(edge)
    table = await table_of(edge, anna, private=True)
    assert (await edge.get(f"/api/v1/tables/{table}", boris))[0] == 404

    _, invitation = await invite(edge, anna, boris, table)

    assert (await edge.get(f"/api/v1/tables/{table}", boris))[0] == 200
    path = f"/api/v1/invitations/{invitation['id']}/accept"
    assert (await ask(edge, boris, "POST", path, {}))[1]["status"] == "taken"


async def test_only_vip_invites_who_is_no_friend(edge: Edge) -> None:
    anna, stranger, guest = await named(edge), await named(edge), await edge.guest()
    table = await table_of(edge, anna)

    assert await refused(edge, anna, stranger, table) == "friends_only"
    assert await refused(edge, guest, stranger, table) == "members_only"
    await make_vip(edge, anna)
    assert (await invite(edge, anna, stranger, table))[0] == 201
    badges = [
        (await edge.get(f"/api/v1/players/{each.id}", guest))[1]["vip"]
        for each in (anna, stranger)
    ]
    assert badges == [True, False]


async def test_whoever_was_forgotten_is_invited_no_more(edge: Edge) -> None:
    anna, boris = await friends(edge)
    table = await table_of(edge, anna)
    _, invitation = await invite(edge, anna, boris, table)

    await edge.services.accounts.forgetting.forget_me(boris.id)

    url = f"/api/v1/invitations/{invitation['id']}"
    assert await code(edge, anna, "DELETE", url) == "invitation_not_found"
    await make_vip(edge, anna)
    assert await refused(edge, anna, boris, table) == "account_not_found"


async def test_who_declines_is_not_asked_to_the_table_again(edge: Edge) -> None:
    anna, boris = await friends(edge)
    host = await inbox(edge, anna)
    table = await table_of(edge, anna)
    _, invitation = await invite(edge, anna, boris, table)

    path = f"/api/v1/invitations/{invitation['id']}/decline"
    assert (await ask(edge, boris, "POST", path, {}))[0] == 204

    assert (await host.told("invitation_answered"))["answer"] == "declined"
    assert await refused(edge, anna, boris, table) == "not_wanted"
    assert (await invite(edge, anna, boris, await table_of(edge, anna)))[0] == 201


async def test_a_muted_inviter_asks_no_more_until_he_may_again(edge: Edge) -> None:
    anna, boris = await friends(edge)
    _, invitation = await invite(edge, anna, boris, await table_of(edge, anna))
    path = f"/api/v1/invitations/{invitation['id']}/decline"
    await ask(edge, boris, "POST", path, {"mute": True})
    table = await table_of(edge, anna)

    assert await refused(edge, anna, boris, table) == "not_wanted"
    await ask(edge, boris, "DELETE", f"/api/v1/me/muted-inviters/{anna.id}")
    assert (await invite(edge, anna, boris, table))[0] == 201
    await ask(edge, boris, "PUT", f"/api/v1/me/muted-inviters/{anna.id}")
    assert await refused(edge, anna, boris, await table_of(edge, anna)) == "not_wanted"


async def test_an_invitation_lapses_at_its_deadline(edge: Edge, opened_database: Database) -> None:
    anna, boris = await friends(edge)
    _, invitation = await invite(edge, anna, boris, await table_of(edge, anna))
    async with opened_database.transaction() as tx:
        over = text("UPDATE invitations SET deadline = at WHERE id = :id")
        await tx.execute(over, {"id": uuid.UUID(invitation["id"])})

    assert (await edge.get("/api/v1/me/invitations", boris))[1]["invitations"] == []
    path = f"/api/v1/invitations/{invitation['id']}/accept"
    assert await code(edge, boris, "POST", path, {}) == "invitation_lapsed"


async def test_an_invitation_is_withdrawn_by_who_made_it(edge: Edge) -> None:
    anna, boris = await friends(edge)
    ear = await inbox(edge, boris)
    _, invitation = await invite(edge, anna, boris, await table_of(edge, anna))
    path = f"/api/v1/invitations/{invitation['id']}"

    assert await code(edge, boris, "DELETE", path) == "invitation_not_found"
    assert (await ask(edge, anna, "DELETE", path))[0] == 204
    assert (await ask(edge, anna, "DELETE", path))[0] == 204

    assert (await ear.told("invitation_answered"))["answer"] == "withdrawn"
    assert await code(edge, boris, "POST", f"{path}/accept", {}) == "invitation_lapsed"


async def test_nobody_answers_for_another_or_invites_to_anothers_table(edge: Edge) -> None:
    anna, boris = await friends(edge)
    third = await named(edge)
    table = await table_of(edge, anna)
    _, invitation = await invite(edge, anna, boris, table)
    path = f"/api/v1/invitations/{invitation['id']}"

    for verb in ("accept", "decline"):
        assert await code(edge, third, "POST", f"{path}/{verb}", {}) == "invitation_not_found"
    assert await refused(edge, boris, anna, table) == "not_at_table"
    assert await refused(edge, anna, anna, table) == "oneself"
    assert await refused(edge, anna, boris, str(uuid.uuid4())) == "table_not_found"


async def test_who_keeps_somebody_away_is_not_invited_by_him(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)
    await make_vip(edge, anna)
    await ask(edge, boris, "PUT", f"/api/v1/me/blocked/{anna.id}")

    assert await refused(edge, anna, boris, await table_of(edge, anna)) == "not_wanted"


async def test_invitations_end_with_their_table(edge: Edge) -> None:
    anna, boris = await friends(edge)
    carl = await named(edge)
    for one, other in ((anna, carl), (carl, anna)):
        await edge.services.social.friendship.ask(one.id, other.id)
    host, late = await inbox(edge, anna), await inbox(edge, carl)
    table = await table_of(edge, anna)
    await invite(edge, anna, boris, table)
    _, invitation = await invite(edge, anna, carl, table)

    await ask(edge, boris, "POST", f"/api/v1/tables/{table}/seat", {})

    answered = await host.told("invitation_answered")
    assert (answered["by"]["id"], answered["answer"]) == (str(boris.id), "accepted")
    withdrawn = await late.told("invitation_answered")
    assert (withdrawn["invitation"], withdrawn["answer"]) == (invitation["id"], "withdrawn")
    closed = await table_of(edge, anna)
    await invite(edge, anna, carl, closed)
    await ask(edge, anna, "DELETE", f"/api/v1/tables/{closed}")
    assert (await late.told("invitation_answered"))["answer"] == "withdrawn"
    for person in (boris, carl):
        assert (await edge.get("/api/v1/me/invitations", person))[1]["invitations"] == []


async def test_a_dead_invitation_opens_no_private_table(edge: Edge) -> None:
    anna, boris = await friends(edge)
    table = await table_of(edge, anna, private=True)
    seat = f"/api/v1/tables/{table}/seat"
    _, withdrawn = await invite(edge, anna, boris, table)
    await ask(edge, anna, "DELETE", f"/api/v1/invitations/{withdrawn['id']}")

    assert (await edge.get(f"/api/v1/tables/{table}", boris))[0] == 404
    assert await code(edge, boris, "POST", seat, {}) == "table_not_found"
    _, accepted = await invite(edge, anna, boris, table)
    assert (await ask(edge, boris, "POST", seat, {}))[0] == 200
    path = f"/api/v1/invitations/{accepted['id']}"
    assert await code(edge, anna, "DELETE", path) == "invitation_lapsed"
    other = await table_of(edge, anna, private=True)
    _, declined = await invite(edge, anna, boris, other)
    await ask(edge, boris, "POST", f"/api/v1/invitations/{declined['id']}/decline", {})
    assert (await edge.get(f"/api/v1/tables/{other}", boris))[0] == 404


async def test_a_private_table_is_not_there_for_who_would_invite_to_it(edge: Edge) -> None:
    anna, boris = await friends(edge)
    table = await table_of(edge, await named(edge), private=True)

    assert await refused(edge, anna, boris, table) == "table_not_found"
