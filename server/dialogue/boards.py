"""Boards in chats: rows that say what a chat shows of a match, brought to the newest state.

Whoever has a board in a chat plays by chat, and is there as long as the board lives.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec

from game.commands import Return
from game.refusals import Refused
from server.chat.messages import AnyRoomEvent, Said
from server.chat.rooms import Room
from server.play.desk import Desk
from server.play.orders import Order, PlayRefused
from server.storage.chat_boards import (
    LOOKING,
    ChatBoard,
    ChatBoards,
    Shown,
    be_there,
    go_if_done,
    is_there,
)
from server.storage.chat_persons import ChatPerson, ChatPersons
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import FeedLog, TooFarBehind
from server.storage.ids import Millis
from server.storage.matches import Matches, MatchNotFound
from server.storage.online import Online

SHOWN_WITHIN: Final[Millis] = 15_000
"""So long nobody else takes up a board that is being shown."""
PLAYING: Final[Millis] = 30 * 24 * 60 * 60 * 1000
"""Whoever plays is there for as long as any turn may take."""

MOST_SAID: Final = 10
"""Messages of a table that are told at a time."""

_entry = msgspec.json.Decoder(AnyRoomEvent)

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
            await ChatBoards(tx, self._bot).open(board, room_of(board.match).feed.id, now)
            await be_there(tx, board.account, now + PLAYING)
        await self._come_back(board)

    async def look_out(self, account: UUID) -> None:
        """Somebody waits for an opponent in his chat."""
        async with self._database.transaction() as tx:
            await be_there(tx, account, self._clock.now() + LOOKING)

    async def is_wanted(self, account: UUID) -> bool:
        """Whether somebody is to be shown his matches here: he plays by chat, or is nowhere."""
        now = self._clock.now()
        async with self._database.reading() as tx:
            return await is_there(tx, account, now) or not await Online(tx, now).among([account])

    async def find(self, chat: int, match: UUID) -> ChatBoard | None:
        """A match's board in a chat."""
        async with self._database.reading() as tx:
            return await ChatBoards(tx, self._bot).find(chat, match)

    async def in_group(self, match: UUID) -> ChatBoard | None:
        """The board of a match that a group is shown."""
        async with self._database.reading() as tx:
            return await ChatBoards(tx, self._bot).in_group(match)

    async def in_chat(self, chat: int) -> list[ChatBoard]:
        """The live boards of a chat; what was looked at last comes first."""
        async with self._database.reading() as tx:
            return await ChatBoards(tx, self._bot).in_chat(chat)

    async def running(self, account: UUID) -> list[UUID]:
        """The matches that somebody still plays, wherever."""
        async with self._database.reading() as tx:
            return await Matches(tx).unfinished(account)

    async def has_begun(self, table: UUID) -> bool:
        """Whether the match of a table has begun."""
        try:
            await self._desk.look(table)
        except MatchNotFound:
            return False
        return True

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

    async def waits(self, board: ChatBoard, seq: int, wait: Millis) -> None:
        """There is nothing to show of it up to this commit; look for later ones after so long."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).waits(board, seq, self._clock.now() + wait)

    async def talk(self, board: ChatBoard) -> tuple[list[Said], int]:
        """What was said at the table since it was told in this chat, and how far that goes."""
        feed = room_of(board.match).feed
        log = FeedLog(self._database)
        try:
            entries = await log.read(feed.id, board.talk_seq, MOST_SAID)
        except TooFarBehind:
            return [], await log.head(feed.id)
        said = [entry for each in entries if isinstance(entry := _entry.decode(each.told), Said)]
        return said, entries[-1].seq if entries else board.talk_seq

    async def failed(self, board: ChatBoard, wait: Millis) -> None:
        """It could not be shown; to be tried again after so long."""
        async with self._database.transaction() as tx:
            await ChatBoards(tx, self._bot).failed(board, self._clock.now() + wait)

    async def part(self, board: ChatBoard) -> None:
        """Its chat takes nothing from us: show it no more.

        Who plays it in a group finds it in a chat of his own, where he has one: its clock runs on.
        """
        now = self._clock.now()
        players = await self._players(board.match) if board.grouped else ()
        async with self._database.transaction() as tx:
            boards = ChatBoards(tx, self._bot)
            await boards.part(board.chat, board.match)
            for account in players:
                for who in await ChatPersons(tx, self._bot).of(account):
                    if not who.away:
                        await boards.open(_own(board, who), room_of(board.match).feed.id, now)
                        await be_there(tx, account, now + PLAYING)
            await go_if_done(tx, board.account)

    async def part_all(self, chat: int) -> None:
        """A chat takes nothing from us."""
        for board in await self.in_chat(chat):
            await self.part(board)

    async def _players(self, match: UUID) -> tuple[UUID, ...]:
        """Who plays a match that is not over."""
        try:
            live = await self._desk.look(match)
        except MatchNotFound:
            return ()
        return () if live.state.over else tuple(sorted(live.accounts))

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


def _own(board: ChatBoard, who: ChatPerson) -> ChatBoard:
    """The board of a group, as one of its players is shown it by himself."""
    return ChatBoard(who.person, board.match, who.account, grouped=False, language=who.language)


def room_of(match: UUID) -> Room:
    """Where the players of a match talk."""
    return Room.named(f"chat:table:{match}")
