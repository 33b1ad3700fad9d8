"""A match as a dispute needs it: all that is known of it, on one line of time, in one file."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from game.vocabulary import snake
from server.records.log import Revealed
from server.storage.commits import CommitRow
from server.storage.disputes import Moved, Outage, RefusedCommand
from server.storage.ids import Millis
from server.storage.ledger_accounts import wallet

SERVICE = "service"
"""Who acts where nobody sits: alarms, the start, the end."""
OUTSIDER = "without a seat"


class Entry(msgspec.Struct, frozen=True, tag_field="what", tag=snake):
    """The base of what stands on the line, not one itself; ``at`` is its place in milliseconds."""

    at: Millis


class Commanded(Entry, frozen=True):
    """A command was done: received ``at``, judged by ``judged_at``, kept as commit ``seq``.

    In a player's copy the moment at which the other's command was received is the judged one.
    """

    who: str
    command_id: str
    seq: int
    judged_at: Millis
    hash: str


class Happened(Entry, frozen=True):
    """An event of a commit, as everybody was told it; ``seat_left`` and ``seat_returned`` are the
    states of connections.
    """

    seq: int
    event: Any


class TurnedDown(Entry, frozen=True):
    """A command was refused with this code."""

    who: str
    command_id: str
    code: str


class NotServed(Entry, frozen=True):
    """From then until ``until`` this seat, or where there is none everybody, was not served."""

    until: Millis
    cause: str
    who: str | None


class CoinsMoved(Entry, frozen=True):
    """The ledger moved coins; the sides are seats, or the house's accounts by name."""

    source: str
    target: str
    amount: int
    cause: str


AnyEntry = Commanded | Happened | TurnedDown | NotServed | CoinsMoved


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one match. ``players`` are accounts by seat, ``dice`` what was published,
    ``proof`` what checking it has come to, ``disputes`` what the players say, in a player's copy
    what he says himself.
    """

    match: UUID
    players: tuple[UUID, ...]
    disputes: tuple[str, ...]
    dice: Revealed | None
    proof: tuple[str, ...]
    timeline: tuple[AnyEntry, ...]
    format: str = "nardy-dispute/1"


class Sources(msgspec.Struct, frozen=True, kw_only=True):
    """What a line of time is made of."""

    players: tuple[UUID, ...]
    rows: Sequence[CommitRow]
    refused: Sequence[RefusedCommand]
    outages: Sequence[Outage]
    moved: Sequence[Moved]


def timeline(match: UUID, sources: Sources, seen_by: UUID | None = None) -> tuple[AnyEntry, ...]:
    """Everything in order; for a player (``seen_by``) without what is the other's own."""
    entries: list[AnyEntry] = [
        *_commits(sources, seen_by),
        *(
            TurnedDown(each.received_at, _who(sources, each.account), each.command_id, each.code)
            for each in sources.refused
            if seen_by in (None, each.account)
        ),
        *(
            NotServed(
                each.began,
                each.ended,
                each.cause,
                None if each.account is None else _who(sources, each.account),
            )
            for each in sources.outages
        ),
        *_coins(match, sources, seen_by),
    ]
    return tuple(sorted(entries, key=lambda entry: entry.at))


def _commits(sources: Sources, seen_by: UUID | None) -> Iterator[AnyEntry]:
    for row in sources.rows:
        own = seen_by is None or row.actor == seen_by
        yield Commanded(
            row.received_at if own else row.at,
            SERVICE if row.actor is None else _who(sources, row.actor),
            row.command_id,
            row.seq,
            row.at,
            row.state_hash.hex(),
        )
        for event in msgspec.json.decode(row.events):
            yield Happened(row.at, row.seq, event)


def _coins(match: UUID, sources: Sources, seen_by: UUID | None) -> Iterator[AnyEntry]:
    names = {
        name: f"seat {seat}"
        for seat, player in enumerate(sources.players)
        for name in (wallet(player).name, f"coins:hold:{match}:{seat}")
    }
    own = None if seen_by is None else _who(sources, seen_by)
    for each in sources.moved:
        source, target = names.get(each.source, each.source), names.get(each.target, each.target)
        if own in (None, source, target):
            yield CoinsMoved(each.at, source, target, each.amount, each.cause)


def _who(sources: Sources, account: UUID) -> str:
    if account not in sources.players:
        return OUTSIDER
    return f"seat {sources.players.index(account)}"
