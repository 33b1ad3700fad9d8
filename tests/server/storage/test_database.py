"""The door to PostgreSQL: how sessions are set up, and what faults become."""

import asyncio
import itertools

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from server.storage import database as door
from server.storage.database import (
    Database,
    NotificationsBlocked,
    Unavailable,
    UnsupportedServer,
    database,
    driver_url,
    require_server,
)
from tests.waiting import until


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "5s"),
        ("transaction_isolation", "read committed"),
        ("synchronous_commit", "on"),
        ("fsync", "on"),
        ("full_page_writes", "on"),
    ],
)
async def test_every_session_has_our_settings(opened: Database, setting: str, value: str) -> None:
    async with opened.transaction() as tx:
        assert (await tx.execute(text(f"SHOW {setting}"))).scalar_one() == value


async def test_a_transaction_is_undone_by_an_exception(opened: Database) -> None:
    async def fail() -> None:
        async with opened.transaction() as tx:
            await tx.execute(text("INSERT INTO marks VALUES ('lost', '')"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with opened.reading() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM marks"))).scalar_one() == 1


async def test_our_own_mistakes_stay_loud(opened: Database) -> None:
    with pytest.raises(IntegrityError):
        async with opened.transaction() as tx:
            await tx.execute(text("INSERT INTO marks VALUES ('twice', ''), ('twice', '')"))


async def test_a_lock_that_is_not_given_up_is_unavailable(opened: Database) -> None:
    take = text("SELECT pg_advisory_xact_lock(1)")

    async def wait_in_vain() -> None:
        async with opened.transaction() as tx:
            await tx.execute(text("SET LOCAL lock_timeout = '10ms'"))
            await tx.execute(take)

    async with opened.transaction() as holder:
        await holder.execute(take)
        with pytest.raises(Unavailable):
            await wait_in_vain()


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        async with database("postgresql://nobody@127.0.0.1:1/nothing"):
            pass


async def test_a_session_that_was_ended_is_unavailable_and_the_next_one_works(
    opened: Database,
) -> None:
    with pytest.raises(Unavailable):
        async with opened.transaction() as tx:
            await tx.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    async with opened.transaction() as tx:
        assert (await tx.execute(text("SELECT 1"))).scalar_one() == 1


async def test_sessions_that_were_ended_while_idle_are_noticed(opened: Database) -> None:
    others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    async with opened.reading() as one, opened.reading() as another:
        await asyncio.gather(one.execute(text("SELECT 1")), another.execute(text("SELECT 1")))
        drivers = [(await each.get_raw_connection()).driver_connection for each in (one, another)]
    admin = await opened.connect("admin")
    await admin.execute(others)
    await admin.close()
    await until(lambda: all(driver is None or driver.is_closed() for driver in drivers))

    async with opened.reading() as one, opened.reading() as another:
        assert (await one.execute(text("SELECT 1"))).scalar_one() == 1
        assert (await another.execute(text("SELECT 1"))).scalar_one() == 1


async def test_an_old_server_is_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "OLDEST_SERVER", 99)

    with pytest.raises(UnsupportedServer):
        async with database(database_url):
            pass


class Astray(Database):
    """What stands in between sends every other session elsewhere, as a pooler does."""

    def __init__(self, *urls: str) -> None:
        super().__init__(urls[0])
        self._ways = itertools.cycle(urls)

    async def connect(self, application: str) -> "asyncpg.Connection[asyncpg.Record]":
        self.url = next(self._ways)
        return await super().connect(application)


async def test_a_pooler_that_keeps_notifications_back_is_refused(
    database_url: str, empty_database_url: str
) -> None:
    opened = Astray(database_url, empty_database_url)

    with pytest.raises(NotificationsBlocked):
        await require_server(opened, seconds=0.2)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgresql+asyncpg://a@b/c", "postgresql://a@b/c"),
        ("postgresql://a:b@/c?host=/run/x", "postgresql://a:b@/c?host=/run/x"),
        ("postgres://a", "postgres://a"),
    ],
)
def test_an_address_may_name_the_driver(given: str, read: str) -> None:
    assert driver_url(given) == read
