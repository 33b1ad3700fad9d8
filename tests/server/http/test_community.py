"""The callback address of our VK community: kept once, answered `ok`."""

import asyncio
import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from platforms.secret import Secrets
from platforms.vk.community import Community
from server.http.application import application
from server.http.community import CommunityRoutes
from server.storage.chat_updates import Update
from tests.server.edge import Edge

GROUP = 4343
PERSON = 880_001
Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def client(edge: Edge) -> AsyncIterator[Client]:
    public = application(edge.services)
    community = Community(GROUP, Secrets.of("callback secret"), "c0nf1rm")
    routes = CommunityRoutes(community, edge.services.dialogues.community)
    public.router.add_routes(routes.routes())
    async with TestClient(TestServer(public)) as client:
        yield client


def event(kind: str, name: str = "e1", **more: Any) -> dict[str, Any]:
    message = {"peer_id": PERSON, "from_id": PERSON, "text": name}
    told = {"type": kind, "event_id": name, "group_id": GROUP, "object": {"message": message}}
    return {**told, "secret": "callback secret", **more}


async def tell(client: Client, body: Any) -> tuple[int, str]:
    async with client.post("/platforms/vk/callback", json=body) as response:
        return response.status, await response.text()


async def waiting(edge: Edge) -> list[Update]:
    """What waits to be answered; the first of each chat."""
    return await edge.services.dialogues.of("vk").updates.claim(10)


async def test_an_event_is_kept_once_however_often_it_is_told(edge: Edge, client: Client) -> None:
    answers = await asyncio.gather(*(tell(client, event("message_new")) for _ in range(6)))
    assert set(answers) == {(200, "ok")}
    await tell(client, event("message_new", "e2"))

    for expected in ("e1", "e2"):
        (update,) = await waiting(edge)
        assert (update.chat, json.loads(update.body)["event_id"]) == (PERSON, expected)
        await edge.services.dialogues.of("vk").updates.done(update.id)
    assert await waiting(edge) == []


async def test_the_address_confirms_itself(client: Client) -> None:
    assert await tell(client, event("confirmation")) == (200, "c0nf1rm")


@pytest.mark.parametrize(
    "wrong", [{"secret": "guessed"}, {"secret": None}, {"group_id": 1}, {"type": 5}]
)
async def test_a_forged_event_is_refused_and_not_kept(
    edge: Edge, client: Client, wrong: dict[str, Any]
) -> None:
    assert await tell(client, event("message_new", "forged", **wrong)) == (403, "refused")
    assert await waiting(edge) == []


async def test_what_is_nothing_to_us_is_answered_and_not_kept(edge: Edge, client: Client) -> None:
    assert await tell(client, event("wall_post_new", "post")) == (200, "ok")
    assert await waiting(edge) == []


async def test_a_chat_that_floods_is_answered_and_not_kept(edge: Edge, client: Client) -> None:
    for number in range(35):
        assert await tell(client, event("message_new", f"flood{number}")) == (200, "ok")
    kept = 0
    while updates := await waiting(edge):
        kept += len(updates)
        for update in updates:
            await edge.services.dialogues.of("vk").updates.done(update.id)
    assert kept == 30


async def test_how_far_was_listened_is_remembered(edge: Edge) -> None:
    community = edge.services.dialogues.community(GROUP)
    await community.remember("41")
    await community.remember("42")
    assert await community.heard() == "42"


async def test_without_a_community_there_is_no_such_page(edge: Edge) -> None:
    public = application(edge.services)
    public.router.add_routes(CommunityRoutes(None, edge.services.dialogues.community).routes())
    async with TestClient(TestServer(public)) as client:
        status, _ = await tell(client, event("message_new"))
        assert status == 404


async def test_too_large_an_event_is_refused(client: Client) -> None:
    large = BytesIO(b"x" * (1 << 20 | 1))
    async with client.post("/platforms/vk/callback", data=large) as response:
        assert response.status == 413
