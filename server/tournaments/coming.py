"""Coming to a meeting: when both are there, their match begins, in the same transaction.

Dice are bound within seconds of a match's beginning, which wants both players; so they are called
first, and a match is opened for those who have come.
"""

from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.tournament import Come
from game.tournament.events import MeetingBegan
from game.tournament.refusals import NotCalled
from server.chat.standing import require_admission
from server.storage import engagements
from server.storage.tables import Table, Tables, TableStatus
from server.storage.tournaments import Tournament, Tournaments
from server.tables.events import Paired, tables_of
from server.tables.hall import Act, Hall
from server.tables.starting import begin
from server.tournaments.arena import Arena, Moment, Moved, read


class Called(msgspec.Struct, frozen=True):
    """One is there; ``match`` is what both play, null while the other is waited for."""

    match: UUID | None


class Coming:
    """The use case."""

    def __init__(self, hall: Hall, arena: Arena) -> None:
        self._hall = hall
        self._arena = arena

    async def come(self, tournament: UUID, account: UUID) -> Called:
        """Be there to play; to come again changes nothing.

        Raises `TournamentNotFound`, `NotCalled`, `TournamentIsOver`, `Banned`.
        """
        try:
            async with self._hall.act() as act:
                await require_admission(act.tx, account, act.now)
                moment = Moment(act.now, self._hall.new_id(act.now))
                moved = await self._arena.carry_out(act.tx, tournament, Come(str(account)), moment)
                act.posts += moved.posts
                return Called(await self._begun(act, moved))
        except NotCalled:
            return await self._there_already(tournament, account)

    async def _begun(self, act: Act, moved: Moved) -> UUID | None:
        """Open the match that begins, if one does."""
        for event in moved.events:
            if isinstance(event, MeetingBegan):
                pair = moved.state.rounds[-1].meetings[event.table].entrants
                seats = tuple(UUID(each) for each in pair)
                return await self._open(act, moved.before, UUID(event.match), seats)
        return None

    async def _open(
        self, act: Act, tournament: Tournament, match: UUID, seats: tuple[UUID, ...]
    ) -> UUID:
        await engagements.lock(act.tx, *seats)
        conventions = msgspec.json.decode(tournament.conventions, type=Conventions)
        table = Table(
            id=match,
            owner=seats[0],
            status=TableStatus.TAKEN,
            conventions=tournament.conventions,
            seats=seats,
            size=len(seats),
            stake=0,
            spectators=conventions.spectators,
            created_at=act.now,
            rules=conventions.rules,
            form=conventions.form,
            owner_rating=await self._hall.strengths.rating(act.tx, seats[0], conventions.rules),
        )
        await Tables(act.tx).open(table)
        begun = act.seen(await begin(self._hall, act, table))
        await Tournaments(act.tx).keep_match(tournament.id, match)
        for seat in seats:
            act.tell(tables_of(seat), Paired(begun))
        return match

    async def _there_already(self, tournament: UUID, account: UUID) -> Called:
        """What somebody has come to before; raises `NotCalled` where it is nothing."""
        async with self._hall.database.reading() as connection:
            state = await read(connection, tournament)
        found = state.rounds[-1].of(str(account)) if state.rounds else None
        if found is None or found[1].decided or str(account) not in found[1].came:
            raise NotCalled("no meeting waits for you")
        match = found[1].match
        return Called(None if match is None else UUID(match))
