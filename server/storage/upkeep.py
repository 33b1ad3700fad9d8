"""Upkeep, at a start and once a day: coming months' partitions, and what has had its time."""

import asyncio
from typing import Final

from sqlalchemy import delete, func, select, update

from server.storage import feeds, partitions, signs
from server.storage import launches as replays
from server.storage import messages as talk
from server.storage import payment_callbacks as told
from server.storage import traces as links
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.loops import Loop
from server.storage.schema import (
    failures,
    gaps,
    jobs,
    launches,
    nonces,
    processes,
    sessions,
)
from server.storage.schema_cases import case_letters, cases
from server.storage.schema_community import chat_events
from server.storage.schema_dialogue import chat_boards, chat_labels, chat_presence, chat_updates
from server.storage.schema_disputes import refusals
from server.storage.schema_live import feed_entries, rematches, spectators
from server.storage.schema_logins import login_codes
from server.storage.schema_purchases import payment_callbacks
from server.storage.schema_signs import match_losses
from server.storage.schema_talk import messages, notices, traces

DAY: Final = 24 * 60 * 60 * 1000
_HOUR: Final = 60 * 60 * 1000
_GAPS_KEPT: Final = 400 * DAY
_JOBS_KEPT: Final = 7 * DAY
_NOTICES_KEPT: Final = 7 * DAY
_UPDATES_KEPT: Final = 2 * DAY
_BOARDS_KEPT: Final = 30 * DAY
_REFUSALS_KEPT: Final = 7 * DAY
_LETTERS_KEPT: Final = 30 * DAY
_SENDERS_KEPT: Final = 90 * DAY


def daily(database: Database, clock: Clock) -> Loop:
    """Sweeps at once and once a day, for as long as it is entered."""

    async def round_() -> None:
        await sweep(database, clock.now())
        await asyncio.sleep(DAY / 1000)

    return Loop("upkeep", round_)


async def sweep(database: Database, now: Millis) -> None:
    """Make partitions, end what has expired. Any process may run it, also at once."""
    async with database.transaction() as tx:
        await partitions.ensure(tx, now)
    newest = select(func.max(processes.c.beat)).scalar_subquery()
    for expired in (
        delete(nonces).where(nonces.c.expires < now),
        delete(login_codes).where(login_codes.c.expires < now),
        delete(launches).where(launches.c.seen_at < now - replays.REMEMBERED),
        delete(sessions).where(sessions.c.expires < now),
        delete(failures).where(failures.c.hour < now // _HOUR - 1),
        delete(refusals).where(refusals.c.received_at < now - _REFUSALS_KEPT),
        delete(gaps).where(gaps.c.ended < now - _GAPS_KEPT),
        delete(notices).where(notices.c.at < now - _NOTICES_KEPT),
        delete(case_letters).where(case_letters.c.at < now - _LETTERS_KEPT),
        update(cases)
        .where(cases.c.sender.is_not(None), cases.c.closed_at < now - _SENDERS_KEPT)
        .values(sender=None),
        delete(messages).where(messages.c.at < now - talk.KEPT),
        delete(match_losses).where(match_losses.c.at < now - signs.KEPT),
        delete(traces).where(traces.c.last_at < now - links.KEPT),
        delete(feed_entries).where(feed_entries.c.at < now - feeds.KEPT),
        delete(payment_callbacks).where(payment_callbacks.c.at < now - told.KEPT),
        delete(rematches).where(rematches.c.at < now - DAY),
        delete(chat_updates).where(chat_updates.c.at < now - _UPDATES_KEPT),
        delete(chat_labels).where(chat_labels.c.at < now - _UPDATES_KEPT),
        delete(chat_events).where(chat_events.c.at < now - _UPDATES_KEPT),
        delete(chat_boards).where(chat_boards.c.looked_at < now - _BOARDS_KEPT),
        # A search that was held till then is ended by the quick game, which tells of it.
        delete(chat_presence).where(chat_presence.c.until < now - _HOUR),
        delete(spectators).where(spectators.c.process.not_in(select(processes.c.id))),
        delete(jobs).where(jobs.c.done_at < now - _JOBS_KEPT),
        # the last beat of all tells the next start for how long nobody was served
        delete(processes).where(
            processes.c.gone, processes.c.beat < now - DAY, processes.c.beat < newest
        ),
    ):
        async with database.transaction() as tx:
            await tx.execute(expired)
