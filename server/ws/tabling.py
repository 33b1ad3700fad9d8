"""The verbs of tables: offering, sitting down, looking for an opponent, playing again."""

from typing import TYPE_CHECKING, Annotated, ClassVar
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, resolve
from server.codes import Code
from server.tables import refusals
from server.tables.lobby import Offer
from server.tables.quick import Seeking
from server.tables.rematch import RematchStanding
from server.tables.sitting import Consent
from server.tables.views import RatingRange, TableView
from server.ws.messages import Digest
from server.ws.verbs import Nothing, Verb

if TYPE_CHECKING:
    from server.ws.connection import Connection

InvitationToken = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
"""What an invitation link carries."""


class AtTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as it is now; of a private one just opened, what its invitation link carries."""

    table: TableView
    invitation: str | None = None


class OpenTable(Verb, frozen=True):
    """Offer a match on these conventions, and take the first seat.

    ``rating`` says whom one would play. A ``private`` table is in no list: only who comes by its
    invitation link, and the person ``to``, can see it. ``when_ready``: the match begins not with
    the last seat but when both have said ``ready``.
    """

    raises: ClassVar = refusals.OPENING

    conventions: ConventionsAsked
    rating: RatingRange | None = None
    private: bool = False
    to: UUID | None = None
    when_ready: bool = False

    async def answer(self, caller: "Connection") -> AtTable:
        """Open the table."""
        private = self.private or self.to is not None
        offer = Offer(resolve(self.conventions), self.rating, private, self.to, self.when_ready)
        offered = await caller.tables.lobby.open(caller.account, offer)
        return AtTable(offered.table, offered.invitation)


class Sit(Verb, frozen=True):
    """Take the free seat of a table; the last seat begins the match.

    ``card`` is the table's, as it was read: needed where there is a stake, and refused if the
    terms are others by now. ``invitation`` opens a private table.
    """

    raises: ClassVar = refusals.SITTING

    table: UUID
    card: Digest | None = None
    invitation: InvitationToken | None = None

    async def answer(self, caller: "Connection") -> AtTable:
        """Sit down."""
        consent = Consent(self.card, self.invitation)
        return AtTable(await caller.tables.seating.sit(self.table, caller.account, consent))


class LeaveTable(Verb, frozen=True):
    """Get up from a table whose match has not begun; the owner closes it with that."""

    raises: ClassVar = refusals.LEAVING

    table: UUID

    async def answer(self, caller: "Connection") -> AtTable:
        """Get up."""
        return AtTable(await caller.tables.seating.leave(self.table, caller.account))


class Ready(Verb, frozen=True):
    """Say that one is ready to begin, or not after all."""

    raises: ClassVar = refusals.READY

    table: UUID
    ready: bool = True

    async def answer(self, caller: "Connection") -> AtTable:
        """Say it."""
        seating = caller.tables.seating
        return AtTable(await seating.ready(self.table, caller.account, ready=self.ready))


class CloseTable(Verb, frozen=True):
    """Withdraw one's own offer."""

    raises: ClassVar = refusals.CLOSING

    table: UUID

    async def answer(self, caller: "Connection") -> AtTable:
        """Close the table."""
        return AtTable(await caller.tables.lobby.close(self.table, caller.account))


class Seek(Verb, frozen=True):
    """Look for an opponent on these conventions; ``tables`` tells when one is found.

    The window of ratings widens with the wait. Who loses the connection looks no more.
    """

    raises: ClassVar = refusals.SEEKING

    conventions: ConventionsAsked

    async def answer(self, caller: "Connection") -> Seeking:
        """Begin to look."""
        return await caller.tables.quick.seek(caller.account, resolve(self.conventions))


class StopSeeking(Verb, frozen=True):
    """Look no more."""

    raises: ClassVar = (Code.NOT_SEEKING,)

    async def answer(self, caller: "Connection") -> Seeking:
        """Stop."""
        return await caller.tables.quick.stop(caller.account)


class Rematch(Verb, frozen=True):
    """Ask to play an ended match again with the seats exchanged, or agree to it."""

    raises: ClassVar = refusals.REMATCH

    match: UUID
    card: Digest | None = None

    async def answer(self, caller: "Connection") -> RematchStanding:
        """Ask, or begin."""
        return await caller.tables.rematches.want(self.match, caller.account, self.card)


class DeclineRematch(Verb, frozen=True):
    """Say that one will not play it again."""

    raises: ClassVar = refusals.PLAYED

    match: UUID

    async def answer(self, caller: "Connection") -> Nothing:
        """Decline."""
        await caller.tables.rematches.decline(self.match, caller.account)
        return Nothing()
