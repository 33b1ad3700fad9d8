"""All signed-in sockets of this process, by person; and the limits on them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from server.limits import Bucket, Occupancy, TooManySockets
from server.settings import Limits
from server.storage.database import Unavailable

if TYPE_CHECKING:
    from server.ws.connection import Connection

BURST_SECONDS = 2
"""For so long one may send at twice the measure."""


class Presences(Protocol):
    """Whoever wants to know who is here."""

    async def account_arrived(self, account: UUID) -> None:
        """The first socket of this person in this process has signed in."""

    async def account_left(self, account: UUID) -> None:
        """The last socket of this person in this process is gone."""

    def expect(self, account: UUID) -> None:
        """This person waits at a table or for an opponent, perhaps without a socket anywhere."""


class Person:
    """One account's sockets, and the measure of frames that they share."""

    __slots__ = ("bucket", "connections")

    def __init__(self, rate: int, at: float) -> None:
        self.bucket = Bucket(rate, BURST_SECONDS * rate, at)
        self.connections: set[Connection] = set()


class Sockets:
    """Who is here. Nothing is kept of a person whose last socket is gone."""

    def __init__(self, presences: Presences, limits: Limits) -> None:
        self._presences = presences
        self._limits = limits
        self._persons: dict[UUID, Person] = {}
        self._departed: set[UUID] = set()
        self.addresses = Occupancy(limits.address_sockets)
        """Places by address, held from before the upgrade to the end."""

    async def arrive(self, connection: "Connection", at: float) -> None:
        """Admit a signed-in socket, or raise ``TooManySockets``; then ``depart`` must follow."""
        account = connection.account
        person = self._persons.get(account)
        if person is None:
            person = self._persons[account] = Person(self._limits.frames_per_second, at)
        if len(person.connections) >= self._limits.account_sockets:
            raise TooManySockets(str(account))
        person.connections.add(connection)
        connection.bucket = person.bucket
        if len(person.connections) > 1:
            return
        try:
            await self._presences.account_arrived(account)
        except BaseException:
            self._remove(connection)
            raise

    async def depart(self, connection: "Connection") -> None:
        """Let a socket go; what cannot be told now is told by ``settle``."""
        if self._remove(connection):
            self._departed.add(connection.account)
            await self.settle()

    async def settle(self) -> None:
        """Tell of departures that are not told yet.

        Whoever came back while we told of a departure has to be announced again, since nobody
        knows which of the two was written last.
        """
        for account in tuple(self._departed):
            self._departed.discard(account)
            try:
                await self._presences.account_left(account)
                if account in self._persons:
                    await self._presences.account_arrived(account)
            except Unavailable:
                self._departed.add(account)
            except BaseException:
                self._departed.add(account)
                raise

    def expect(self, account: UUID) -> None:
        """Somebody waits at a table or for an opponent: who has no socket here may have none."""
        if account not in self._persons:
            self._presences.expect(account)

    def of(self, account: UUID) -> "tuple[Connection, ...]":
        """The sockets of one person."""
        person = self._persons.get(account)
        return () if person is None else tuple(person.connections)

    def _remove(self, connection: "Connection") -> bool:
        """Take a socket out; true when it was the person's last."""
        person = self._persons[connection.account]
        person.connections.discard(connection)
        if person.connections:
            return False
        del self._persons[connection.account]
        return True

    def __iter__(self) -> "Iterator[Connection]":
        for person in tuple(self._persons.values()):
            yield from tuple(person.connections)

    def __len__(self) -> int:
        return sum(len(person.connections) for person in self._persons.values())
