"""Demo services, each on a database of its own; and the page's files with no service behind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from server.web.routes import page_routes
from tests.databases import Databases
from tests.e2e.browser import Page, chromium
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


@pytest.fixture
async def scripts(tmp_path: Path) -> AsyncIterator[Page]:
    """A window on the page's files, with no service behind them."""
    app = web.Application()
    app.add_routes(page_routes(None))
    async with TestServer(app) as server, chromium(tmp_path / "profile") as window:
        await window.go(str(server.make_url("/")))
        await window.until("document.querySelector('#top h1')")
        yield window
