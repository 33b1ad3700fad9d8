"""Operators announce tournaments and cancel them, over HTTP."""

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from server.errors import Errors
from server.http.acts import acts_of
from server.http.admin import Administration
from server.inbox import inbox_of
from server.money.terms import VipTerms
from server.operators.office import Office
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.feeds import FeedLog
from server.storage.ids import Ids
from server.storage.operators import Role
from server.storage.traces import TraceKind, leave
from tests.server.edge import Edge
from tests.server.tables.calling import done
from tests.server.tournaments.holding import HOUR


class Door(NamedTuple):
    """The door of operators: kira is a cashier, mark a moderator."""

    client: TestClient[Any, Any]
    tokens: dict[str, str]

    async def asked(self, by: str, method: str, path: str, **body: Any) -> Any:
        """What is answered; the error where it was refused."""
        async with self.client.request(
            method,
            f"/api/v1/admin/{path}",
            json=body or None,
            headers={"Authorization": f"Bearer {self.tokens[by]}"},
        ) as answer:
            said = await answer.json()
            return said if answer.status == 200 else said["error"]


@pytest.fixture
async def office(opened_database: Database) -> Office:
    return Office.on(opened_database, DatabaseClock(), Ids(), VipTerms())


@pytest.fixture
async def door(edge: Edge, office: Office) -> AsyncIterator[Door]:
    """What kira, who may announce, and mark, who may only look, ask of the house."""
    tokens = {
        name: (await office.staff.admit(None, name, role)).token
        for name, role in (("kira", Role.CASHIER), ("mark", Role.MODERATOR))
    }
    app = web.Application()
    acts = acts_of(edge.services)
    app.add_routes(Administration(office, Errors(demo=False), *acts).routes())
    async with TestClient(TestServer(app)) as client:
        yield Door(client, tokens)


def cup(edge: Edge) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "en": "Cup",
        "ru": "Кубок",
        "capacity": 16,
        "starts": edge.services.clock.now() + HOUR,
        "conventions": {"rules": "long", "form": "match", "length": 3},
        "fee": 10,
        "why": "Sunday",
    }


async def test_a_tournament_that_cannot_be_is_refused_with_what_is_wrong(
    edge: Edge, door: Door
) -> None:
    for change, where in (
        ({"capacity": 1}, "capacity"),
        ({"least": 17}, "the least number"),
        ({"starts": 5}, "in the past"),
        ({"shares": [60, 30]}, "shares"),
        ({"least_rating": 9, "most_rating": 8}, "the least rating"),
        ({"conventions": {"rules": "long", "form": "money", "stake": 1}}, "by matches"),
        ({"conventions": {"rules": "long", "jacoby": True}}, "conventions"),
        ({"ru": "  "}, "says nothing"),
        ({"en": "Cup\u202e"}, "control characters"),
    ):
        refusal = await door.asked("kira", "POST", "tournaments", **cup(edge) | change)
        assert refusal["code"] == "malformed", change
        assert where in refusal["details"]["where"]
    refusal = await door.asked("mark", "POST", "tournaments", **cup(edge))
    assert refusal["code"] == "role_too_low"
    assert (await door.asked("mark", "GET", "tournaments"))["tournaments"] == []


IMPOSSIBLE: tuple[dict[str, Any], ...] = (
    *({name: 10**30} for name in ("capacity", "least", "fee", "guaranteed", "wait_seconds")),
    *({name: 2**63} for name in ("starts", "closes", "least_rating", "fee")),
    *({name: -1} for name in ("fee", "guaranteed", "starts", "wait_seconds", "most_rating")),
    *({name: "7"} for name in ("capacity", "fee", "starts", "shares", "conventions", "id")),
    *({"shares": each} for each in ([], [10**30], [0, 100], [50.5, 49.5], [1] * 100)),
    *({"en": each} for each in ("", "x" * 201, "a\0b", "\ud800", 7, None)),
    *({"fee": each} for each in (1.5, True, None, "")),
    {"currency": "gold"},
    {"system": 7},
    {"why": ""},
    {"conventions": {"rules": "long", "form": "match", "length": 10**30}},
    {"conventions": {"rules": "long", "form": "match", "clock": {"reserve": 10**30}}},
    {"conventions": {"rules": "long", "form": "match", "clock": None}},
)


async def test_no_figure_and_no_type_announces_what_cannot_be(edge: Edge, door: Door) -> None:
    for change in IMPOSSIBLE:
        refusal = await door.asked("kira", "POST", "tournaments", **cup(edge) | change)
        assert refusal.get("code") in {"malformed", "no_reason", "not_json"}, change

    assert (await door.asked("mark", "GET", "tournaments"))["tournaments"] == []


async def test_a_tournament_is_announced_entered_and_cancelled(edge: Edge, door: Door) -> None:
    whole = cup(edge)
    made = await door.asked("kira", "POST", "tournaments", **whole)
    assert made == {"tournament": whole["id"]}
    for one in (await edge.person(), await edge.person()):
        await done(edge, one, "POST", f"tournaments/{whole['id']}/entry")

    (card,) = (await door.asked("mark", "GET", "tournaments"))["tournaments"]
    assert (card["entered"], card["fee"], card["conventions"]["rules"]) == (2, 10, "long")
    why = {"tournament": whole["id"], "why": "no hall"}
    await door.asked("kira", "POST", "tournaments/cancel", **why)
    refusal = await door.asked("kira", "POST", "tournaments/cancel", **why)
    assert refusal["code"] == "tournament_over"
    acts = (await door.asked("mark", "GET", f"acts?subject={whole['id']}"))["acts"]
    assert [each["act"] for each in acts] == ["tournament.cancel", "tournament"]


async def test_entrants_who_share_a_device_are_told_and_shown(
    edge: Edge, door: Door, office: Office
) -> None:
    whole = cup(edge)
    await door.asked("kira", "POST", "tournaments", **whole)
    person, twin = await edge.person(), await edge.person()
    async with office.database.transaction() as tx:
        for one in (person, twin):
            await leave(tx, one.id, TraceKind.DEVICE, "a telephone", 1)
    for one in (person, twin):
        await done(edge, one, "POST", f"tournaments/{whole['id']}/entry")

    asked = f"tournaments/twins?tournament={whole['id']}"
    shared = (await door.asked("mark", "GET", asked))["shared"]
    # In a test everybody comes by one address.
    assert sorted(each["kind"] for each in shared) == ["address", "device"]
    assert {str(person.id), str(twin.id)} == set(shared[0]["people"])
    told = await FeedLog(office.database).read(inbox_of(twin.id).id, -1, 10)
    assert [json.loads(each.told)["by"] for each in told] == ["address", "device"]
    refusal = await door.asked("mark", "GET", f"tournaments/twins?tournament={uuid4()}")
    assert refusal["code"] == "tournament_not_found"
