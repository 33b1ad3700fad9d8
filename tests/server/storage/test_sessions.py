"""Sessions: hashed, sliding, ten a person."""

import asyncio
from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import func, select, text

from server.storage.accounts import Account, Accounts
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.schema import sessions
from server.storage.sessions import (
    AT_MOST,
    LIFETIME,
    LIFETIME_OF_GUESTS,
    SEEN_EVERY,
    NewSession,
    Sessions,
)
from server.storage.tokens import digest, new_token


async def opened_session(opened: Database, account: Account, now: Millis) -> NewSession:
    async with opened.transaction() as tx:
        return await Sessions(tx).open(account, now)


async def account_of(opened: Database, token: str, now: Millis) -> UUID | None:
    async with opened.transaction() as tx:
        session = await Sessions(tx).find(token, now)
        return session.account if session else None


async def test_a_token_leads_to_its_account(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    session = await opened_session(opened, people[0], now)

    assert await account_of(opened, session.token, now) == people[0].id
    assert await account_of(opened, new_token(), now) is None


async def test_the_database_does_not_know_the_token(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    session = await opened_session(opened, people[0], now)
    async with opened.reading() as connection:
        stored = (await connection.execute(text("SELECT sessions::text FROM sessions"))).scalars()

        assert all(session.token not in row for row in stored)
        digests = (await connection.execute(select(sessions.c.digest))).scalars().all()
        assert digests == [digest(session.token)]


async def test_a_session_ends_a_day_after_its_last_use(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    session = await opened_session(opened, people[0], now)
    assert session.expires == now + LIFETIME

    used = now + LIFETIME - 1
    assert await account_of(opened, session.token, used) == people[0].id
    assert await account_of(opened, session.token, used + LIFETIME - 1) == people[0].id
    assert await account_of(opened, session.token, used + 3 * LIFETIME) is None


async def test_the_session_of_a_guest_ends_after_half_a_year(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        guest, _ = await Accounts(tx).guest(fresh(), new_token(), now)
    session = await opened_session(opened, guest, now)

    assert session.expires == now + LIFETIME_OF_GUESTS
    assert await account_of(opened, session.token, now + LIFETIME_OF_GUESTS - 1) == guest.id
    assert await account_of(opened, session.token, now + 2 * LIFETIME_OF_GUESTS) is None


async def test_a_session_in_use_is_not_written_at_every_look(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    session = await opened_session(opened, people[0], now)
    seen = select(sessions.c.last_seen)
    for at, then in ((now + SEEN_EVERY - 1, now), (now + SEEN_EVERY, now + SEEN_EVERY)):
        await account_of(opened, session.token, at)
        async with opened.reading() as connection:
            assert (await connection.execute(seen)).scalar_one() == then


async def test_the_session_unused_for_longest_goes_when_there_are_more_than_ten(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    tokens = [
        (await opened_session(opened, people[0], now + number)).token for number in range(AT_MOST)
    ]
    kept = await opened_session(opened, people[1], now)
    await account_of(opened, tokens[0], now + SEEN_EVERY)

    newest = await opened_session(opened, people[0], now + SEEN_EVERY)

    later = now + 2 * SEEN_EVERY
    assert await account_of(opened, tokens[1], later) is None
    for token in (tokens[0], *tokens[2:], newest.token):
        assert await account_of(opened, token, later) == people[0].id
    assert await account_of(opened, kept.token, later) == people[1].id


async def test_the_new_session_stays_even_if_clocks_disagree(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    for number in range(AT_MOST):
        await opened_session(opened, people[0], now + 1_000 + number)
    behind = await opened_session(opened, people[0], now)

    assert await account_of(opened, behind.token, now) == people[0].id


async def test_thirty_logins_at_once_leave_ten_sessions(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    await asyncio.gather(*(opened_session(opened, people[0], now) for _ in range(30)))
    async with opened.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(sessions))
        assert found.scalar_one() == AT_MOST


async def test_a_revoked_session_is_over(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    one = await opened_session(opened, people[0], now)
    two = await opened_session(opened, people[0], now)
    async with opened.transaction() as tx:
        assert await Sessions(tx).revoke(one.token) == people[0].id
        assert await Sessions(tx).revoke(one.token) is None
    assert await account_of(opened, one.token, now) is None
    assert await account_of(opened, two.token, now) == people[0].id

    async with opened.transaction() as tx:
        await Sessions(tx).revoke_all(people[0].id)
    assert await account_of(opened, two.token, now) is None


@pytest.mark.parametrize("asked", [0, 1, 2])
async def test_open_sockets_are_checked_together_and_keep_their_sessions_alive(
    opened: Database, people: tuple[Account, Account], now: Millis, asked: int
) -> None:
    living = [digest((await opened_session(opened, people[0], now)).token) for _ in range(asked)]
    at = now
    for _ in range(3):
        at += LIFETIME - 1
        async with opened.transaction() as tx:
            assert await Sessions(tx).live([*living, digest("gone")], at) == set(living)
