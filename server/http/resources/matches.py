"""A match as anybody who may watch it can read it: summary, commits, the archive of its dice."""

from typing import Annotated, Any
from uuid import UUID

import msgspec

from game.clock import ClockFace
from game.conventions import Conventions
from game.events import Decision, MatchEnded, MatchVoided
from game.rulesets import RuleName
from server.http.endpoints import Call, Endpoint, File, Nothing
from server.http.paging import Limit, cut
from server.play.live import LiveMatch
from server.records.downloads import DiceNeverSealed
from server.records.log import Revealed
from server.storage.commits import CommitRow
from server.storage.ids import Millis
from server.storage.open_matches import OpenMatch
from server.wordings import Code


class MatchView(msgspec.Struct, frozen=True):
    """A match at its commit ``seq``.

    ``dice`` is null until the match has ended; then it is the secret and the password of
    ``dice.zip``, and with the seeds in the log anybody can check every roll. It stays null where
    the house has lost the key of its secrets. ``nicks`` are the players' where they have some,
    ``spectators`` how many watch without a seat.
    """

    id: UUID
    players: tuple[UUID, ...]
    nicks: tuple[str | None, ...]
    conventions: Conventions
    seq: int
    hash: str
    over: bool
    decision: Decision | None
    clock: ClockFace | None
    result: MatchEnded | MatchVoided | None
    dice: Revealed | None
    spectators: int


class CommitListed(msgspec.Struct, frozen=True):
    """One commit, as it was pushed when it was made."""

    seq: int
    at: Millis
    actor: UUID | None
    command_id: str
    events: Any
    hash: str

    @classmethod
    def of(cls, row: CommitRow) -> "CommitListed":
        """Render a commit; its events are passed on as they are stored."""
        return cls(
            seq=row.seq,
            at=row.at,
            actor=row.actor,
            command_id=row.command_id,
            events=msgspec.Raw(row.events),
            hash=row.state_hash.hex(),
        )


class CommitsAfter(msgspec.Struct, frozen=True):
    """Which commits: those with ``seq > after``."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)] = -1
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 200


class CommitsListed(msgspec.Struct, frozen=True):
    """Commits in order; ``next`` is the ``after`` of the next page, null when there is none."""

    commits: tuple[CommitListed, ...]
    next: int | None


class MatchesWanted(msgspec.Struct, frozen=True):
    """Which running matches: of a rule set, or of all; ``cursor`` is the ``next`` before."""

    rules: RuleName | None = None
    cursor: UUID | None = None
    limit: Limit = 50


class MatchesListed(msgspec.Struct, frozen=True):
    """Running matches, the last begun first; ``next`` is null on the last page."""

    matches: tuple[OpenMatch, ...]
    next: UUID | None


async def list_matches(call: Call[Nothing, MatchesWanted]) -> MatchesListed:
    """List what may be watched."""
    page = call.query
    found = await call.services.spectators.open_matches(page.rules, page.limit + 1, page.cursor)
    shown, last = cut(found, page.limit)
    return MatchesListed(shown, None if last is None else last.id)


async def show_match(call: Call[Nothing, Nothing]) -> MatchView:
    """Show a match."""
    live = await admitted(call)
    state = live.state
    names = await call.services.downloads.names(live.accounts)
    return MatchView(
        id=live.stream,
        players=live.accounts,
        nicks=tuple(names.get(player) for player in state.players),
        conventions=state.conventions,
        seq=live.seq,
        hash=state.hash(),
        over=state.over,
        decision=state.decision,
        clock=state.clock,
        result=await call.services.downloads.result(live.stream) if state.over else None,
        dice=await call.services.downloads.revealed(live.stream) if state.over else None,
        spectators=await call.services.spectators.count(live.stream),
    )


async def list_commits(call: Call[Nothing, CommitsAfter]) -> CommitsListed:
    """List commits."""
    live = await admitted(call)
    read = await call.services.log.read(live.stream, call.query.after, call.query.limit)
    rows = [row for row in read if row.seq <= live.seq]
    more = len(rows) == call.query.limit
    return CommitsListed(tuple(map(CommitListed.of, rows)), rows[-1].seq if more else None)


async def dice_archive(call: Call[Nothing, Nothing]) -> File:
    """Hand out the sealed dice."""
    live = await admitted(call)
    seeds = _seeds(live)
    if live.state.over and not seeds:
        raise DiceNeverSealed
    content = await call.services.downloads.dice_zip(live.stream, seeds)
    return File("dice.zip", "application/zip", content)


async def admitted(call: Call[Nothing, Any]) -> LiveMatch:
    """Return the match as the caller may see it: spectators of coins see it late."""
    return await call.services.desk.seen(call.id, call.account)


def _seeds(live: LiveMatch) -> tuple[bytes, ...]:
    told = [bytes.fromhex(seed) for seed in live.state.draw.seeds if seed is not None]
    return tuple(told) if len(told) == len(live.state.players) else ()


SEEN = (Code.MATCH_NOT_FOUND, Code.NOT_FOR_SPECTATORS)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/matches",
        handler=list_matches,
        summary="Matches that run and that anybody may watch",
        query=MatchesWanted,
        answers={200: MatchesListed},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}",
        handler=show_match,
        summary="A match as it stands",
        answers={200: MatchView},
        raises=SEEN,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/commits",
        handler=list_commits,
        summary="What happened in it, commit by commit",
        query=CommitsAfter,
        answers={200: CommitsListed},
        raises=SEEN,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/dice.zip",
        handler=dice_archive,
        summary="All its dice, sealed before the first roll; the password comes at the end",
        answers={200: File},
        raises=(*SEEN, Code.DICE_NOT_SEALED, Code.DICE_NEVER_SEALED, Code.DICE_KEY_LOST),
    ),
)
