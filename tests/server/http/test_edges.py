"""What holds for every request: reading, origins, languages, headers, errors, figures."""

import asyncio
from ipaddress import ip_network

import pytest

from server.http.addresses import nearest_stranger
from server.http.application import BODY_LIMIT, BURST_SECONDS
from server.http.languages import language_of
from server.storage.database import Database
from tests.server.edge import PAGE, Edge, running_edge

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"{", 400, "malformed"),
        (b"null", 400, "malformed"),
        (b"[]", 400, "malformed"),
        (b"{}", 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b'{"platform":"vk"}', 400, "malformed"),
        (b'{"platform":"nokia","launch":"x"}', 400, "malformed"),
        (b'{"platform":"vk","launch":7}', 400, "malformed"),
        (b'{"platform":"vk","launch":null}', 400, "malformed"),
        (b'{"platform":"vk","launch":"a\\u0000b"}', 400, "malformed"),
        (b'{"platform":"vk","launch":"\\ud800"}', 400, "malformed"),
        (
            b'{"platform":"vk","launch":"x","x":' + b"[" * 7000 + b"]" * 7000 + b"}",
            400,
            "malformed",
        ),
        (b'{"platform":"vk","launch":"' + b"x" * 9000 + b'"}', 400, "malformed"),
        (b'{"platform":"vk","launch":"' + b"x" * BODY_LIMIT + b'"}', 413, "too_large"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(
    edge: Edge, body: bytes, status: int, code: str
) -> None:
    async with edge.client.post("/api/v1/sessions", data=body, headers=JSON) as response:
        answer = await response.json()

    assert (response.status, answer["error"]["code"]) == (status, code)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_must_say_that_it_is_json(edge: Edge, kind: str) -> None:
    async with edge.client.post(
        "/api/v1/sessions", data=b"{}", headers={"Content-Type": kind}
    ) as response:
        assert (await response.json())["error"]["code"] == "not_json"
        assert response.status == 415


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api/v1/nowhere", 404, "not_found"),
        ("PUT", "/api/v1/tables", 405, "method_not_allowed"),
        ("GET", "/metrics", 404, "not_found"),
        ("GET", "/api/v1/admin/operators", 404, "not_found"),
        ("GET", "/api/v1/../../etc/passwd", 404, "not_found"),
    ],
)
async def test_paths_and_methods_that_do_not_exist_say_so_in_json(
    edge: Edge, method: str, path: str, status: int, code: str
) -> None:
    async with edge.client.request(method, path) as response:
        body = await response.json()

    assert (response.status, body["error"]["code"]) == (status, code)
    assert ("Allow" in response.headers) == (status == 405)


async def test_every_answer_carries_the_headers_that_browsers_obey(edge: Edge) -> None:
    for path in ("/healthz", "/api/v1/me", "/nowhere", "/api/v1/openapi.json"):
        async with edge.client.get(path) as response:
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "no-referrer"
            assert response.headers["Cache-Control"] == "no-store"
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("origin", ["null", "https://evil.test", "https://nardy.test.evil.test"])
async def test_a_page_that_is_not_ours_is_refused_and_may_not_read_why(
    edge: Edge, origin: str
) -> None:
    person = await edge.person()
    headers = {**person.headers, "Origin": origin}

    async with edge.client.get("/api/v1/me", headers=headers) as response:
        body = await response.json()

    assert (response.status, body["error"]["code"]) == (403, "origin_refused")
    assert "Access-Control-Allow-Origin" not in response.headers


async def test_our_page_may_ask_and_read_also_errors(edge: Edge) -> None:
    async with edge.client.options(
        "/api/v1/sessions", headers={"Origin": PAGE, "Access-Control-Request-Method": "POST"}
    ) as response:
        assert response.status == 204
        assert response.headers["Access-Control-Allow-Origin"] == PAGE
        assert "Authorization" in response.headers["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Credentials" not in response.headers
    async with edge.client.get("/api/v1/me", headers={"Origin": PAGE}) as response:
        assert response.status == 401
        assert response.headers["Access-Control-Allow-Origin"] == PAGE


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8", "ru"),
        ("en-US,en;q=0.9,ru;q=0.8", "en"),
        ("de,ru;q=0.5", "ru"),
        ("en;q=0.1, ru;q=0.2", "ru"),
        ("ru;q=0", "en"),
        ("ru;q=x", "en"),
        ("*;q=" + "9" * 400, "en"),
        (";;;,,,=", "en"),
    ],
)
def test_the_better_liked_language_is_spoken(accepted: str | None, language: str) -> None:
    assert language_of(accepted) == language


@pytest.mark.parametrize(
    ("remote", "forwarded", "believed"),
    [
        ("198.51.100.9", [], "198.51.100.9"),
        ("198.51.100.9", ["10.9.9.9"], "198.51.100.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["1.2.3.4, 203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["1.2.3.4, 203.0.113.7, 10.0.0.2"], "203.0.113.7"),
        ("10.0.0.1", ["1.2.3.4", "203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["203.0.113.7, rubbish"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("", ["203.0.113.7"], ""),
    ],
)
def test_a_forwarded_address_is_believed_only_from_our_proxies(
    remote: str, forwarded: list[str], believed: str
) -> None:
    assert nearest_stranger(remote, forwarded, (ip_network("10.0.0.0/8"),)) == believed
    assert nearest_stranger(remote, forwarded, ()) == remote


async def test_a_stranger_who_asks_too_often_must_wait(opened_database: Database) -> None:
    async with running_edge(opened_database, strangers=1) as edge:
        asked = [edge.open_session(platform="guest", launch="no token") for _ in range(60)]
        statuses = [status for status, _ in await asyncio.gather(*asked)]

    assert statuses.count(400) >= BURST_SECONDS
    assert set(statuses) == {400, 429}


async def test_ready_says_what_keeps_the_process_from_serving(edge: Edge) -> None:
    async with edge.client.get("/readyz") as response:
        assert (response.status, await response.json()) == (200, {"ready": True, "troubles": []})
    edge.health.known = ("database",)
    async with edge.client.get("/readyz") as response:
        assert response.status == 503
        assert (await response.json())["troubles"] == ["database"]
    async with edge.client.get("/healthz") as response:
        assert response.status == 200


async def test_launches_are_counted_by_the_reason_that_clients_never_see(edge: Edge) -> None:
    await edge.open_session(platform="vk", launch="vk_user_id=1&vk_app_id=1")

    assert b'nardy_launches_total{door="vk",outcome="no_sign"} 1.0' in (
        edge.services.metrics.exposition()
    )
