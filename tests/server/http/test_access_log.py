"""The access log says what was asked, and nothing that opens a door."""

import logging

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from server.http.access_log import AccessLog


async def answer(_request: web.Request) -> web.Response:
    return web.Response(text="ok")


async def test_queries_and_tokens_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    app = web.Application()
    app.router.add_get("/page", answer)
    server = TestServer(app)
    await server.start_server(access_log_class=AccessLog, access_log=logging.getLogger("access"))
    async with TestClient(server) as client:
        headers = {"Authorization": "Bearer very-secret"}
        async with client.get("/page?launch=signed-secret", headers=headers) as response:
            assert response.status == 200

    logged = capsys.readouterr().out
    assert "/page" in logged
    assert "200" in logged
    assert "secret" not in logged
