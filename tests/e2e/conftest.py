"""Demo services, each on a database of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.databases import Databases
from tests.e2e.service import DemoService, demo_service


@pytest.fixture
async def service(demo_database_url: str, tmp_path: Path) -> AsyncIterator[DemoService]:
    """A demo of the test's own, to be killed."""
    folder = tmp_path / "service"
    folder.mkdir()
    async with demo_service(demo_database_url, folder) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared_service(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[DemoService]:
    """A demo that the tests of a file share."""
    folder = tmp_path_factory.mktemp("service")
    async with databases.unmade() as url, demo_service(url, folder) as running:
        yield running
