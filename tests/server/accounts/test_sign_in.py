"""Signing in over HTTP, on the real database: one account a person, whichever door."""

import asyncio
import secrets
from uuid import UUID

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from platforms.doors import Door
from platforms.signing import Pretended, sign_launch
from server.accounts.sign_in import SESSION_OF_OK
from server.storage.accounts import Accounts
from server.storage.database import Database
from server.storage.sessions import AT_MOST
from tests.server.edge import LIMITS, Edge, running_edge
from tests.server.wiring import DOORS


def device() -> str:
    return secrets.token_urlsafe(32)


@pytest.mark.parametrize("door", [Door.VK, Door.OK, Door.TELEGRAM])
async def test_a_first_launch_makes_an_account_and_a_second_finds_it(
    edge: Edge, door: Door
) -> None:
    first, body = await edge.open_session(platform=door, launch=edge.launch(door, "42", "s1"))
    second, again = await edge.open_session(platform=door, launch=edge.launch(door, "42", "s2"))

    assert (first, second) == (201, 200)
    assert (body["created"], again["created"]) == (True, False)
    assert body["account"]["id"] == again["account"]["id"]
    assert body["account"]["guest"] is False


async def test_facebook_needs_a_nonce_of_ours_and_takes_it_once(edge: Edge) -> None:
    async with edge.client.post("/api/v1/sessions/nonce") as response:
        nonce = (await response.json())["nonce"]
    launch = edge.launch(Door.FACEBOOK, "42", nonce)

    assert (await edge.open_session(platform="facebook", launch=launch))[0] == 401
    assert (await edge.open_session(platform="facebook", launch=launch, nonce=nonce))[0] == 201
    status, body = await edge.open_session(platform="facebook", launch=launch, nonce=nonce)
    assert (status, body["error"]["code"]) == (401, "launch_refused")


async def test_a_nonce_that_we_did_not_give_is_refused(edge: Edge) -> None:
    launch = edge.launch(Door.FACEBOOK, "42", "their-own-word")

    status, body = await edge.open_session(
        platform="facebook", launch=launch, nonce="their-own-word"
    )

    assert (status, body["error"]["code"]) == (401, "launch_refused")


async def test_ids_of_two_platforms_are_two_persons(edge: Edge) -> None:
    assert (await edge.person("7", Door.VK)).id != (await edge.person("7", Door.OK)).id


async def test_a_hundred_first_launches_at_once_make_one_account(
    edge: Edge, opened_database: Database
) -> None:
    launches = [edge.launch(Door.VK, "100") for _ in range(100)]

    answers = await asyncio.gather(
        *(edge.open_session(platform="vk", launch=launch) for launch in launches)
    )

    assert {status for status, _ in answers} == {200, 201}
    assert [body["created"] for _, body in answers].count(True) == 1
    assert len({body["account"]["id"] for _, body in answers}) == 1
    assert await rows(opened_database, "accounts") == 1
    assert await rows(opened_database, "sessions") == AT_MOST


async def test_a_forged_launch_tells_no_reason(edge: Edge) -> None:
    status, body = await edge.open_session(platform="vk", launch="vk_user_id=1&sign=abc")

    assert status == 401
    assert body["error"]["code"] == "launch_refused"
    assert "details" not in body["error"]


async def test_in_demo_a_forged_launch_tells_its_reason(opened_database: Database) -> None:
    async with running_edge(opened_database, demo=True) as edge:
        _, body = await edge.open_session(platform="vk", launch="vk_user_id=1")

    assert body["error"]["details"]["reason"] == "no_sign"


async def test_a_door_that_is_shut_is_a_refused_launch(edge: Edge) -> None:
    status, body = await edge.open_session(platform="vk_game", launch="api_id=1")

    assert (status, body["error"]["code"]) == (401, "launch_refused")


async def test_an_old_launch_is_stale(edge: Edge) -> None:
    launch = sign_launch(DOORS, Door.VK, Pretended("1"), edge.seconds - 2 * 86_400)

    status, body = await edge.open_session(platform="vk", launch=launch)

    assert (status, body["error"]["code"]) == (401, "launch_stale")


