"""The matches of a chat, looked up: what a board shows, and the files of a match that is over."""

import asyncio
from datetime import UTC, datetime
from uuid import UUID

from bots.naming import called
from bots.play.choosing import Draft
from bots.play.scene import Live, Scene
from bots.screens import File
from game.events import AnyEvent
from game.log import decode_events
from server.dialogue.boards import ChatBoard
from server.records.exports import log_zip
from server.records.log import MatchLog
from server.records.whole import logged, whole_log
from server.services import Services

RECENT = 12
"""Commits that a story is told from."""


class Matches:
    """Reads matches for the dialogue; changes nothing."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def live(self, match: UUID) -> Live:
        """The match as it stands; raises ``MatchNotFound``."""
        return await self._services.desk.look(match)

    async def scene(self, live: Live, board: ChatBoard) -> Scene:
        """What a board shows: from its owner's seat; in a group, from the seat that decides."""
        state = live.state
        seat = live.seat_of(board.account)
        decision = state.decision
        if board.grouped and decision is not None:
            seat = state.seat_of(decision.side)
        draft = Draft.of(board.draft, state.turn)
        return Scene(
            match=live.stream,
            state=state,
            seat=seat or 0,
            names=await self.names(live, board.language),
            now=self._services.clock.now(),
            accounts=live.accounts,
            draft=draft.steps,
            held=draft.held,
            grouped=board.grouped,
            recent=await self._recent(live),
        )

    async def names(self, live: Live, language: str) -> tuple[str, str]:
        """What the seats are called."""
        known = await self._services.downloads.names(live.accounts)
        one, two = (
            called(known.get(str(account)), account, language) for account in live.accounts
        )
        return one, two

    async def record(self, account: UUID, match: UUID) -> File:
        """The record of a match as one file: the log, book notation, `.mat`.

        Raises ``MatchNotFound`` and ``NotForSpectators``, as below.
        """
        live = await self._services.desk.seen(match, account)
        downloads = self._services.downloads
        names = await downloads.names(live.accounts)
        dice = await downloads.revealed(match) if live.state.over else None
        rows = await whole_log(self._services.log.read, match)
        commits = tuple(logged(row) for row in rows if row.seq <= live.seq)
        log = MatchLog(str(match), commits, dice)
        began = datetime.fromtimestamp(rows[0].at / 1000, UTC)
        content = await asyncio.to_thread(log_zip, log, names)
        return File(f"nardy-{began:%Y-%m-%d-%H%M}.zip", content)

    async def dice(self, account: UUID, match: UUID) -> File:
        """The sealed dice of a match; raises ``DiceNotSealed``."""
        live = await self._services.desk.seen(match, account)
        return File("dice.zip", await self._services.downloads.dice_zip(match, live.seeds))

    async def _recent(self, live: Live) -> tuple[AnyEvent, ...]:
        rows = await self._services.log.read(live.stream, live.seq - RECENT, RECENT + 1)
        return tuple(event for row in rows for event in decode_events(row.events))
