"""The seed of a seat that is played by chat: a phrase that its player types, or one drawn for him.

A drawn seed is kept with the board before its digest is told, so that a restart can still tell it.
"""

import hashlib
import secrets
from typing import Final, NamedTuple
from uuid import UUID

from bots.play.scene import Live
from bots.wording import Text
from bots.words import playing as say
from game import commands
from game.commands import PlayerCommand
from game.refusals import Refused
from game.vocabulary import Millis, Phase
from server.dialogue.boards import Boards, ChatBoard
from server.play.orders import Order, PlayRefused
from server.services import Services

PATIENCE: Final[Millis] = 12_000
"""So long a phrase is waited for; the step itself lasts twenty seconds."""
_DRAWN, _TYPED = b"d", b"p"
_LONGEST: Final = 64


def phrase(text: str) -> bytes:
    """What somebody typed, as a board keeps it: as many bytes as a seed may have."""
    return _TYPED + (text.encode("utf-8", "replace")[:_LONGEST] or b"-")


class Tended(NamedTuple):
    """Up to which commit all that was due is done; what happened since was not looked at.

    ``asked``: what its player is to be told where his phrase is waited for.
    """

    seq: int
    asked: Text | None = None


class Seeds:
    """Takes the steps of the draw for the seats that boards show."""

    def __init__(self, services: Services, boards: Boards) -> None:
        self._services = services
        self._boards = boards

    async def tend(self, board: ChatBoard, live: Live, *, phrases: bool) -> Tended:
        """Take the steps that are due for this board's seats."""
        if board.seed is None and phrases and self._waits(live):
            return Tended(live.seq, say.YOUR_PHRASE)
        kept = board.seed or await self._boards.promise(board, _DRAWN + secrets.token_bytes(32))
        await self._step(live, board, kept)
        # The other seat may have been waiting for this one's digest alone.
        live = await self._services.desk.look(board.match)
        seq = live.seq  # the match goes on meanwhile
        await self._step(live, board, kept)
        return Tended(seq)

    def _waits(self, live: Live) -> bool:
        return self._services.clock.now() < waits_until(live)

    def _seats(self, board: ChatBoard, live: Live) -> tuple[int, ...]:
        if board.grouped:
            return 0, 1
        seat = live.seat_of(board.account)
        return () if seat is None else (seat,)

    async def _step(self, live: Live, board: ChatBoard, kept: bytes) -> None:
        if live.state.phase is not Phase.SEEDS:
            return
        draw, drawn = live.state.draw, kept.startswith(_DRAWN)
        for seat in self._seats(board, live):
            seed = _seed_of(kept, seat)
            if draw.digests[seat] is None:
                digest = hashlib.sha256(seed).hexdigest()
                told = commands.CommitSeed(seat, digest, drawn)
                await self._ask(live.stream, f"seed:{seat}", told)
            elif None not in draw.digests and draw.seeds[seat] is None:
                await self._ask(live.stream, f"tell:{seat}", commands.RevealSeed(seat, seed.hex()))

    async def _ask(self, match: UUID, name: str, command: PlayerCommand) -> None:
        now = self._services.clock.now()
        try:
            await self._services.desk.submit(Order(match, None, name, lambda _seat: command, now))
        except (Refused, PlayRefused):
            return  # his client on another screen was faster


def waits_until(live: Live) -> Millis:
    """Until when a phrase is waited for."""
    return live.state.draw.since + PATIENCE


def _seed_of(kept: bytes, seat: int) -> bytes:
    """The seed of a seat: what was typed; of what was drawn, another one for each seat."""
    if kept.startswith(_TYPED):
        return kept[1:]
    return hashlib.sha256(kept + bytes([seat])).digest()
