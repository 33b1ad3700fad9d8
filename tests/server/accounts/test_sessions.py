"""Tokens: what they open, when they end, how they are stored."""

import hashlib

import pytest
from sqlalchemy import text

from server.storage.database import Database
from server.storage.sessions import LIFETIME
from tests.server.edge import Edge


async def test_a_token_opens_what_is_the_persons_own(edge: Edge) -> None:
    person = await edge.person()

    status, body = await edge.get("/api/v1/me", person)

    assert status == 200
    assert body["account"]["id"] == str(person.id)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer short",
        "Bearer " + "x" * 43,
        "Bearer " + "x" * 5000,
        "Basic " + "x" * 43,
        "Bearer ' OR 1=1 --" + "x" * 43,
    ],
)
async def test_whatever_is_no_token_opens_nothing(edge: Edge, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}

    async with edge.client.get("/api/v1/me", headers=headers) as response:
        body = await response.json()

    assert (response.status, body["error"]["code"]) == (401, "not_signed_in")
    assert response.headers["WWW-Authenticate"] == "Bearer"


async def test_only_the_digest_of_a_token_is_stored(edge: Edge, opened_database: Database) -> None:
    person = await edge.person()

    async with opened_database.reading() as connection:
        stored = (await connection.execute(text("SELECT digest FROM sessions"))).scalar_one()

    assert stored == hashlib.sha256(person.token.encode()).digest()


async def test_a_session_ends_a_day_after_its_last_use(
    edge: Edge, opened_database: Database
) -> None:
    person = await edge.person()
    async with opened_database.transaction() as tx:
        await tx.execute(text(f"UPDATE sessions SET expires = expires - {LIFETIME}"))

    assert (await edge.get("/api/v1/me", person))[0] == 401


async def test_a_session_lives_on_while_it_is_used(edge: Edge, opened_database: Database) -> None:
    person = await edge.person()
    async with opened_database.transaction() as tx:
        await tx.execute(
            text("UPDATE sessions SET last_seen = last_seen - 82800000, expires = :soon"),
            {"soon": edge.services.clock.now() + 60_000},
        )
    await edge.get("/api/v1/me", person)

    async with opened_database.reading() as connection:
        expires = (await connection.execute(text("SELECT expires FROM sessions"))).scalar_one()

    assert expires > edge.services.clock.now() + LIFETIME - 60_000


async def test_the_eleventh_session_ends_one_of_the_ten_before(edge: Edge) -> None:
    people = [await edge.person("1001") for _ in range(11)]

    statuses = [(await edge.get("/api/v1/me", person))[0] for person in people]

    assert statuses.count(401) == 1
    assert statuses[-1] == 200
