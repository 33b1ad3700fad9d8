"""How a connection keeps time, cuts off slow readers, and ends."""

import asyncio
import socket
import struct

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType
from sqlalchemy import text

from server.storage.database import Database
from server.storage.sessions import Sessions
from server.ws import connection
from server.ws.connection import (
    BYTES_BEHIND,
    LARGEST_ALLOWANCE,
    PONG_PATIENCE,
    CloseCode,
    Connection,
)
from server.ws.upkeep import Upkeep
from tests.server.edge import Edge, Person, Talker, closing
from tests.waiting import until


def connection_of(edge: Edge, person: Person) -> Connection:
    """The server's end of this person's only socket."""
    (found,) = [each for each in edge.services.sockets if each.account == person.id]
    return found


async def silent(edge: Edge, person: Person) -> ClientWebSocketResponse:
    """A signed-in client that answers no ping by itself."""
    client = await edge.client.ws_connect("/ws", autoping=False)
    await client.send_json({"id": 1, "do": "hello", "token": person.token})
    await client.receive_json()
    return client


async def stuck(edge: Edge, person: Person, window: int = 4096) -> Talker:
    """A signed-in client whose network holds little; the test must not read for it."""
    talker = await edge.talker(person)
    end = talker.socket.get_extra_info("socket")
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    server = connection_of(edge, person).socket.get_extra_info("socket")
    server.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, window)
    return talker


async def test_a_slow_reader_is_cut_off_and_the_others_are_not(edge: Edge) -> None:
    slow, quick = await edge.person(), await edge.person()
    await stuck(edge, slow)
    reader = await edge.talker(quick)
    reading = asyncio.create_task(reader.pushed(9_999))
    slow_end, quick_end = connection_of(edge, slow), connection_of(edge, quick)

    for seq in range(10_000):
        frame = b'{"seq":%d,"x":"%s"}' % (seq, b"x" * 1000)
        slow_end.push(frame)
        quick_end.push(frame)
        await quick_end.drained()
        await asyncio.sleep(0)

    assert closed_with(edge, CloseCode.SLOW_READER) == 1
    assert slow_end.socket.closed
    await reading
    assert len(reader.pushes) == 10_000
    await until(lambda: len(edge.services.sockets) == 1)


async def test_what_waits_for_a_slow_reader_is_bounded(edge: Edge) -> None:
    person = await edge.person()
    await stuck(edge, person)
    end = connection_of(edge, person)
    frame = b"x" * 30_000

    for _ in range(200):
        end.push(frame)

    assert end.waiting <= BYTES_BEHIND + 2 * len(frame)
    assert closed_with(edge, CloseCode.SLOW_READER) == 1


async def test_many_small_events_too_are_more_than_a_slow_reader_may_owe(edge: Edge) -> None:
    person = await edge.person()
    await stuck(edge, person)
    end = connection_of(edge, person)

    for _ in range(100_000):
        end.push(b"{}")

    assert closed_with(edge, CloseCode.SLOW_READER) == 1
    assert end.waiting < BYTES_BEHIND


async def test_a_slow_reader_that_wakes_up_learns_why_it_was_closed(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "CLOSING_SECONDS", 60.0)  # a busy machine may wake up late
    person = await edge.person()
    talker = await stuck(edge, person, window=100_000)
    end = connection_of(edge, person)
    for _ in range(10_000):
        end.push(b'{"x":"' + b"x" * 1000 + b'"}')
    assert closed_with(edge, CloseCode.SLOW_READER) == 1

    assert (await closing(talker.socket))[1] == CloseCode.SLOW_READER


async def test_half_of_the_round_trip_is_the_allowance(edge: Edge) -> None:
    person = await edge.person()
    client = await silent(edge, person)
    end = connection_of(edge, person)
    now = asyncio.get_running_loop().time()
    assert end.allowance == 0

    end.heartbeat(now)
    ping = await client.receive()
    end.ponged(bytes(ping.data), now + 0.3)

    assert ping.type is WSMsgType.PING
    assert end.allowance == 150


async def test_the_allowance_has_a_bound(edge: Edge) -> None:
    person = await edge.person()
    client = await silent(edge, person)
    end = connection_of(edge, person)

    end.heartbeat(100.0)
    end.ponged(bytes((await client.receive()).data), 109.0)

    assert end.allowance == LARGEST_ALLOWANCE


@pytest.mark.parametrize("payload", [b"", b"made up", struct.pack("!d", 0.0)])
async def test_a_pong_that_nobody_asked_for_says_nothing(edge: Edge, payload: bytes) -> None:
    person = await edge.person()
    client = await silent(edge, person)
    end = connection_of(edge, person)

    await client.pong(payload)
    end.heartbeat(100.0)
    await client.pong(payload)
    await client.send_json({"id": 2, "do": "ping"})
    assert (await client.receive()).type is WSMsgType.PING
    await client.receive_json()

    assert end.allowance == 0


