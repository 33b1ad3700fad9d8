"""Closing the sockets of sessions that have ended, in every process.

Each process looks at its own sockets: all within half a minute, and those of one person as soon
as it hears that something has happened to his account.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final
from uuid import UUID

from server.accounts.sessions import Authority
from server.play.errands import Errands
from server.storage.commits import Hint
from server.storage.relay import Relay
from server.ws.connection import CloseCode
from server.ws.sockets import Sockets

if TYPE_CHECKING:
    from server.ws.connection import Connection

_MASK: Final = 0x6D657267_6564_6D65_7267_65646D657267
"""What a hint's stream is an account's id turned by, so that it is no stream of anything else."""


async def part_ended(authority: Authority, connections: Sequence["Connection"]) -> None:
    """Close those whose session has ended: 4409 where the account has become another's."""
    if not connections:
        return
    live = await authority.still_live({each.digest for each in connections})
    ended = [each for each in connections if each.digest not in live]
    if not ended:
        return
    merged = await authority.merged({each.account for each in ended})
    for connection in ended:
        if connection.account in merged:
            connection.part(CloseCode.ACCOUNT_MERGED, "account merged")
        else:
            connection.part(CloseCode.NOT_SIGNED_IN, "session ended")


class Partings:
    """Tells all processes whose sessions have ended, and hears it from them."""

    def __init__(
        self, sockets: Sockets, authority: Authority, relay: Relay, errands: Errands
    ) -> None:
        self._sockets = sockets
        self._authority = authority
        self._relay = relay
        self._errands = errands

    def part(self, accounts: Iterable[UUID]) -> None:
        """The sessions of these have ended, or some of them."""
        people = tuple(accounts)
        if people:
            self._look_at(people)
            self._relay.publish([(_turned(account), 0) for account in people])

    def heard(self, hints: Sequence[Hint]) -> None:
        """Other processes have told of these; most hints are of something else."""
        self._look_at([_turned(stream) for stream, _ in hints])

    def reconnected(self) -> None:
        """What was missed is found by the look at all sockets."""

    def _look_at(self, people: Iterable[UUID]) -> None:
        connections = [each for account in people for each in self._sockets.of(account)]
        if connections:
            self._errands.start(part_ended(self._authority, connections), "partings")


def _turned(account: UUID) -> UUID:
    return UUID(int=account.int ^ _MASK)
