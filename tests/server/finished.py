"""Matches that have ended, put into a database whole: log, players, result, the work to follow."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast
from uuid import UUID

import msgspec
from msgspec.structs import replace

from game.events import AnyEvent, MatchEnded, MatchOpened, MatchVoided
from game.log import encode_events
from game.match import MatchState, fold
from server.play.desk import Desk
from server.play.ground import Ground
from server.storage.clock import DatabaseClock
from server.storage.commits import CommitRow, append_alone
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.jobs import AFTER_MATCH, Jobs
from server.storage.matches import Match, Matches
from server.storage.upcast import SCHEMA
from tests.game.selfplay import SelfPlay, agreed
from tests.server.edge import Edge

Commits = tuple[tuple[AnyEvent, ...], ...]

_ids = Ids()


def new_id(edge: Edge) -> UUID:
    """A key of this moment."""
    return _ids.new(edge.services.clock.now())


def ground_of(edge: Edge, later: int = 0) -> Ground:
    """What the play of an edge stands on, with a clock that is so many milliseconds ahead."""
    ground = cast("Desk", edge.services.desk)._ground
    ahead = DatabaseClock(lambda: ground.clock.now() + later)
    return replace(ground, clock=ahead)


def played_by(
    players: Sequence[UUID], match: UUID, seed: int = 1, **conventions: object
) -> Commits:
    """The commits of a match between these accounts, all plays drawn."""
    asked: dict[str, object] = {"rules": "hypergammon", "form": "game"}
    driven = SelfPlay(agreed(**asked | conventions), Random(seed))
    first, *later = (commit.events for commit in driven.commits())
    (opened, *bound) = first
    assert isinstance(opened, MatchOpened)
    names = tuple(str(player) for player in players)
    ours = replace(opened, match=str(match), players=names)
    return ((ours, *bound), *later)


def rows_of(commits: Commits, at: Millis) -> Iterator[CommitRow]:
    """The commits as they are stored, all of one moment."""
    state = MatchState.new()
    for seq, events in enumerate(commits):
        for event in events:
            state = state.after(event)
        assert state.opened is not None
        yield CommitRow(
            stream=UUID(state.opened.match),
            seq=seq,
            schema=SCHEMA,
            command_id=f"command {seq}",
            actor=None,
            received_at=at,
            at=at,
            events=encode_events(events),
            state_hash=bytes.fromhex(state.hash()),
        )


async def keep(database: Database, commits: Commits, ended_at: Millis) -> UUID:
    """Store a match as the service does, from its commits; it has ended at that moment."""
    opened = commits[0][0]
    assert isinstance(opened, MatchOpened)
    match = UUID(opened.match)
    async with database.transaction() as tx:
        players = tuple(UUID(player) for player in opened.players)
        await Matches(tx).start(Match(match, None, players, ended_at - 1, None, None, True))
        for row in rows_of(commits, ended_at):
            await append_alone(tx, row)
        state = fold(event for events in commits for event in events)
        if state.over:
            assert isinstance(state.result, MatchEnded | MatchVoided)
            await Matches(tx).end(match, ended_at, msgspec.json.encode(state.result))
            await Jobs(tx).add(match, AFTER_MATCH, ended_at)
    return match
