"""Boards in chats: rows that say what a chat shows of a match, brought to the newest state.

Whoever has a board in a chat plays by chat, and is there as long as the board lives.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from game.commands import Return
from game.refusals import Refused
from server.play.desk import Desk
from server.play.orders import Order, PlayRefused
from server.storage.chat_boards import ChatBoard, ChatBoards, Shown, be_there, go_if_done
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.matches import MatchNotFound

SHOWN_WITHIN: Final[Millis] = 15_000
"""So long nobody else takes up a board that is being shown."""
PLAYING: Final[Millis] = 30 * 24 * 60 * 60 * 1000
"""Whoever plays is there for as long as any turn may take."""
LOOKING: Final[Millis] = 30 * 60 * 1000
"""So long somebody is looked for whom no socket shows to be there."""

__all__ = ["Boards", "ChatBoard", "ChatBoards", "Shown"]


class Boards:
    """The use case, for one bot."""

    def __init__(self, database: Database, clock: Clock, desk: Desk, bot: str) -> None:
        self._database = database
        self._clock = clock
        self._desk = desk
        self._bot = bot

    async def open(self, board: ChatBoard) -> None:
        """Show a match in a chat, anew if it is shown there already."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).open(board, now)
            await be_there(tx, board.account, now + PLAYING)
        await self._come_back(board)

    async def look_out(self, account: UUID) -> None:
        """Somebody waits for an opponent in his chat."""
        async with self._database.transaction() as tx:
            await be_there(tx, account, self._clock.now() + LOOKING)

    async def find(self, chat: int, match: UUID) -> ChatBoard | None:
        """A match's board in a chat."""
        async with self._database.reading() as tx:
            return await ChatBoards(tx, self._bot).find(chat, match)

    async def in_chat(self, chat: int) -> list[ChatBoard]:
        """The live boards of a chat; what was looked at last comes first."""
        async with self._database.reading() as tx:
            return await ChatBoards(tx, self._bot).in_chat(chat)

    async def draw(self, board: ChatBoard, draft: bytes | None) -> None:
        """Remember what is chosen on a board."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).draw(board.chat, board.match, draft, self._clock.now())

    async def promise(self, board: ChatBoard, seed: bytes) -> bytes:
        """Keep a seed for the dice of a match, unless there is one; the one that is kept."""
        async with self._database.transaction() as tx:
            return await ChatBoards(tx, self._bot).promise(board.chat, board.match, seed)

    async def claim(self, limit: int) -> Sequence[ChatBoard]:
        """Take up boards that are not as they should be."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            return await ChatBoards(tx, self._bot).claim(now, now + SHOWN_WITHIN, limit)

    async def shown(self, board: ChatBoard, shown: Shown) -> None:
        """It shows this now; who has no live board any more does not play by chat."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).shown(board, shown)
            if not shown.live:
                await go_if_done(tx, board.account)

    async def failed(self, board: ChatBoard, wait: Millis) -> None:
        """It could not be shown; to be tried again after so long."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).failed(board, self._clock.now() + wait)

    async def part(self, board: ChatBoard) -> None:
        """Its chat takes nothing from us: show it no more."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).part(board.chat, board.match)
            await go_if_done(tx, board.account)

    async def part_all(self, chat: int) -> None:
        """A chat takes nothing from us."""
        async with self._database.transaction() as tx:
            boards = ChatBoards(tx, self._bot)
            gone = {board.account for board in await boards.in_chat(chat)}
            await boards.part_all(chat)
            for account in sorted(gone):
                await go_if_done(tx, account)

    async def move(self, chat: int, to: int) -> None:
        """The platform calls this chat otherwise now."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).move(chat, to)

    async def _come_back(self, board: ChatBoard) -> None:
        """Where his seat counts as left, he is there again."""
        try:
            live = await self._desk.look(board.match)
            seat = live.seat_of(board.account)
            if seat is None or seat not in live.state.absent:
                return
            now = self._clock.now()
            name = f"presence:{seat}:{now}"
            order = Order(board.match, None, name, lambda _seat: Return(seat), now)
            await self._desk.submit(order)
        except (MatchNotFound, Refused, PlayRefused):
            return  # it has not begun, or is over: nobody is missed
