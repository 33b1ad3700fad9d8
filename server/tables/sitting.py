"""Sitting down, getting up, being ready: the last seat makes the match, all in one transaction."""

from uuid import UUID

import msgspec

from server.storage.accounts import Accounts
from server.storage.friends import Blocks
from server.storage.table_guests import TableGuests
from server.storage.tables import (
    AlreadySeated,
    Table,
    TableNotFound,
    TableNotOpen,
    Tables,
    TableStatus,
)
from server.storage.tokens import digest
from server.tables import events
from server.tables.admission import require_cool, require_free, require_stake
from server.tables.closing import close
from server.tables.guests import hide_if_private, take_up, withdraw_all
from server.tables.hall import Act, Hall
from server.tables.lobby import require_open
from server.tables.refusals import (
    CardChanged,
    KeptAway,
    NotAtTable,
    OwnTable,
    RatedTable,
    RatingOutOfRange,
    TableClosed,
    TableTaken,
)
from server.tables.starting import start
from server.tables.views import TableView, agreed, wanted_ratings


class Consent(msgspec.Struct, frozen=True):
    """What one agrees to on sitting down: the card, by its digest; and by which invitation.

    The card may be left out at a free table, where nothing can be lost by a change of terms.
    """

    card: str | None = None
    invitation: str | None = None


UNREAD = Consent()


class Seating:
    """The use case. Of two who take one seat at the same instant, one gets it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def sit(self, table: UUID, account: UUID, consent: Consent = UNREAD) -> TableView:
        """Take a free seat; the table comes back as it is then."""
        if self._hall.barring.asks:
            await self._hall.learn_for(await self._stake(table), account)
        try:
            async with self._hall.act() as act:
                await require_free(act, self._hall.settings, account)
                found = await Tables(act.tx).locked(table)
                await self._require_welcome(act, found, account, consent)
                seated = await Tables(act.tx).sit(table, account)
                await take_up(act, seated, account)
                seated = await self._begun_if_ready(act, seated)
        except AlreadySeated as error:
            raise OwnTable from error
        except TableNotOpen as error:
            await self._explain(table, error)
        return self._hall.cards.of(seated)

    async def leave(self, table: UUID, account: UUID) -> TableView:
        """Give one's seat of an open table back; the owner closes the table with it.

        A match that has begun is left by ``leave`` alone, where it is a resignation.
        """
        async with self._hall.act() as act:
            found = await Tables(act.tx).locked(table)
            await hide_if_private(act, found, account)
            if account not in found.seats:
                raise NotAtTable
            if found.status is not TableStatus.OPEN:
                raise TableTaken if found.status is TableStatus.TAKEN else TableClosed
            left = await get_up(act, found, account)
        return self._hall.cards.of(left)

    async def ready(self, table: UUID, account: UUID, *, ready: bool = True) -> TableView:
        """Say that one is ready, or is not; when all are, the match begins."""
        async with self._hall.act() as act:
            found = await Tables(act.tx).locked(table)
            if account not in found.seats:
                await hide_if_private(act, found, account)
                raise NotAtTable
            if found.match is None:
                if found.status is TableStatus.CLOSED:
                    raise TableClosed
                if ready:
                    await require_cool(act, self._hall.settings, account)
                    await require_stake(act, self._hall.settings, account, found.stake)
                found = await Tables(act.tx).ready(found, account, ready=ready)
                found = await self._begun_if_ready(act, found)
        return self._hall.cards.of(found)

    async def _begun_if_ready(self, act: Act, table: Table) -> Table:
        if table.all_ready:
            table = await start(self._hall, act, table)
            act.tell_of(table, events.TableTaken(act.seen(table)))
            await withdraw_all(act, table.id)
        else:
            act.tell_of(table, events.TableChanged(act.seen(table)))
        return table

    async def _require_welcome(
        self, act: Act, table: Table, account: UUID, consent: Consent
    ) -> None:
        """See that this person may sit here, and knows the terms."""
        if table.private and consent.invitation is not None:
            if table.link != digest(consent.invitation):
                raise TableNotFound(str(table.id))
            await TableGuests(act.tx).invite(table.id, account)
        await hide_if_private(act, table, account)
        if account in table.seats:
            raise OwnTable
        require_open(table)
        for seat in table.seats:
            if await Blocks(act.tx).has(seat, account):
                raise KeptAway
        conventions = agreed(table)
        if conventions.rated and (await Accounts(act.tx).get(account)).is_guest:
            raise RatedTable
        if (wanted := wanted_ratings(table)) is not None:
            strengths = self._hall.strengths
            if not wanted.has(await strengths.rating(act.tx, account, conventions.rules)):
                raise RatingOutOfRange(wanted.bounds)
        require_card(act.seen(table), consent.card)
        await require_stake(act, self._hall.settings, account, table.stake)
        await self._hall.coins.require_cover(act.tx, account, conventions)

    async def _stake(self, table: UUID) -> int:
        async with self._hall.database.reading() as connection:
            return (await Tables(connection).get(table)).stake

    async def _explain(self, table: UUID, error: TableNotOpen) -> None:
        """Say what became of a table that was not open."""
        async with self._hall.database.reading() as connection:
            require_open(await Tables(connection).get(table))
        raise TableClosed from error


def require_card(seen: TableView, card: str | None) -> None:
    """Raise ``CardChanged`` unless these are the terms that somebody has read."""
    if card is None and seen.stakes is None:
        return
    if card != seen.card:
        raise CardChanged


async def get_up(act: Act, table: Table, account: UUID) -> Table:
    """Take somebody from a table that has not begun; with its owner it closes."""
    tables = Tables(act.tx)
    if account not in table.seats or table.match is not None:
        return table
    if account == table.owner:
        await close(act, table)
        return await tables.get(table.id)
    left = await tables.leave(table, account)
    act.tell_of(left, events.TableChanged(act.seen(left)))
    return left
