"""Boards shown in chats: which message shows which match, how new it is, what was chosen on it."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, case, delete, false, func, null, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import commits
from server.storage.schema_dialogue import chat_boards, chat_presence
from server.storage.schema_live import feeds, seekers

UNSENT: Final = -1
LOOKING: Final[Millis] = 30 * 60 * 1000
"""So long somebody is looked for whom no socket shows to be there."""


class ChatBoard(msgspec.Struct, frozen=True):
    """A match as one chat is shown it.

    ``account``: whose board it is; where ``grouped``, who offered the match to the group.
    ``draft`` is what was chosen and not confirmed, ``seed`` what this seat promised for the dice.
    """

    chat: int
    match: UUID
    account: UUID
    grouped: bool
    language: str
    message: int | None = None
    live: bool = True
    shown_seq: int = UNSENT
    version: int = 0
    shown_version: int = UNSENT
    draft: bytes | None = None
    seed: bytes | None = None
    remind_at: Millis | None = None
    failures: int = 0
    talk_seq: int = UNSENT


class Shown(msgspec.Struct, frozen=True):
    """What a chat shows now: the message, the commit and the version that it is of.

    ``due``: when it may be changed next. ``live``: whether it ever will be. ``talk``: how far the
    talk at the table was told.
    """

    message: int | None
    seq: int
    version: int
    due: Millis
    remind_at: Millis | None = None
    live: bool = True
    talk: int = UNSENT


class ChatBoards:
    """The boards of one bot, within a transaction."""

    def __init__(self, tx: AsyncConnection, bot: str) -> None:
        self._tx = tx
        self._bot = bot

    async def open(self, board: ChatBoard, talk: UUID, now: Millis) -> None:
        """Show a match in a chat, in a message that is new; what was chosen on it stays.

        `talk` is the feed of the room in which its players talk.
        """
        values = {
            "bot": self._bot,
            "chat": board.chat,
            "match": board.match,
            "account": board.account,
            "grouped": board.grouped,
            "language": board.language,
            "message": board.message,
            "shown_version": board.shown_version,
            "talk_feed": talk,
            "looked_at": now,
        }
        await self._tx.execute(
            insert(chat_boards)
            .values(values)
            .on_conflict_do_update(
                index_elements=[chat_boards.c.bot, chat_boards.c.chat, chat_boards.c.match],
                set_={
                    "message": board.message,
                    "live": True,
                    "shown_seq": UNSENT,
                    "language": board.language,
                    "looked_at": now,
                    "due": 0,
                },
            )
        )

    async def find(self, chat: int, match: UUID) -> ChatBoard | None:
        """A match's board in a chat."""
        row = (await self._tx.execute(select(chat_boards).where(self._is(chat, match)))).first()
        return None if row is None else _board(row)

    async def in_chat(self, chat: int) -> list[ChatBoard]:
        """The live boards of a chat; what was looked at last comes first."""
        mine = (chat_boards.c.bot == self._bot) & (chat_boards.c.chat == chat)
        found = await self._tx.execute(
            select(chat_boards)
            .where(mine, chat_boards.c.live)
            .order_by(chat_boards.c.looked_at.desc())
        )
        return [_board(row) for row in found]

    async def in_group(self, match: UUID) -> ChatBoard | None:
        """The board of a match that a group is shown."""
        shown = (chat_boards.c.bot == self._bot) & (chat_boards.c.match == match)
        found = await self._tx.execute(select(chat_boards).where(shown, chat_boards.c.grouped))
        row = found.first()
        return None if row is None else _board(row)

    async def draw(self, chat: int, match: UUID, draft: bytes | None, now: Millis) -> None:
        """Remember what is chosen on a board, which is to be shown anew."""
        await self._change(
            chat, match, draft=draft, version=chat_boards.c.version + 1, looked_at=now
        )

    async def promise(self, chat: int, match: UUID, seed: bytes) -> bytes:
        """Keep a seed for the dice, unless there is one; the one that is kept."""
        await self._change(chat, match, seed=func.coalesce(chat_boards.c.seed, seed))
        found = await self._tx.execute(select(chat_boards.c.seed).where(self._is(chat, match)))
        kept: bytes = found.scalar_one()
        return kept

    async def claim(self, now: Millis, until: Millis, limit: int) -> Sequence[ChatBoard]:
        """Take up the boards that are not as they should be; commit this before showing them.

        Those of which nothing was shown yet come first: their dice wait for seeds, and not long.
        """
        head = (
            select(func.max(commits.c.seq))
            .where(commits.c.stream == chat_boards.c.match)
            .scalar_subquery()
        )
        talked = select(feeds.c.seq).where(feeds.c.id == chat_boards.c.talk_feed).scalar_subquery()
        stale = (
            (chat_boards.c.version > chat_boards.c.shown_version)
            | (chat_boards.c.remind_at <= now)
            | (head > chat_boards.c.shown_seq)
            | (talked > chat_boards.c.talk_seq)
        )
        due = (
            select(chat_boards.c.chat, chat_boards.c.match)
            .where(chat_boards.c.bot == self._bot, chat_boards.c.live)
            .where(chat_boards.c.due <= now, stale)
            .order_by(chat_boards.c.message.is_not(None), chat_boards.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        found = await self._tx.execute(
            update(chat_boards)
            .where(chat_boards.c.bot == self._bot)
            .where(chat_boards.c.chat == due.c.chat, chat_boards.c.match == due.c.match)
            .values(due=until)
            .returning(chat_boards)
        )
        return [_board(row) for row in found]

    async def shown(self, board: ChatBoard, shown: Shown) -> None:
        """It shows this now. A message that was asked for anew meanwhile stays asked for."""
        is_wanted = chat_boards.c.message.is_(None) if board.message is not None else false()
        await self._change(
            board.chat,
            board.match,
            message=case((is_wanted, null()), else_=shown.message),
            shown_seq=case((is_wanted, UNSENT), else_=shown.seq),
            shown_version=shown.version,
            remind_at=shown.remind_at,
            due=shown.due,
            live=shown.live,
            talk_seq=shown.talk,
            failures=0,
        )

    async def waits(self, board: ChatBoard, seq: int, due: Millis) -> None:
        """Nothing was to be shown of it up to this commit; it is taken up for later ones."""
        seen = {"shown_seq": seq, "shown_version": board.version}
        await self._change(board.chat, board.match, **seen, due=due, failures=0)

    async def failed(self, board: ChatBoard, due: Millis) -> None:
        """It could not be shown; to be tried again then."""
        await self._change(board.chat, board.match, due=due, failures=chat_boards.c.failures + 1)

    async def part(self, chat: int, match: UUID) -> None:
        """This chat is shown the match no more."""
        await self._change(chat, match, live=False)

    async def move(self, chat: int, to: int) -> None:
        """The platform calls this chat otherwise now."""
        mine = (chat_boards.c.bot == self._bot) & (chat_boards.c.chat == chat)
        await self._tx.execute(
            update(chat_boards).where(mine).values(chat=to, message=None, shown_seq=UNSENT, due=0)
        )

    async def _change(self, chat: int, match: UUID, **values: Any) -> None:
        await self._tx.execute(update(chat_boards).where(self._is(chat, match)).values(values))

    def _is(self, chat: int, match: UUID) -> ColumnElement[bool]:
        of_chat = (chat_boards.c.bot == self._bot) & (chat_boards.c.chat == chat)
        return of_chat & (chat_boards.c.match == match)


async def be_there(tx: AsyncConnection, account: UUID, until: Millis) -> None:
    """Somebody who plays by chat is there till then, and longer if it was said before."""
    there = insert(chat_presence).values(account=account, until=until)
    await tx.execute(
        there.on_conflict_do_update(
            index_elements=[chat_presence.c.account],
            set_={"until": func.greatest(chat_presence.c.until, until)},
        )
    )


async def is_there(tx: AsyncConnection, account: UUID, now: Millis) -> bool:
    """Whether somebody plays by chat."""
    there = (chat_presence.c.account == account) & (chat_presence.c.until > now)
    found = await tx.execute(select(chat_presence.c.account).where(there))
    return found.first() is not None


async def go_if_done(tx: AsyncConnection, account: UUID) -> None:
    """Whoever has no live board any more is there by his sockets alone; who still looks for an
    opponent, as long as a search lasts.
    """
    left = chat_boards.alias()
    busy = select(left.c.match).where(left.c.account == account, left.c.live).exists()
    done = (chat_presence.c.account == account) & ~busy
    since = select(seekers.c.since).where(seekers.c.account == account).scalar_subquery()
    until = func.least(chat_presence.c.until, since + LOOKING)
    await tx.execute(update(chat_presence).where(done, since.is_not(None)).values(until=until))
    await tx.execute(delete(chat_presence).where(done, since.is_(None)))


def _board(row: Row[Any]) -> ChatBoard:
    return ChatBoard(
        chat=row.chat,
        match=row.match,
        account=row.account,
        grouped=row.grouped,
        language=row.language,
        message=row.message,
        live=row.live,
        shown_seq=row.shown_seq,
        version=row.version,
        shown_version=row.shown_version,
        draft=row.draft,
        seed=row.seed,
        remind_at=row.remind_at,
        failures=row.failures,
        talk_seq=row.talk_seq,
    )
