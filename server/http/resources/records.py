"""The record of a match, for everyone who may watch it, at any moment of the match."""

import asyncio
from uuid import UUID

from game.log import decode_events
from server.http.endpoints import Call, Endpoint, File, Nothing
from server.http.resources.matches import SEEN, admitted
from server.records.exports import Names, log_zip, match_mat, match_sgf
from server.records.log import LoggedCommit, MatchLog
from server.storage.commits import CommitRow
from server.wordings import Code

_PAGE = 1_000
_SGF = "application/x-go-sgf"
"""What SGF is registered as, whatever game is in it."""


async def log_archive(call: Call[Nothing, Nothing]) -> File:
    """Hand out the log: as JSON, in book notation, and as other programs read it."""
    log, names = await _kept(call)
    content = await asyncio.to_thread(log_zip, log, names)
    return File("log.zip", "application/zip", content)


async def jellyfish_text(call: Call[Nothing, Nothing]) -> File:
    """Hand out the match as Jellyfish text."""
    log, names = await _kept(call)
    content = await asyncio.to_thread(match_mat, log, names)
    return File("match.mat", "text/plain", content)


async def smart_game_format(call: Call[Nothing, Nothing]) -> File:
    """Hand out the match as SGF."""
    log, names = await _kept(call)
    content = await asyncio.to_thread(match_sgf, log, names)
    return File("match.sgf", _SGF, content)


async def _kept(call: Call[Nothing, Nothing]) -> tuple[MatchLog, Names]:
    """The log as far as it has come, and what the players are called."""
    live = await admitted(call)
    over, downloads = live.state.over, call.services.downloads
    names = await downloads.names(live.accounts)
    dice = await downloads.revealed(live.stream) if over else None
    rows = await _rows(call, live.stream)
    commits = tuple(_logged(row) for row in rows if row.seq <= live.seq)
    return MatchLog(str(live.stream), commits, dice), names


async def _rows(call: Call[Nothing, Nothing], match: UUID) -> list[CommitRow]:
    rows: list[CommitRow] = []
    while True:
        page = await call.services.log.read(match, rows[-1].seq if rows else -1, _PAGE)
        rows += page
        if len(page) < _PAGE:
            return rows


def _logged(row: CommitRow) -> LoggedCommit:
    return LoggedCommit(
        seq=row.seq,
        at=row.at,
        actor=None if row.actor is None else str(row.actor),
        command_id=row.command_id,
        events=decode_events(row.events),
        hash=row.state_hash.hex(),
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/log.zip",
        handler=log_archive,
        summary="Its record: the log as JSON, book notation in English and Russian, .mat, SGF",
        answers={200: File},
        raises=SEEN,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/match.mat",
        handler=jellyfish_text,
        summary="Its record as Jellyfish text, which GNU Backgammon and others read",
        answers={200: File},
        media_type="text/plain",
        raises=SEEN,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/match.sgf",
        handler=smart_game_format,
        summary="Its record as SGF for GNU Backgammon: short, nackgammon and hypergammon",
        answers={200: File},
        media_type=_SGF,
        raises=(*SEEN, Code.NO_SGF),
    ),
)
