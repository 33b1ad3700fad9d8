"""What it costs to leave, to time out or to be absent too long: the next table comes later.

Each such match moves one up a step, and each step has its wait; so many matches finished without
another forgive one step. It is told beforehand, by `Standing`, what the next one would cost.
"""

from collections.abc import Iterable
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.events import AbsenceSpent, AnyEvent, ColoursDrawn, FlagFell, MatchLeft, MatchVoided
from game.log import decode_events
from game.side import Side
from game.vocabulary import VoidCause
from server.play.after_match import Ended
from server.records.whole import whole_log
from server.settings import ConductTerms
from server.storage.clock import Clock
from server.storage.commits import read
from server.storage.conduct import Conduct, Conducts
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.unsettled import unsettled_of

MINUTE: Final = 60_000
STEP: Final = "conduct"


class Standing(msgspec.Struct, frozen=True):
    """Where somebody stands: until when he waits now, if he does, and what comes next.

    ``next_wait`` is how long, in milliseconds, the next match that he leaves or loses to time
    would keep him from a table; ``forgiven_in`` how many finished matches forgive one step.
    """

    offences: int
    waits_until: Millis | None
    next_wait: Millis
    forgiven_in: int | None


class Conducting:
    """Tells people where they stand."""

    def __init__(self, database: Database, clock: Clock, terms: ConductTerms) -> None:
        self._database = database
        self._clock = clock
        self._terms = terms

    async def standing(self, account: UUID) -> Standing:
        """Where somebody stands now."""
        async with self._database.reading() as connection:
            kept = await conduct_of(connection, self._terms, account)
        waits = kept.waits_until > self._clock.now()
        return Standing(
            offences=kept.offences,
            waits_until=kept.waits_until if waits else None,
            next_wait=wait_after(self._terms, kept.offences + 1),
            forgiven_in=self._terms.forgiven_after - kept.clean if kept.offences else None,
        )


class ConductStep:
    """The step after a match that keeps this account."""

    name = STEP

    def __init__(self, terms: ConductTerms) -> None:
        self._terms = terms

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Move everybody's conduct on, once for this match."""
        players = ended.match.players
        guilty = {players[seat] for seat in offenders(ended.events)}
        finished = not any(isinstance(event, MatchVoided) for event in ended.events)
        for account in sorted(set(players)):
            kept = await Conducts(tx).locked(account)
            if account in guilty:
                kept = offended(self._terms, kept, ended.ended_at)
            elif finished:
                kept = behaved(self._terms, kept)
            await Conducts(tx).keep(account, kept)


async def conduct_of(tx: AsyncConnection, terms: ConductTerms, account: UUID) -> Conduct:
    """What is kept of somebody, and what will be of matches that ended a moment ago."""
    kept = await Conducts(tx).of(account)
    for played in await unsettled_of(tx, STEP, account):
        rows = await whole_log(partial(read, tx), played.match)
        events = [event for row in rows for event in decode_events(row.events)]
        if played.seat in offenders(events):
            kept = offended(terms, kept, played.ended_at)
    return kept


def offenders(events: Iterable[AnyEvent]) -> set[int]:
    """The seats that left, timed out, were absent too long, or never told their seed."""
    white, seats = 0, set[int]()
    for event in events:
        match event:
            case ColoursDrawn():
                white = event.white
            case FlagFell() | AbsenceSpent():
                seats.add(white if event.side is Side.WHITE else 1 - white)
            case MatchLeft():
                seats.add(event.seat)
            case MatchVoided(cause=VoidCause.SEED_MISSED):
                seats.update(event.seats)
            case _:
                pass
    return seats


def offended(terms: ConductTerms, kept: Conduct, at: Millis) -> Conduct:
    """One step up, and the wait that belongs to it."""
    offences = min(kept.offences + 1, len(terms.wait_minutes))
    until = at + wait_after(terms, offences)
    return Conduct(offences, 0, max(kept.waits_until, until))


def behaved(terms: ConductTerms, kept: Conduct) -> Conduct:
    """One finished match more; so many of them forgive a step."""
    if not kept.offences:
        return kept
    clean = kept.clean + 1
    if clean < terms.forgiven_after:
        return msgspec.structs.replace(kept, clean=clean)
    return msgspec.structs.replace(kept, offences=kept.offences - 1, clean=0)


def wait_after(terms: ConductTerms, offences: int) -> Millis:
    """How long one waits after so many, in milliseconds; beyond the last step, as long as it."""
    steps = terms.wait_minutes
    return steps[min(offences, len(steps)) - 1] * MINUTE
