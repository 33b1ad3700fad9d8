"""The record of a match, for everyone who may watch it, at any moment of the match."""

import asyncio

from server.http.endpoints import Call, Endpoint, File, Nothing
from server.http.resources.matches import SEEN, admitted
from server.records.exports import Names, log_zip, match_mat, match_sgf
from server.records.log import MatchLog
from server.records.whole import logged, whole_log
from server.wordings import Code

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
    rows = await whole_log(call.services.log.read, live.stream)
    commits = tuple(logged(row) for row in rows if row.seq <= live.seq)
    return MatchLog(str(live.stream), commits, dice), names


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
