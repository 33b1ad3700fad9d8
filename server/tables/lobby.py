"""Open tables: offered, listed, withdrawn."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from server.storage.accounts import Accounts
from server.storage.database import Unavailable
from server.storage.feeds import FeedLog
from server.storage.table_guests import TableGuests
from server.storage.tables import (
    ANY,
    Table,
    Tables,
    TableStatus,
    Wanted,
)
from server.storage.tokens import digest, new_token
from server.tables.admission import require_free, require_offered, require_stake
from server.tables.closing import close
from server.tables.events import LOBBY, TableOpened
from server.tables.guests import ask_to_private, hide_if_private, require_guest
from server.tables.hall import Act, Hall
from server.tables.refusals import NotTableOwner, TableClosed, TableTaken
from server.tables.views import RatingRange, TableView

SEATS: Final = 2


class Offer(msgspec.Struct, frozen=True):
    """What somebody offers. A ``private`` table is for the invited alone, first of all ``to``.

    Who offers it again under the name ``once`` gets the same private table, and its invitation.
    """

    conventions: Conventions
    rating: RatingRange | None = None
    private: bool = False
    to: UUID | None = None
    when_ready: bool = False
    once: str | None = None


class Offered(msgspec.Struct, frozen=True):
    """A table that was just opened, and the token of its invitation link, if it is private."""

    table: TableView
    invitation: str | None


class Listed(msgspec.Struct, frozen=True):
    """Open tables, at least as new as entry ``seq`` of the topic ``lobby``."""

    tables: list[TableView]
    seq: int


class Lobby:
    """What is on offer. A table has the id of the match that will be played at it."""

    def __init__(self, hall: Hall, leaving: Callable[[], bool] = lambda: False) -> None:
        self._hall = hall
        self._leaving = leaving
        self._feeds = FeedLog(hall.database)

    async def open(self, owner: UUID, offer: Offer) -> Offered:
        """Offer a match; the owner has the first seat.

        Raises ``ConventionsRefused`` for what this house does not offer, or for a guest who wants
        to be rated; what inviting raises for whom it is offered to; ``TooManyTables``,
        ``CoolingDown``, ``BarredFromStakes``; ``Unavailable`` once a planned shutdown has begun.
        """
        if self._leaving():
            raise Unavailable("this process is leaving: ask another one")
        require_offered(self._hall.settings, offer.conventions)
        _require_unseen(offer)
        invitation = self._invitation(owner, offer)
        stake = offer.conventions.stake
        await self._hall.learn_for(stake, owner)
        asking = None
        if offer.private and offer.to is not None:
            asking = await self._hall.asking(owner, offer.to)
        async with self._hall.act() as act:
            if invitation is not None and offer.once is not None:
                known = await Tables(act.tx).find_by_link(digest(invitation))
                if known is not None:
                    return Offered(act.seen(known), invitation)
            if offer.conventions.rated:
                await _require_member(act, owner)
            await require_stake(act, self._hall.settings, owner, stake)
            await self._hall.coins.require_cover(act.tx, owner, offer.conventions)
            await require_free(act, self._hall.settings, owner)
            table = await self._kept(act, owner, offer, invitation)
            seen = act.seen(table)
            act.tell_of(table, TableOpened(seen))
            if asking is not None:
                await ask_to_private(self._hall, act, asking, table)
        return Offered(seen, invitation)

    def _invitation(self, owner: UUID, offer: Offer) -> str | None:
        """The token of a private table's link; of what was offered under a name, always one."""
        if not offer.private:
            return None
        if offer.once is None:
            return new_token()
        return self._hall.sealing.word(f"invitation {owner} {offer.once}")

    async def _kept(self, act: Act, owner: UUID, offer: Offer, invitation: str | None) -> Table:
        conventions, rating = offer.conventions, offer.rating or RatingRange()
        strength = await self._hall.strengths.rating(act.tx, owner, conventions.rules)
        table = Table(
            id=self._hall.new_id(act.now),
            owner=owner,
            status=TableStatus.OPEN,
            conventions=msgspec.json.encode(conventions),
            seats=(owner,),
            size=SEATS,
            stake=conventions.stake,
            spectators=conventions.spectators,
            created_at=act.now,
            rules=conventions.rules,
            form=conventions.form,
            private=offer.private,
            when_ready=offer.when_ready,
            owner_rating=strength,
            least_rating=rating.least,
            most_rating=rating.most,
            link=None if invitation is None else digest(invitation),
        )
        await Tables(act.tx).open(table)
        return await Tables(act.tx).get(table.id)

    async def get(self, table: UUID, account: UUID) -> TableView:
        """One table; raises ``TableNotFound``, also where it is private and one is not invited."""
        async with self._hall.database.reading() as connection:
            found = await Tables(connection).get(table)
            await require_guest(TableGuests(connection), found, account)
        return self._hall.cards.of(found)

    async def listed(self, limit: int, before: UUID | None, wanted: Wanted = ANY) -> Listed:
        """Open tables for everybody, the newest first, older than ``before``."""
        seq = await self._feeds.head(LOBBY.id)
        async with self._hall.database.reading() as connection:
            found = await Tables(connection).listed(limit, before, wanted)
        return Listed([self._hall.cards.of(table) for table in found], seq)

    async def own(self, account: UUID) -> list[TableView]:
        """The open tables at which somebody sits, private ones among them."""
        async with self._hall.database.reading() as connection:
            found = await Tables(connection).open_of(account)
        return [self._hall.cards.of(table) for table in found]

    async def close(self, table: UUID, account: UUID) -> TableView:
        """Withdraw an offer; withdrawing it again is no fault."""
        async with self._hall.act() as act:
            tables = Tables(act.tx)
            found = await tables.locked(table)
            if found.owner != account:
                await hide_if_private(act, found, account)
                raise NotTableOwner
            await close(act, found)
            closed = await tables.get(table)
        if closed.status is TableStatus.TAKEN:
            raise TableTaken
        return self._hall.cards.of(closed)


def _require_unseen(offer: Offer) -> None:
    """A rating is public, and so a private match has none."""
    if offer.private and offer.conventions.rated:
        raise ConventionsRefused(
            ("rated",), "a private match is not rated", ConventionsFault.NOT_OFFERED
        )


async def _require_member(act: Act, owner: UUID) -> None:
    if (await Accounts(act.tx).get(owner)).is_guest:
        raise ConventionsRefused(
            ("rated",), "rated is not for guests; sign in first", ConventionsFault.NOT_FOR_GUESTS
        )


def require_open(table: Table) -> None:
    """Refuse a table that nobody can sit down at any more."""
    if table.status is TableStatus.TAKEN or table.full:
        raise TableTaken
    if table.status is TableStatus.CLOSED:
        raise TableClosed
