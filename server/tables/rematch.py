"""Rematch: when both who have played a match want it again, and each sits where the other sat.

So colours that were agreed on change sides; colours that are drawn are drawn again.
"""

from uuid import UUID

import msgspec

from server.play.seats import require_seat
from server.storage import engagements
from server.storage.friends import Blocks
from server.storage.ids import Millis
from server.storage.matches import Match
from server.storage.rematches import Rematches
from server.storage.table_guests import TableGuests
from server.storage.tables import Table, TableNotFound, Tables, TableStatus
from server.tables.admission import require_free, require_offered, require_stake
from server.tables.events import RematchBegun, RematchDeclined, RematchOffered, tables_of
from server.tables.hall import Act, Hall
from server.tables.refusals import KeptAway, MatchRuns, RematchLapsed
from server.tables.sitting import require_card
from server.tables.starting import start
from server.tables.views import TableView, agreed


class RematchStanding(msgspec.Struct, frozen=True):
    """Where a rematch stands: ``table`` is that of the match that has begun.

    It is null while the other one has not agreed: he may ``until`` then. ``card`` is the digest of
    the terms, to be sent back where there is a stake. ``repeated``: the caller had asked already.
    """

    table: TableView | None
    card: str
    until: Millis | None
    repeated: bool = False


class Rematching:
    """The use case. Of two who want it at the same instant, one makes the table."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def want(self, match: UUID, account: UUID, card: str | None = None) -> RematchStanding:
        """Ask to play a match again, or agree to it: then the new match has begun.

        Raises ``MatchNotFound``, ``NotSeated``, ``MatchRuns``, ``RematchLapsed``, and what sitting
        down raises: ``KeptAway`` too, unless the other one has asked for it himself.
        """
        async with self._hall.act() as act:
            played = await require_seat(act.tx, match, account)
            if (again := await Rematches(act.tx).table_of(match)) is not None:
                return _begun(act.seen(await Tables(act.tx).get(again)))
            table = await self._table(act, played)
            require_card(act.seen(table), card)
            # With both persons locked one wish sees the other, whatever process it comes to.
            await engagements.lock(act.tx, *played.players)
            if (again := await Rematches(act.tx).table_of(match)) is not None:
                return _begun(act.seen(await Tables(act.tx).get(again)))
            await require_stake(act, self._hall.settings, account, table.stake)
            await require_free(act, self._hall.settings, account)
            return await self._wished(act, played, table, account)

    async def decline(self, match: UUID, account: UUID) -> None:
        """Say that one will not play again; later wishes of the other lapse with it."""
        async with self._hall.act() as act:
            played = await require_seat(act.tx, match, account)
            if await Rematches(act.tx).drop(match):
                for other in played.players:
                    act.tell(tables_of(other), RematchDeclined(match, account))

    async def _wished(
        self, act: Act, played: Match, table: Table, account: UUID
    ) -> RematchStanding:
        rematches = Rematches(act.tx)
        new = await rematches.wish(played.id, account, act.now)
        since = act.now - self._hall.settings.tables.rematch_minutes * 60_000
        for other in set(played.players) - await rematches.who(played.id, since):
            if await Blocks(act.tx).has(other, account):
                raise KeptAway
            if new:
                act.tell(tables_of(other), RematchOffered(played.id, account))
            card, until = act.seen(table).card, self._ends(played)
            return RematchStanding(None, card, until, repeated=not new)
        await require_free(act, self._hall.settings, *played.players)
        await Tables(act.tx).open(table)
        if table.private:
            for guest in table.seats:
                await TableGuests(act.tx).invite(table.id, guest)
        begun = act.seen(await start(self._hall, act, table))
        for seat in table.seats:
            act.tell(tables_of(seat), RematchBegun(begun))
        return _begun(begun)

    def _ends(self, played: Match) -> Millis:
        """Until when both may ask for it."""
        if played.ended_at is None:
            raise MatchRuns
        return played.ended_at + self._hall.settings.tables.rematch_minutes * 60_000

    async def _table(self, act: Act, played: Match) -> Table:
        """The table of the next match, not yet opened: as the last one, the seats exchanged."""
        if act.now > self._ends(played):
            raise RematchLapsed
        if played.table is None:
            raise TableNotFound(str(played.id))
        last = await Tables(act.tx).get(played.table)
        conventions = agreed(last)
        require_offered(self._hall.settings, conventions)
        seats = last.seats[::-1]
        return Table(
            id=self._hall.new_id(act.now),
            owner=seats[0],
            status=TableStatus.TAKEN,
            conventions=last.conventions,
            seats=seats,
            size=last.size,
            stake=last.stake,
            spectators=last.spectators,
            created_at=act.now,
            rules=last.rules,
            form=last.form,
            private=last.private,
            owner_rating=await self._hall.strengths.rating(act.tx, seats[0], conventions.rules),
            rematch_of=played.id,
        )


def _begun(table: TableView) -> RematchStanding:
    return RematchStanding(table, table.card, None)
