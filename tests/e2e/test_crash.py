"""`kill -9` of the server and of PostgreSQL during play; processes deaf to each other.

The full counts are the soak's; here the same is done a few times, so that every change meets it.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url

from server.embedded import EmbeddedPostgres
from server.storage.postgres_relay import APPLICATION
from tests.e2e.balancer import balanced
from tests.e2e.crash import LONG_OUTAGE, Duels, kills
from tests.e2e.service import DemoService, demo_service
from tests.waiting import until

SHORT_MATCH: dict[str, Any] = {"rules": "short", "form": "match", "length": 3}
FEW, MANY = 3, pytest.param(30, marks=pytest.mark.soak)


@pytest.mark.parametrize("blows", [FEW, MANY])
async def test_the_server_is_killed_and_nobody_loses_anything(
    service: DemoService, blows: int
) -> None:
    duels = Duels((service.url, service.url), SHORT_MATCH)
    await duels.through(lambda duels: kills(duels, blows, service.kill, service.start, seed=blows))
    assert duels.credited >= LONG_OUTAGE * 1000


@pytest.mark.parametrize("blows", [FEW, MANY])
async def test_postgres_is_killed_and_nobody_loses_anything(
    private_postgres: EmbeddedPostgres, tmp_path: Path, blows: int
) -> None:
    made = make_url(await asyncio.to_thread(private_postgres.start))
    url = made.set(database="demo").render_as_string(hide_password=False)

    async def kill() -> None:
        pid = private_postgres.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: private_postgres.pid is None)

    async def start() -> None:
        await asyncio.to_thread(private_postgres.start)

    async with demo_service(url, _folder(tmp_path)) as service:
        duels = Duels((service.url, service.url), SHORT_MATCH)
        await duels.through(lambda duels: kills(duels, blows, kill, start, seed=blows))
    assert duels.credited >= LONG_OUTAGE * 1000


@pytest.mark.parametrize("blows", [FEW, MANY])
async def test_players_on_two_processes_whose_relay_is_cut_again_and_again(
    demo_database_url: str, tmp_path: Path, blows: int
) -> None:
    folder = _folder(tmp_path)

    async def cut(duels: Duels) -> None:
        connection = await asyncpg.connect(demo_database_url)

        async def some_were_cut() -> bool:
            return bool(await connection.fetchval(CUT, APPLICATION))

        try:
            for _ in range(blows):
                await duels.progress()
                await until(some_were_cut)
        finally:
            await connection.close()

    async with (
        demo_service(demo_database_url, folder) as one,
        demo_service(demo_database_url, folder) as other,
    ):
        await Duels((one.url, other.url), SHORT_MATCH).through(cut)


@pytest.mark.soak
async def test_one_of_two_processes_is_killed_by_turns(
    demo_database_url: str, tmp_path: Path
) -> None:
    """Whose process dies finds the other one behind the load balancer."""
    folder = _folder(tmp_path)
    async with (
        demo_service(demo_database_url, folder) as one,
        demo_service(demo_database_url, folder) as other,
        balanced(one.port, other.port) as here,
        balanced(other.port, one.port) as there,
    ):
        services = [one, other]

        async def kill() -> None:
            await services[0].kill()

        async def start() -> None:
            await services[0].start()
            services.reverse()

        duels = Duels((here, there), SHORT_MATCH)
        await duels.through(lambda duels: kills(duels, 30, kill, start, seed=30))


CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database()"""


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "service"
    folder.mkdir()
    return folder
