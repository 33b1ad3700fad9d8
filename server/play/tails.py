"""Fetching what other processes have committed: many matches in one question, each once.

Hints come by the hundred. A question of its own for each would wait for a session of the database,
and hints that come meanwhile would ask again; so there is one question under way, and all that is
wanted meanwhile goes into the next.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final

import structlog

from server.play.errands import Errands
from server.play.live import LiveMatch, LogCorrupted
from server.storage.commits import CommitRow
from server.storage.database import Unavailable
from server.storage.group_commit import CommitLog

PAGE: Final = 50
"""Commits of one match in one answer; a match that has more is asked for again."""
MATCHES: Final = 200
"""Matches in one question."""

_log = structlog.get_logger(__name__)


class Tails:
    """Catches live matches up and shows what is new; `shown` is told of each of them."""

    def __init__(
        self, log: CommitLog, errands: Errands, shown: Callable[[LiveMatch], None]
    ) -> None:
        self._log = log
        self._errands = errands
        self._shown = shown
        self._wanted: set[LiveMatch] = set()
        self._fetching = False

    def want(self, lives: Iterable[LiveMatch]) -> None:
        """Fetch the tails of these, soon."""
        self._wanted.update(lives)
        if self._wanted and not self._fetching:
            self._fetching = True
            self._errands.start(self._fetch_all(), "catch up")

    async def _fetch_all(self) -> None:
        try:
            while self._wanted:
                await self._fetch(list(islice(self._wanted, MATCHES)))
        except Unavailable:
            # Healing asks again for whatever is behind.
            _log.warning("catching_up_postponed", matches=len(self._wanted))
            self._wanted.clear()
        finally:
            self._fetching = False

    async def _fetch(self, lives: list[LiveMatch]) -> None:
        self._wanted.difference_update(lives)
        tails = await self._log.tails({live.stream: live.seq for live in lives}, PAGE)
        for live in lives:
            try:
                self._advance(live, tails.get(live.stream, []))
            except LogCorrupted:
                _log.exception("match_folds_differently", match=str(live.stream))

    def _advance(self, live: LiveMatch, rows: list[CommitRow]) -> None:
        if not rows:
            return
        for row in rows:
            live.advance(row)
        live.check(rows[-1])
        live.show()
        if len(rows) == PAGE:
            self._wanted.add(live)
        self._shown(live)