async def test_stale_launches_do_not_shut_an_address_out(edge: Edge) -> None:
    old = sign_launch(DOORS, Door.VK, Pretended("1"), edge.seconds - 2 * 86_400)
    for _ in range(LIMITS.address_failures_per_hour + 1):
        await edge.open_session(platform="vk", launch=old)

    assert (await edge.open_session(platform="vk", launch=edge.launch(Door.VK, "1")))[0] == 201


async def test_an_ok_session_opens_the_door_for_a_day_and_never_after(
    edge: Edge, opened_database: Database
) -> None:
    launch = edge.launch(Door.OK, "5", "session-a")
    assert (await edge.open_session(platform="ok", launch=launch))[0] == 201
    assert (await edge.open_session(platform="ok", launch=launch))[0] == 200

    async with opened_database.transaction() as tx:
        await tx.execute(text(f"UPDATE launches SET seen_at = seen_at - {SESSION_OF_OK}"))

    status, body = await edge.open_session(platform="ok", launch=launch)
    assert (status, body["error"]["code"]) == (401, "launch_stale")


async def test_after_twenty_refused_launches_the_next_forgery_must_wait(edge: Edge) -> None:
    for _ in range(LIMITS.address_failures_per_hour):
        status, body = await edge.open_session(platform="vk", launch="vk_user_id=1")
        assert (status, body["error"]["code"]) == (401, "launch_refused")

    status, body = await edge.open_session(platform="vk", launch="vk_user_id=1")

    assert (status, body["error"]["code"]) == (429, "too_many_failures")
    counted = edge.services.metrics.launches["vk", "no_sign"]
    assert counted == LIMITS.address_failures_per_hour + 1


@pytest.mark.parametrize("door", [Door.VK, Door.OK, Door.TELEGRAM])
@pytest.mark.parametrize("demo", [False, True])
async def test_a_genuine_launch_comes_in_however_often_others_at_its_address_failed(
    opened_database: Database, door: Door, demo: bool
) -> None:
    async with running_edge(opened_database, demo=demo) as edge:
        for _ in range(LIMITS.address_failures_per_hour + 2):
            await edge.open_session(platform="vk", launch="forged")

        launch = edge.launch(door, "1", "s1")

        assert (await edge.open_session(platform=door, launch=launch))[0] == 201


async def test_the_log_says_why_a_launch_was_refused_and_never_what_it_was(edge: Edge) -> None:
    old = sign_launch(DOORS, Door.VK, Pretended("1"), edge.seconds - 2 * 86_400)
    with capture_logs() as logged:
        for _ in range(LIMITS.address_failures_per_hour + 1):
            await edge.open_session(platform="vk", launch="vk_user_id=1")
        await edge.open_session(platform="vk", launch=old)

    refused = [entry for entry in logged if entry["event"] == "launch_refused"]
    assert [(entry["door"], entry["reason"]) for entry in refused] == [
        *[("vk", "no_sign")] * (LIMITS.address_failures_per_hour + 1),
        ("vk", "stale"),
    ]
    assert all(set(entry) == {"event", "log_level", "door", "reason"} for entry in refused)


async def test_a_guest_is_made_once_and_found_again(edge: Edge) -> None:
    token = device()

    first, body = await edge.open_session(platform="guest", launch=token)
    second, again = await edge.open_session(platform="guest", launch=token)

    assert (first, second) == (201, 200)
    assert body["account"]["guest"] is True
    assert body["account"]["id"] == again["account"]["id"]


async def test_a_device_token_used_by_many_at_once_makes_one_guest(
    edge: Edge, opened_database: Database
) -> None:
    token = device()

    answers = await asyncio.gather(
        *(edge.open_session(platform="guest", launch=token) for _ in range(30))
    )

    assert {status for status, _ in answers} <= {200, 201}
    assert await rows(opened_database, "accounts") == 1


@pytest.mark.parametrize("token", ["", "short", "x" * 31, "x" * 129, "ю" * 40, "a b" * 20])
async def test_a_device_token_that_is_none_is_refused(edge: Edge, token: str) -> None:
    status, body = await edge.open_session(platform="guest", launch=token)

    assert (status, body["error"]["code"]) == (400, "device_refused")


async def test_one_device_token_takes_one_identity_along(edge: Edge) -> None:
    token = device()
    await edge.open_session(platform="guest", launch=token)
    launches = [(door, edge.launch(door, "55")) for door in (Door.VK, Door.OK, Door.TELEGRAM)]

    answers = await asyncio.gather(
        *(edge.open_session(platform=door, launch=text, guest=token) for door, text in launches)
    )

    assert sorted(status for status, _ in answers) == [200, 201, 201], "the guest, and two others"
    assert len({body["account"]["id"] for _, body in answers}) == 3
    assert not any(body["account"]["guest"] for _, body in answers)


