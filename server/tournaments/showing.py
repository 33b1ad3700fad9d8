"""Tournaments as people see them: a list, one whole, one's own."""

import asyncio
from collections.abc import Collection
from uuid import UUID

import msgspec

from game.tournament import TournamentPhase
from server.money.entries import Fees
from server.storage.database import Database
from server.storage.feeds import FeedLog
from server.storage.names import Names
from server.storage.preferences import Language
from server.storage.tournaments import Tournaments
from server.tournaments.arena import folded
from server.tournaments.events import TOURNAMENTS
from server.tournaments.views import TournamentCard, TournamentShown, card_of, standings_of


class Listed(msgspec.Struct, frozen=True):
    """Tournaments, at least as new as entry ``seq`` of the topic ``tournaments``."""

    tournaments: list[TournamentCard]
    seq: int


class Showing(msgspec.Struct, frozen=True):
    """The use case."""

    database: Database
    fees: Fees

    async def listed(
        self,
        phases: Collection[TournamentPhase],
        limit: int,
        before: UUID | None,
        language: Language,
    ) -> Listed:
        """Those of these phases, the last announced first, older than ``before``."""
        seq = await FeedLog(self.database).head(TOURNAMENTS.id)
        async with self.database.reading() as connection:
            found = await Tournaments(connection).listed(phases, limit, before)
        return Listed([card_of(each, self.fees, language) for each in found], seq)

    async def of(self, account: UUID, language: Language) -> list[TournamentCard]:
        """Those in which somebody takes part and that are not over."""
        async with self.database.reading() as connection:
            found = await Tournaments(connection).of(account)
        return [card_of(each, self.fees, language) for each in found]

    async def shown(self, tournament: UUID, language: Language) -> TournamentShown:
        """One whole; raises `TournamentNotFound`."""
        async with self.database.reading() as connection:
            found = await Tournaments(connection).get(tournament)
            log = await Tournaments(connection).log(tournament)
            # Looked at after the log, so that nobody whom it tells of is missing.
            entries = await Tournaments(connection).entries(tournament)
            names = await Names(connection).of(entries.keys())
        state = await asyncio.to_thread(folded, log)
        return TournamentShown(
            tournament=card_of(found, self.fees, language),
            standings=standings_of(state, entries, names),
            rounds=state.rounds,
            lot=state.lot,
            secret=state.secret,
            seq=len(log) - 1,
        )
