"""A market over a database of the test's own, and the bench where its operators work."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from server.errors import Errors
from server.http.acts import acts_of
from server.http.admin import Administration
from server.money.terms import VipTerms
from server.operators.office import Office
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.operators import Role
from tests.server.money.audited import require_clean
from tests.standins.market import Market, market


class Workbench:
    """The door of operators, all of whose acts are open: kira is a cashier, mark a moderator."""

    def __init__(self, client: TestClient[Any, Any], tokens: dict[str, str]) -> None:
        self._client = client
        self._tokens = tokens

    async def look(self, by: str, path: str) -> Any:
        """What there is to see."""
        headers = {"Authorization": f"Bearer {self._tokens[by]}"}
        async with self._client.get(f"/api/v1/admin/{path}", headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def deed(self, by: str, path: str, **body: Any) -> Any:
        """What came of an act; the code where it was refused."""
        headers = {"Authorization": f"Bearer {self._tokens[by]}"}
        url = f"/api/v1/admin/{path}"
        async with self._client.post(url, json=body, headers=headers) as answer:
            said = await answer.json()
            return said if answer.status == 200 else said["error"]["code"]


@pytest.fixture
async def stalls(opened_database: Database) -> AsyncIterator[Market]:
    """All platforms, and the service that they sell for; its books end clean."""
    async with market(opened_database) as stalls:
        yield stalls
    await require_clean(opened_database)


@pytest.fixture
async def workbench(stalls: Market) -> AsyncIterator[Workbench]:
    """Where operators of this service work."""
    office = Office.on(stalls.database, DatabaseClock(), Ids(), VipTerms())
    tokens = {
        name: (await office.staff.admit(None, name, role)).token
        for name, role in (
            ("kira", Role.CASHIER),
            ("mark", Role.MODERATOR),
            ("nina", Role.MODERATOR),
        )
    }
    app = web.Application()
    acts = acts_of(stalls.edge.services)
    app.router.add_routes(Administration(office, Errors(demo=False), *acts).routes())
    async with TestClient(TestServer(app)) as client:
        yield Workbench(client, tokens)
