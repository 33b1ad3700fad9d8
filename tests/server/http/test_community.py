"""The callback address of our VK community: kept once, answered `ok`."""

import asyncio
import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from platforms.secret import Secrets
from platforms.vk.community import Community
from server.dialogue.community import CommunityUpdates
from server.http.application import application
from server.http.community import CommunityRoutes
from server.storage.chat_updates import Update
from server.storage.database import Unavailable
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


async def emptied(edge: Edge) -> list[Update]:
    """All that waits, handled."""
    kept: list[Update] = []
    while updates := await waiting(edge):
        for update in updates:
            await edge.services.dialogues.of("vk").updates.done(update.id)
        kept += updates
    return kept


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


async def test_a_link_is_followed_once_and_talked_on_after(edge: Edge, client: Client) -> None:
    """VK may tell of it with each message; whoever presses Start follows it again."""
    start = {"payload": '{"command":"start"}'}
    expected = [True, False, True, True]
    for number, more in enumerate(({}, {}, start, {"ref": "t2"})):
        told = event("message_new", f"ref{number}")
        told["object"]["message"].update({"ref": "t1", "ref_source": "wall", **more})
        await tell(client, told)
        (update,) = await waiting(edge)
        message = json.loads(update.body)["object"]["message"]
        assert ("ref" in message) is expected[number]
        assert message["text"] == f"ref{number}"
        await edge.services.dialogues.of("vk").updates.done(update.id)


async def test_a_chat_that_floods_is_answered_and_not_kept(edge: Edge, client: Client) -> None:
    for number in range(35):
        assert await tell(client, event("message_new", f"flood{number}")) == (200, "ok")
    assert len(await emptied(edge)) == 30


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


async def test_an_event_of_any_shape_is_answered_and_only_words_are_kept(
    edge: Edge, client: Client
) -> None:
    """VK stops sending after many bad answers, and whatever is genuine is answered `ok`."""
    shapes: list[Any] = [None, [], 5, "text", {}, {"message": None}, {"message": {}}, {"a": [{}]}]
    for kind in ("message_new", "message_event", "message_allow", "", "\u0000", "x" * 5000):
        for number, shape in enumerate(shapes):
            status, text = await tell(client, event(kind, f"{kind[:9]}{number}", object=shape))
            assert (status, text) in {(200, "ok"), (403, "refused")}
    wrong: dict[str, list[Any]] = {
        "peer_id": [None, "5", True, 1.5, 1 << 80, -1, []],
        "from_id": [None, "5", 0, -GROUP, {}],
        "text": [None, 5, [], ""],
    }
    for key, values in wrong.items():
        for number, value in enumerate(values):
            told = event("message_new", f"{key}{number}")
            told["object"]["message"] |= {"text": "", key: value}
            assert await tell(client, told) == (200, "ok")
    bodies = [b"", b"\xff\xfe", b"[" * 5_000, b'{"secret":"\\ud800"}', b"null", b'{"a":1}{"a":1}']
    for body in bodies:
        async with client.post("/platforms/vk/callback", data=body) as response:
            assert response.status == 403
    kept = await emptied(edge)
    assert [json.loads(each.body)["event_id"] for each in kept] == [f"text{n}" for n in range(4)]
    assert {each.chat for each in kept} == {PERSON}


class Down:
    """A database that is away."""

    async def keep(self, body: bytes) -> None:
        raise Unavailable


async def test_what_cannot_be_kept_is_to_be_sent_again(edge: Edge) -> None:
    """With the date of it, which is all that VK reads."""
    public = application(edge.services)
    community = Community(GROUP, Secrets.of("callback secret"), "c0nf1rm")
    away = cast("CommunityUpdates", Down())
    public.router.add_routes(CommunityRoutes(community, lambda _: away).routes())
    async with (
        TestClient(TestServer(public)) as client,
        client.post("/platforms/vk/callback", json=event("message_new")) as response,
    ):
        assert response.status == 503
        assert "GMT" in response.headers["Retry-After"]


async def test_too_large_an_event_is_refused(client: Client) -> None:
    large = BytesIO(b"x" * (1 << 20 | 1))
    async with client.post("/platforms/vk/callback", data=large) as response:
        assert response.status == 413
