"""The page's files: cached by what they hold, locked to themselves; launches only in a demo."""

import re
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from pytest_aiohttp.plugin import AiohttpClient

from platforms.doors import Doors
from platforms.secret import Secrets
from platforms.vk.mini_app import MiniApps
from server.demo.people import DemoLaunches
from server.web.routes import STATIC, page_routes

Client = TestClient[Any, Any]


@pytest.fixture
async def page(aiohttp_client: AiohttpClient) -> Client:
    return await _client(aiohttp_client, None)


@pytest.fixture
async def demo(aiohttp_client: AiohttpClient) -> Client:
    doors = Doors(vk=MiniApps(inside_vk={"1": Secrets.of("demo")}))
    return await _client(aiohttp_client, DemoLaunches(doors))


async def _client(aiohttp_client: AiohttpClient, launches: DemoLaunches | None) -> Client:
    app = web.Application()
    app.add_routes(page_routes(launches))
    return await aiohttp_client(app)


MATCH = "/matches/018bcfe5-6800-7000-8000-000000000001"
RETURN = "/auth/vk_id/return?code=a&state=b"
A_PAGE = pytest.mark.parametrize("path", ["/", "/dice", "/matches", MATCH, RETURN])


@A_PAGE
async def test_every_file_that_a_page_names_is_there(page: Client, path: str) -> None:
    index = await (await page.get(path)).text()
    names = re.findall(r'(?:href|src)="/?(static/[^"]+)"', index)
    assert len(names) > 2
    for name in names:
        assert (await page.get(f"/{name}")).status == 200, name


@pytest.mark.parametrize("module", sorted((STATIC / "js").glob("*.js")), ids=lambda p: p.name)
async def test_every_module_imports_what_is_there(page: Client, module: Any) -> None:
    answer = await page.get(f"/static/js/{module.name}")
    assert answer.content_type == "text/javascript"
    text = await answer.text()
    assert text.count("\n") < 300
    for name in re.findall(r'from "\./([^"]+)"', text):
        assert (STATIC / "js" / name).exists(), name
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), "nothing from elsewhere"


async def test_what_the_browser_has_is_not_sent_again(page: Client) -> None:
    first = await page.get("/static/nardy.css")
    assert first.headers["Cache-Control"] == "no-cache"
    again = await page.get("/static/nardy.css", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, await again.read()) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    other = await page.get("/static/nardy.css", headers={"If-None-Match": '"another"'})
    assert other.status == 200


async def test_files_come_packed_to_whoever_can_unpack(page: Client) -> None:
    packed = await page.get("/static/js/match.js", headers={"Accept-Encoding": "gzip"})
    plain = await page.get("/static/js/match.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert await packed.read() == await plain.read() == (STATIC / "js/match.js").read_bytes()
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"]) / 2


@A_PAGE
async def test_a_page_runs_its_own_scripts_and_no_others(page: Client, path: str) -> None:
    answer = await page.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    index = await answer.text()
    assert re.findall(r"<script(?![^>]*src=)|\son\w+=|style=", index) == []


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/../routes.py",
        "/static/js/none.js",
        "/static/replay.html",
        "/matches/",
        "/matches/1",
        f"{MATCH}0",
    ],
)
async def test_nothing_else_is_served(page: Client, path: str) -> None:
    assert (await page.get(path)).status == 404


async def test_launches_are_signed_only_in_a_demo(page: Client, demo: Client) -> None:
    assert (await page.get("/demo/launches")).status == 404
    assert (await page.get("/demo/launches/vk/1")).status == 404
    signed = await (await demo.get("/demo/launches/vk/17")).json()
    assert "vk_user_id=17" in signed["launch"]


@pytest.mark.parametrize("path", ["vk/x", "ok/17", "nobody/17", "email/17"])
async def test_what_the_demo_cannot_sign_is_not_there(demo: Client, path: str) -> None:
    assert (await demo.get(f"/demo/launches/{path}")).status == 404


def test_both_languages_say_the_same_things() -> None:
    keys = [
        re.findall(
            r'^  "([^"]+)":|, "([a-z_.]+)": "',
            (STATIC / f"js/texts-{name}.js").read_text(),
            re.MULTILINE,
        )
        for name in ("ru", "en")
    ]
    assert keys[0] == keys[1]
    assert len(keys[0]) > 100