async def test_a_peer_without_a_pong_for_ten_seconds_is_given_up(edge: Edge) -> None:
    person = await edge.person()
    client = await silent(edge, person)
    end = connection_of(edge, person)

    end.heartbeat(100.0)
    end.heartbeat(100.0 + PONG_PATIENCE / 2)
    assert not end.socket.closed
    end.heartbeat(100.0 + PONG_PATIENCE)

    codes = [message async for message in client]
    assert client.close_code == CloseCode.HEARTBEAT_LOST
    assert {message.type for message in codes} == {WSMsgType.PING}


async def test_a_peer_whose_command_is_in_work_is_not_given_up(edge: Edge) -> None:
    person = await edge.person()
    await silent(edge, person)
    end = connection_of(edge, person)
    end.busy = True

    end.heartbeat(100.0)
    end.heartbeat(100.0 + 2 * PONG_PATIENCE)

    assert closed_with(edge, CloseCode.HEARTBEAT_LOST) == 0


async def test_the_upkeep_measures_every_socket(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ws.upkeep.PING_EVERY", 0.02)
    people = [await edge.person() for _ in range(3)]
    for person in people:
        await silent_answering(edge, person)

    await Upkeep(edge.services.sockets, edge.services.authority).ping()

    await until(lambda: all(connection_of(edge, person).measured for person in people))


async def silent_answering(edge: Edge, person: Person) -> Talker:
    """A client whose library answers pings; something must read for it."""
    talker = await edge.talker(person)
    edge.keep(asyncio.create_task(closing(talker.socket)))
    return talker


async def test_who_signs_out_is_parted_from_at_once(edge: Edge) -> None:
    person = await edge.person()
    talker, other = await edge.talker(person), await edge.talker(await edge.person())

    async with edge.client.delete("/api/v1/sessions", headers=person.headers):
        pass

    assert (await closing(talker.socket))[1] == CloseCode.NOT_SIGNED_IN
    assert "now" in await other.done("ping")


async def test_a_revoked_token_closes_its_open_socket(
    edge: Edge, opened_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ws.upkeep.RECHECK_EVERY", 0.02)
    monkeypatch.setattr("server.ws.upkeep.RECHECKED_AT_ONCE", 1)
    gone, stays = await edge.person(), await edge.person()
    talker, other = await edge.talker(gone), await edge.talker(stays)
    async with opened_database.transaction() as tx:
        await Sessions(tx).revoke(gone.token)

    await Upkeep(edge.services.sockets, edge.services.authority).recheck()

    assert (await closing(talker.socket))[1] == CloseCode.NOT_SIGNED_IN
    assert "now" in await other.done("ping")


async def test_who_reads_late_still_learns_why_he_was_parted_from(edge: Edge) -> None:
    person = await edge.person()
    talker = await edge.talker(person)

    connection_of(edge, person).part(CloseCode.ACCOUNT_MERGED, "account merged")
    await until(lambda: len(edge.services.sockets) == 0)

    assert (await closing(talker.socket))[1] == CloseCode.ACCOUNT_MERGED


async def test_tokens_that_are_rechecked_live_on(
    edge: Edge, opened_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ws.upkeep.RECHECK_EVERY", 0.02)
    person = await edge.person()
    await edge.talker(person)
    soon = edge.services.clock.now() + 60_000
    async with opened_database.transaction() as tx:
        await tx.execute(
            text("UPDATE sessions SET last_seen = 0, expires = :soon WHERE account = :account"),
            {"soon": soon, "account": person.id},
        )

    await Upkeep(edge.services.sockets, edge.services.authority).recheck()

    async with opened_database.reading() as connection:
        found = await connection.execute(
            text("SELECT expires FROM sessions WHERE account = :account"), {"account": person.id}
        )
        assert found.scalar_one() > soon


async def test_a_farewell_closes_all_sockets_and_is_soon_over(edge: Edge) -> None:
    talkers = [await edge.talker(await edge.person()) for _ in range(50)]
    await stuck(edge, await edge.person())
    ends = [asyncio.create_task(closing(talker.socket)) for talker in talkers]

    async with asyncio.timeout(8):
        await Upkeep(edge.services.sockets, edge.services.authority).farewell()

    assert {code for _, code in await asyncio.gather(*ends)} == {CloseCode.GOING_AWAY}
    await until(lambda: len(edge.services.sockets) == 0)


async def test_pushing_to_a_socket_that_is_closing_is_no_fault(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    person = await edge.person()
    talker = await edge.talker(person)
    end = connection_of(edge, person)
    talker.vanish()

    for _ in range(2_000):
        end.push(b"{}")
        end.heartbeat(100.0)
        await asyncio.sleep(0)

    await until(lambda: len(edge.services.sockets) == 0)
    assert caplog.records == []


def closed_with(edge: Edge, code: CloseCode) -> int:
    """How many sockets we closed with this code."""
    return edge.services.metrics.closed[str(code),]
