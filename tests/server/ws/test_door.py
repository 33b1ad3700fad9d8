"""The door of the socket: who is let in, and with which code the others are shown out."""

import pytest
from aiohttp import WSServerHandshakeError

from server.ws import door
from server.ws.connection import CloseCode
from tests.server.edge import LIMITS, PAGE, Edge, closing
from tests.waiting import until


async def test_a_good_token_is_welcomed(edge: Edge) -> None:
    person = await edge.person()

    talker = await edge.talker(person)

    assert len(edge.services.sockets) == 1
    assert (await talker.done("ping"))["now"] == pytest.approx(
        edge.services.clock.now(), abs=10_000
    )


async def test_the_welcome_says_who_and_when_and_which_protocol(edge: Edge) -> None:
    person = await edge.person()
    socket = await edge.connect()

    await socket.send_json({"id": 7, "do": "hello", "token": person.token})

    welcome = await socket.receive_json()
    assert welcome["re"] == 7
    assert welcome["ok"]["account"] == {"id": str(person.id), "nick": None, "guest": False}
    assert welcome["ok"]["protocol"] == 1


async def test_a_bad_token_is_shown_out(edge: Edge) -> None:
    socket = await edge.connect()

    await socket.send_json({"id": 1, "do": "hello", "token": "x" * 43})

    said, code = await closing(socket)
    assert [frame["error"]["code"] for frame in said] == ["not_signed_in"]
    assert code == CloseCode.NOT_SIGNED_IN


async def test_silence_is_shown_out(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HELLO_SECONDS", 0.05)

    _, code = await closing(await edge.connect())

    assert code == CloseCode.NOT_SIGNED_IN


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"id":1,"do":"ping"}', CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"roll","match":"x","command_id":"y","turn":1}', CloseCode.BAD_FRAMES),
        ("not json", CloseCode.BAD_FRAMES),
        ("", CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"hello"}', CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"hello","token":"x\\u0000"}', CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"hello","token":"\\ud800"}', CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"hello","token":"x","protocol":2}', CloseCode.BAD_FRAMES),
        ('{"id":1,"do":"hello","token":"' + "x" * 17_000 + '"}', CloseCode.FRAME_TOO_BIG),
    ],
)
async def test_whoever_begins_otherwise_is_shown_out(edge: Edge, first: str, code: int) -> None:
    socket = await edge.connect()

    await socket.send_str(first)

    said, closed = await closing(socket)
    assert len(said) == 1
    assert "error" in said[0]
    assert closed == code
    assert len(edge.services.sockets) == 0


@pytest.mark.parametrize(
    ("first", "re", "code", "where"),
    [
        ('{"id":5,"do":"ping"}', 5, "hello_missing", "say hello first"),
        ('{"id":5,"do":"dance"}', 5, "hello_missing", "say hello first"),
        ('{"id":-5,"do":"ping"}', None, "hello_missing", "say hello first"),
        ('{"id":5,"do":"hello"}', 5, "malformed", "token"),
        ('{"id":5,"do":"hello","token":"x\\u0000"}', 5, "malformed", "NUL"),
        ('{"id":5,"do":"hello","token":"\\ud800"}', None, "malformed", "lone surrogate"),
        ('{"id":5,"do":"hello","token":"\\udc00\\ud800"}', None, "malformed", "lone surrogate"),
        ('{"id":5,"do":"hello","token":"\\\\ud800', None, "malformed", "truncated"),
        ('{"id":5,"do":"hello","token":"\\ud83c\\udfb2', None, "malformed", "truncated"),
    ],
)
async def test_a_bad_beginning_is_answered_by_its_number_and_says_what_is_wrong(
    edge: Edge, first: str, re: int | None, code: str, where: str
) -> None:
    socket = await edge.connect()

    await socket.send_str(first)

    (said,), _ = await closing(socket)
    assert (said["re"], said["error"]["code"]) == (re, code)
    assert where in said["error"]["details"]["where"]


async def test_hello_is_said_once(edge: Edge) -> None:
    person = await edge.person()
    talker = await edge.talker(person)

    answer = await talker.ask("hello", token=person.token)

    assert answer["re"] is not None
    assert answer["error"]["code"] == "hello_again"
    assert await talker.done("ping")


async def test_bytes_are_no_hello(edge: Edge) -> None:
    socket = await edge.connect()

    await socket.send_bytes(b'{"id":1,"do":"hello","token":"x"}')

    _, code = await closing(socket)
    assert code == CloseCode.BAD_FRAMES


@pytest.mark.parametrize("origin", ["null", "https://evil.test", "http://nardy.test", PAGE + ":8"])
async def test_a_page_that_is_not_ours_gets_no_socket(edge: Edge, origin: str) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await edge.connect(Origin=origin)

    assert refused.value.status == 403


async def test_our_page_and_programs_without_a_page_get_one(edge: Edge) -> None:
    for headers in ({"Origin": PAGE}, {}):
        socket = await edge.connect(**headers)
        await socket.close()


async def test_a_request_that_is_no_upgrade_is_answered_in_words(edge: Edge) -> None:
    async with edge.client.get("/ws") as response:
        assert response.status == 400
        assert (await response.json())["error"]["code"] == "malformed"


async def test_the_eleventh_socket_of_an_account_is_turned_away(edge: Edge) -> None:
    person = await edge.person()
    for _ in range(LIMITS.account_sockets):
        await edge.talker(person)
    socket = await edge.connect()

    await socket.send_json({"id": 1, "do": "hello", "token": person.token})

    said, code = await closing(socket)
    assert said[0]["error"]["code"] == "too_many_sockets"
    assert code == CloseCode.TOO_MANY


async def test_the_hundred_and_first_socket_of_an_address_is_turned_away(edge: Edge) -> None:
    sockets = [await edge.connect() for _ in range(LIMITS.address_sockets)]

    with pytest.raises(WSServerHandshakeError) as refused:
        await edge.connect()

    assert refused.value.status == 429
    await sockets[0].close()
    await until(lambda: edge.services.sockets.addresses.held("127.0.0.1") < LIMITS.address_sockets)
    await (await edge.connect()).close()


async def test_nothing_is_kept_of_those_who_left(edge: Edge) -> None:
    person = await edge.person()
    talkers = [await edge.talker(person) for _ in range(3)]

    for talker in talkers:
        await talker.socket.close()

    await until(lambda: len(edge.services.sockets) == 0)
