"""The document is true: requests drawn from it are answered as it says, never by a 500."""

import asyncio
import json
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.http.openapi import document
from server.http.resources import ENDPOINTS
from server.settings import Limits
from server.storage.database import Database
from tests.server.edge import Edge, running_edge

EXAMPLES = 6
"""Of each of a hundred operations, and others each time."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
GENEROUS = Limits(tables_at_once=10**6, new_guests_per_hour=10**6, address_failures_per_hour=10**6)


async def test_the_document_lists_every_endpoint(edge: Edge) -> None:
    async with edge.client.get("/api/v1/openapi.json") as response:
        listed = await response.json()

    paths = {(path, method.upper()) for path, on in listed["paths"].items() for method in on}
    assert paths == {(endpoint.path, endpoint.method) for endpoint in ENDPOINTS}
    ids = [each["operationId"] for on in listed["paths"].values() for each in on.values()]
    assert len(ids) == len(set(ids))


def test_every_shape_has_a_name_of_its_own() -> None:
    """Else the page could not tell two apart, and the document names our modules."""
    names = json.loads(document())["components"]["schemas"]

    assert [name for name in names if "." in name] == []


@pytest.mark.filterwarnings("ignore")
async def test_requests_drawn_from_the_document_are_answered_as_it_says(
    opened_database: Database,
) -> None:
    async with running_edge(opened_database, limits=GENEROUS, strangers=10**6) as edge:
        person = await edge.person()
        base = str(edge.client.make_url("/")).rstrip("/")

        await asyncio.to_thread(call_all, base, person.headers)


def call_all(base: str, headers: dict[str, str]) -> None:
    """Try every operation, with well and badly formed requests."""
    schema = schemathesis.openapi.from_dict(json.loads(document()))
    session = requests.Session()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.method.upper() == "DELETE" and operation.path.endswith("sessions"):
            continue  # it would end the session that all the others use

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def answered_as_documented(case: Any) -> None:
            case.call_and_validate(base_url=base, session=session, headers=headers, checks=CHECKS)

        answered_as_documented()


@pytest.mark.filterwarnings("ignore")
async def test_bodies_of_any_shape_are_refused_and_never_a_fault(
    opened_database: Database,
) -> None:
    bodies = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
        lambda inner: (
            st.lists(inner, max_size=5)
            | st.dictionaries(
                st.sampled_from(
                    ["platform", "launch", "guest", "nonce", "conventions", "rules", "x"]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=20,
    )
    async with running_edge(opened_database, limits=GENEROUS, strangers=10**6) as edge:
        person = await edge.person()
        base = str(edge.client.make_url("/")).rstrip("/")
        await asyncio.to_thread(post_all, base, person.headers, bodies)


def post_all(base: str, headers: dict[str, str], bodies: st.SearchStrategy[Any]) -> None:
    session = requests.Session()

    @given(
        path=st.sampled_from(["sessions", "tables"]),
        body=bodies.map(json.dumps) | st.binary(max_size=200),
    )
    @settings(
        max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    def refused(path: str, body: Any) -> None:
        answer = session.post(
            f"{base}/api/v1/{path}",
            data=body,
            headers={**headers, "Content-Type": "application/json"},
            timeout=10,
        )
        assert answer.status_code in (400, 401, 422), (body, answer.text)
        assert answer.json()["error"]["code"]

    refused()
