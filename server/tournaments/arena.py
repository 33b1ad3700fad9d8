"""How a tournament goes on: one command, decided on the fold of its log under the lock of its row.

What it did is one commit, with all that follows from it in the same transaction: fees that go
back, prizes, the word to those whom it concerns. Of two processes that come at once the second
decides on what the first has done; a round is drawn by a commit, so there is each of them once.
"""

import asyncio
from collections.abc import Iterable
from functools import reduce
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.tournament import (
    AnyTournamentCommand,
    AnyTournamentEvent,
    Context,
    Register,
    Ring,
    TournamentPhase,
    TournamentState,
    fold,
)
from server.money.entries import Fees
from server.storage.dice_secrets import Secrets
from server.storage.feeds import Post
from server.storage.ids import Millis
from server.storage.sealing import Sealing
from server.storage.tournaments import Step, Tournament, Tournaments
from server.tournaments.events import moved
from server.tournaments.following import follow

_events = msgspec.json.Decoder(tuple[AnyTournamentEvent, ...])


class Moment(msgspec.Struct, frozen=True):
    """When a command is decided, the id of the match that may begin by it, and when the service
    was last away.
    """

    at: Millis
    match: UUID | None = None
    away_until: Millis = 0


class Moved(msgspec.Struct, frozen=True):
    """What a command did: the tournament before it, the events, how it stands after them, and what
    is to be told of it.
    """

    before: Tournament
    events: tuple[AnyTournamentEvent, ...]
    state: TournamentState
    posts: tuple[Post, ...]


class Arena(msgspec.Struct, frozen=True):
    """What deciding needs: the key to the secrets of lots, and who moves fees and prizes."""

    sealing: Sealing
    fees: Fees

    async def carry_out(
        self, tx: AsyncConnection, tournament: UUID, command: AnyTournamentCommand, moment: Moment
    ) -> Moved:
        """Decide a command and write what it did.

        Raises `TournamentNotFound`, and what the tournament refuses.
        """
        row = await Tournaments(tx).locked(tournament)
        state = await read(tx, tournament)
        context = Context(
            at=moment.at,
            secret=await self._secret(tx, state, command),
            match="" if moment.match is None else str(moment.match),
            away_until=moment.away_until,
        )
        # Beside the loop: to draw a round of hundreds takes a tenth of a second.
        events = await asyncio.to_thread(state.apply, command, context)
        after = reduce(TournamentState.after, events, state)
        await Tournaments(tx).append(
            Step(
                tournament=tournament,
                seq=row.seq + 1,
                at=moment.at,
                events=msgspec.json.encode(events),
                phase=after.phase,
                due=after.due(),
            )
        )
        told = await follow(tx, self.fees, row, events, after)
        return Moved(row, events, after, (moved(tournament, row.seq + 1, events), *told))

    async def _secret(
        self, tx: AsyncConnection, state: TournamentState, command: AnyTournamentCommand
    ) -> str:
        """By what lots are drawn: what the log tells, or is to tell by this command."""
        if state.secret is not None:
            return state.secret
        if state.phase is TournamentPhase.REGISTERING and isinstance(command, Register | Ring):
            return (await Secrets(tx, self.sealing).get(UUID(state.id))).secret.hex()
        return ""


async def read(tx: AsyncConnection, tournament: UUID) -> TournamentState:
    """A tournament as its log tells it."""
    return await asyncio.to_thread(folded, await Tournaments(tx).log(tournament))


def folded(log: Iterable[bytes]) -> TournamentState:
    """A tournament as the commits of its log tell it."""
    return fold(event for commit in log for event in _events.decode(commit))
