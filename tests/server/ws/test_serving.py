"""A signed-in socket: frames in, answers out, one after the other; floods and rubbish."""

import json
from typing import Any

import pytest
from aiohttp import WSMsgType

from server.ws.connection import CloseCode
from server.ws.serving import BAD_FRAMES, FRAME_LIMIT
from server.ws.sockets import BURST_SECONDS
from tests.server.edge import LIMITS, Edge, Talker, closing
from tests.waiting import until

BURST = BURST_SECONDS * LIMITS.frames_per_second
NOWHERE = "00000000-0000-7000-8000-000000000000"


@pytest.mark.parametrize(
    ("frame", "code", "re"),
    [
        ('{"id":5,"do":"dance"}', "unknown_verb", 5),
        ('{"id":5,"do":"hello","token":"x"}', "hello_again", 5),
        ('{"id":5}', "malformed", 5),
        ('{"do":"ping"}', "malformed", None),
        ('{"id":-1,"do":"ping"}', "malformed", None),
        ('{"id":1.5,"do":"ping"}', "malformed", None),
        ('{"id":1e400,"do":"ping"}', "malformed", None),
        ('{"id":true,"do":"ping"}', "malformed", None),
        ('{"id":99999999999999999999999999,"do":"ping"}', "malformed", None),
        (f'{{"id":5,"do":"watch","topic":"match:{NOWHERE}\\n"}}', "malformed", 5),
        ("[]", "malformed", None),
        ("null", "malformed", None),
        ("{", "malformed", None),
        ("", "malformed", None),
        ('{"id":5,"do":"watch","topic":"match:1"}', "malformed", 5),
        ('{"id":5,"do":"watch","topic":"lobbies"}', "malformed", 5),
        ('{"id":5,"do":"watch","topic":"a\\u0000b"}', "malformed", 5),
        ('{"id":5,"do":"ping","x":"\\ud800"}', "malformed", None),
        ('{"id":5,"do":"ping","x":NaN}', "malformed", None),
        ('{"id":5,"do":"ping","x":' + "[" * 8000 + "]" * 8000 + "}", "malformed", None),
        ('{"id":5,"do":"ping"} {}', "malformed", None),
    ],
)
async def test_a_frame_that_cannot_be_read_is_refused_and_the_socket_lives(
    edge: Edge, frame: str, code: str, re: int | None
) -> None:
    talker = await edge.talker(await edge.person())

    await talker.socket.send_str(frame)

    answer = await talker.socket.receive_json()
    assert answer["error"]["code"] == code
    assert answer["re"] == re
    assert "now" in await talker.done("ping")


async def test_members_that_we_do_not_know_are_skipped(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    assert "now" in await talker.done("ping", mood="fine")


@pytest.mark.parametrize(
    ("verb", "members"),
    [
        ("roll", {"turn": -1}),
        ("roll", {"turn": 2**31}),
        ("roll", {"turn": "1"}),
        ("roll", {"turn": 1, "command_id": "mine"}),
        ("play", {"turn": 1, "steps": [[26, 1]]}),
        ("play", {"turn": 1, "steps": [[1, -1]]}),
        ("play", {"turn": 1, "steps": [[1]]}),
        ("play", {"turn": 1, "steps": [[1, 2]] * 17}),
        ("resign", {"turn": 1, "ending": "triple"}),
        ("leave", {}),
        ("leave", {"confirmed": False}),
        ("commit_seed", {"digest": "AB" * 32}),
        ("commit_seed", {"digest": "ab" * 31}),
        ("commit_seed", {"digest": "ab" * 32 + "\n"}),
        ("reveal_seed", {"seed": ""}),
        ("reveal_seed", {"seed": "abc"}),
        ("reveal_seed", {"seed": "ab\n"}),
        ("reveal_seed", {"seed": "ab" * 65}),
    ],
)
async def test_a_command_out_of_its_bounds_is_malformed(
    edge: Edge, verb: str, members: dict[str, Any]
) -> None:
    talker = await edge.talker(await edge.person())
    command = {"match": NOWHERE, "command_id": NOWHERE, **members}

    assert await talker.refused(verb, **command) == "malformed"


@pytest.mark.parametrize(
    "verb", ["roll", "double", "take", "drop", "beaver", "accept_resignation"]
)
async def test_a_match_that_does_not_exist_is_not_found(edge: Edge, verb: str) -> None:
    talker = await edge.talker(await edge.person())

    code = await talker.refused(verb, match=NOWHERE, command_id=NOWHERE, turn=1)

    assert code == "match_not_found"


async def test_whoever_sends_too_fast_is_told_and_at_last_shown_out(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())
    for number in range(200):
        await talker.socket.send_json({"id": number, "do": "ping"})

    said, code = await closing(talker.socket)

    codes = [frame["error"]["code"] if "error" in frame else "done" for frame in said]
    assert codes.count("done") >= BURST - 1
    assert set(codes) == {"done", "rate_limited"}
    assert code == CloseCode.TOO_MANY


async def test_sockets_of_one_person_share_one_measure(edge: Edge) -> None:
    person = await edge.person()
    one, other = await edge.talker(person), await edge.talker(person)
    for number in range(BURST):
        await one.socket.send_json({"id": number, "do": "ping"})
    await closing_answers(one, BURST)

    assert await other.refused("ping") == "rate_limited"


async def closing_answers(talker: Talker, count: int) -> None:
    for _ in range(count):
        await talker.socket.receive_json()


async def test_rubbish_again_and_again_ends_the_socket(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())
    for _ in range(BAD_FRAMES + 1):
        await talker.socket.send_str("rubbish")

    said, code = await closing(talker.socket)

    assert {frame["error"]["code"] for frame in said} == {"malformed"}
    assert code == CloseCode.BAD_FRAMES


async def test_a_frame_too_big_ends_the_socket(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    await talker.socket.send_str(json.dumps({"id": 1, "do": "ping", "x": "x" * FRAME_LIMIT}))

    said, code = await closing(talker.socket)
    assert said[0]["error"]["code"] == "too_large"
    assert code == CloseCode.FRAME_TOO_BIG


async def test_a_frame_beyond_all_bounds_is_not_even_read(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    await talker.socket.send_str("x" * (10 * FRAME_LIMIT))

    assert (await closing(talker.socket))[1] == 1009


async def test_frames_are_text(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    await talker.socket.send_bytes(b'{"id":1,"do":"ping"}')

    assert (await closing(talker.socket))[1] == CloseCode.BAD_FRAMES


async def test_a_ping_of_the_clients_is_answered(edge: Edge) -> None:
    socket = await edge.client.ws_connect("/ws", autoping=False)
    await socket.send_json({"id": 1, "do": "hello", "token": (await edge.person()).token})
    await socket.receive_json()

    await socket.ping(b"there?")

    message = await socket.receive()
    assert (message.type, bytes(message.data)) == (WSMsgType.PONG, b"there?")


async def test_errors_speak_the_language_of_the_client(edge: Edge) -> None:
    person = await edge.person()
    socket = await edge.connect(**{"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8"})
    await socket.send_json({"id": 1, "do": "hello", "token": person.token})
    await socket.receive_json()

    await socket.send_json({"id": 2, "do": "dance"})

    assert (await socket.receive_json())["error"]["message"] == "Такой команды нет."


async def test_a_client_that_vanishes_leaves_nothing_behind(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    talker.vanish()

    await until(lambda: len(edge.services.sockets) == 0)