async def test_one_identity_takes_one_of_many_guests(edge: Edge) -> None:
    tokens = [device() for _ in range(8)]
    for token in tokens:
        await edge.open_session(platform="guest", launch=token)
    launches = [(token, edge.launch(Door.VK, "56", token)) for token in tokens]

    answers = await asyncio.gather(
        *(edge.open_session(platform="vk", launch=text, guest=token) for token, text in launches)
    )

    assert {status for status, _ in answers} == {200}
    assert len({body["account"]["id"] for _, body in answers}) == 1
    assert [body.get("merge_offer") for _, body in answers].count(None) == 1, (
        "the rest are offered"
    )


async def test_ten_new_guests_an_hour_come_from_one_address(
    edge: Edge, opened_database: Database
) -> None:
    for _ in range(LIMITS.new_guests_per_hour):
        assert (await edge.open_session(platform="guest", launch=device()))[0] == 201

    status, body = await edge.open_session(platform="guest", launch=device())

    assert (status, body["error"]["code"]) == (429, "too_many_guests")
    assert await rows(opened_database, "accounts") == LIMITS.new_guests_per_hour


async def test_a_guest_who_signs_in_with_a_new_identity_keeps_the_account(edge: Edge) -> None:
    token = device()
    _, guest = await edge.open_session(platform="guest", launch=token)

    status, body = await edge.open_session(
        platform="vk", launch=edge.launch(Door.VK, "9"), guest=token
    )

    assert (status, body["created"]) == (200, False)
    assert body["account"] == {**guest["account"], "guest": False}
    assert "merge_offer" not in body


async def test_the_device_token_then_opens_nothing_of_that_account(edge: Edge) -> None:
    token = device()
    await edge.open_session(platform="guest", launch=token)
    _, person = await edge.open_session(
        platform="vk", launch=edge.launch(Door.VK, "9"), guest=token
    )

    status, body = await edge.open_session(platform="guest", launch=token)

    assert status == 201
    assert body["account"]["id"] != person["account"]["id"]


async def test_a_known_identity_never_swallows_a_guest_by_itself(
    edge: Edge, opened_database: Database
) -> None:
    known = await edge.person("9")
    token = device()
    _, guest = await edge.open_session(platform="guest", launch=token)

    status, body = await edge.open_session(
        platform="vk", launch=edge.launch(Door.VK, "9"), guest=token
    )

    assert status == 200
    assert body["account"]["id"] == str(known.id)
    offer = body["merge_offer"]
    assert (offer["account"], offer["guest"]) == (body["account"], guest["account"])
    async with opened_database.reading() as connection:
        assert (await Accounts(connection).get(UUID(guest["account"]["id"]))).is_guest


async def test_two_identities_racing_for_one_guest_never_share_a_person_wrongly(
    edge: Edge,
) -> None:
    token = device()
    await edge.open_session(platform="guest", launch=token)

    answers = await asyncio.gather(
        edge.open_session(platform="vk", launch=edge.launch(Door.VK, "31"), guest=token),
        edge.open_session(platform="ok", launch=edge.launch(Door.OK, "32", "s"), guest=token),
    )

    assert {status for status, _ in answers} <= {200, 201}
    again = [await edge.person("31", Door.VK), await edge.person("32", Door.OK)]
    assert [body["account"]["id"] for _, body in answers] == [str(each.id) for each in again]


async def test_the_platforms_name_is_proposed_as_a_nick(edge: Edge) -> None:
    _, body = await edge.open_session(platform="telegram", launch=edge.launch(Door.TELEGRAM, "77"))

    assert body["nick_proposal"] == "Polina"
    assert body["account"]["nick"] is None


async def test_signing_out_ends_the_token(edge: Edge) -> None:
    person = await edge.person()

    async with edge.client.delete("/api/v1/sessions", headers=person.headers) as response:
        assert response.status == 204

    assert (await edge.get("/api/v1/me", person))[0] == 401


async def rows(database: Database, table: str) -> int:
    async with database.reading() as connection:
        count: int = (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one()
    return count
