"""Who is here: told once when the first socket comes and once when the last one goes."""

import asyncio
import gc
from uuid import UUID, uuid4

import pytest

from server.accounts.sessions import Holder
from server.limits import TooManySockets
from server.settings import Limits
from server.storage.database import Unavailable
from server.ws.connection import Connection, OpenSocket
from server.ws.sockets import Sockets
from tests.server.edge import Edge
from tests.waiting import until


class Listener:
    """Writes down what it is told; may be away, and may be slow to hear of a departure."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.away = False
        self.slow: asyncio.Event | None = None

    async def account_arrived(self, account: UUID) -> None:
        self._require()
        self.told.append("arrived")

    async def account_left(self, account: UUID) -> None:
        if self.slow is not None:
            await self.slow.wait()
        self._require()
        self.told.append("left")

    def expect(self, _account: UUID) -> None:
        self.told.append("expected")

    def _require(self) -> None:
        if self.away:
            raise Unavailable("away")


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def sockets(listener: Listener) -> Sockets:
    return Sockets(listener, Limits(account_sockets=2))


@pytest.fixture
async def anna(edge: Edge) -> Connection:
    return connection(edge, uuid4())


def connection(edge: Edge, account: UUID) -> Connection:
    """A connection that never writes."""
    nowhere: OpenSocket = OpenSocket(None, None, None, "en")  # type: ignore[arg-type] # unused
    return Connection(Holder(account, b""), nowhere, edge.services)


async def test_a_person_arrives_with_the_first_socket_and_leaves_with_the_last(
    edge: Edge, sockets: Sockets, listener: Listener, anna: Connection
) -> None:
    second = connection(edge, anna.account)

    await sockets.arrive(anna, 0.0)
    await sockets.arrive(second, 0.0)
    await sockets.depart(anna)
    assert listener.told == ["arrived"]
    await sockets.depart(second)

    assert listener.told == ["arrived", "left"]
    assert (len(sockets), list(sockets)) == (0, [])


async def test_a_socket_beyond_the_limit_changes_nothing(
    edge: Edge, sockets: Sockets, anna: Connection
) -> None:
    await sockets.arrive(anna, 0.0)
    await sockets.arrive(connection(edge, anna.account), 0.0)

    with pytest.raises(TooManySockets):
        await sockets.arrive(connection(edge, anna.account), 0.0)

    assert len(sockets) == 2


async def test_whoever_cannot_be_announced_is_not_here(
    sockets: Sockets, listener: Listener, anna: Connection
) -> None:
    listener.away = True

    with pytest.raises(Unavailable):
        await sockets.arrive(anna, 0.0)

    assert len(sockets) == 0


async def test_a_departure_that_cannot_be_told_is_told_later(
    sockets: Sockets, listener: Listener, anna: Connection
) -> None:
    await sockets.arrive(anna, 0.0)
    listener.away = True
    await sockets.depart(anna)
    await sockets.settle()
    assert listener.told == ["arrived"]

    listener.away = False
    await sockets.settle()
    await sockets.settle()

    assert listener.told == ["arrived", "left"]


async def test_whoever_is_back_before_the_departure_was_told_is_announced_again(
    edge: Edge, sockets: Sockets, listener: Listener, anna: Connection
) -> None:
    await sockets.arrive(anna, 0.0)
    listener.slow = asyncio.Event()
    departing = asyncio.create_task(sockets.depart(anna))
    await asyncio.sleep(0)
    await sockets.arrive(connection(edge, anna.account), 0.0)

    listener.slow.set()
    await departing

    assert listener.told == ["arrived", "arrived", "left", "arrived"]


async def test_sockets_that_come_and_go_leave_no_objects(edge: Edge) -> None:
    person = await edge.person()
    await come_and_go(edge, person_count=20)
    before = connections()

    await come_and_go(edge, person_count=100)
    talker = await edge.talker(person)

    assert connections() <= before + 1
    assert "now" in await talker.done("ping")


async def come_and_go(edge: Edge, person_count: int) -> None:
    person = await edge.person()
    for _ in range(person_count):
        talker = await edge.talker(person)
        await talker.socket.close()
    await until(lambda: len(edge.services.sockets) == 0)


def connections() -> int:
    """How many connections live, the collector having swept."""
    gc.collect()
    return sum(isinstance(each, Connection) for each in gc.get_objects())


async def test_compression_is_not_agreed_on(edge: Edge) -> None:
    socket = await edge.client.ws_connect("/ws", compress=15)

    assert socket.compress == 0
    await socket.close()


async def test_who_has_no_socket_here_is_expected(
    sockets: Sockets, listener: Listener, anna: Connection
) -> None:
    sockets.expect(anna.account)
    await sockets.arrive(anna, 0.0)
    sockets.expect(anna.account)

    assert listener.told == ["expected", "arrived"]
