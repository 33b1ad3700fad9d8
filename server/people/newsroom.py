"""News: posted by the operator in each language, shown once to each person."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.operators.staff import reason, require
from server.requests import require_printable
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.news import News, NewsRoom, Reader, Text
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.preferences import news_seen, see_news
from server.storage.vip import VipGrants

AT_ONCE: Final = 20
"""Pieces that one is shown together."""
USUAL: Final = "en"


class Piece(msgspec.Struct, frozen=True):
    """A piece of news in the language of the one who reads it."""

    id: UUID
    at: Millis
    title: str
    text: str
    promotion: UUID | None
    """What it announces: a promotion that may be claimed."""


class Newsroom:
    """The use case."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._ids = Ids()

    async def publish(
        self, by: Operator, texts: dict[str, Text], until: Millis | None, why: str
    ) -> News:
        """Post news; raises `RoleTooLow`, `NoReason`.

        Raises `Malformed` too, where words are missing or control characters are not.
        """
        require(by, Role.MODERATOR)
        for text in texts.values():
            require_printable(title=text.title, text=text.text)
        given, now = reason(why), self._clock.now()
        piece = News(self._ids.new(now), now, until, texts)
        async with self._database.transaction() as tx:
            await NewsRoom(tx).keep(piece, by.name)
            act = Act(at=now, operator=by.name, act="news.post", why=given, subject=piece.id)
            await ActLog(tx).add(act)
        return piece

    async def end(self, by: Operator, piece: UUID, why: str) -> None:
        """Show it to nobody any more; raises `NewsNotFound` too."""
        require(by, Role.MODERATOR)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            await NewsRoom(tx).end(piece, now)
            act = Act(at=now, operator=by.name, act="news.end", why=given, subject=piece)
            await ActLog(tx).add(act)

    async def page(self, language: str, limit: int, before: UUID | None) -> list[Piece]:
        """All news that is shown to everybody now, the newest first."""
        async with self._database.reading() as tx:
            found = await NewsRoom(tx).page(self._clock.now(), limit, before)
        return [_in(language, piece) for piece in found]

    async def for_reader(
        self, account: UUID, language: str, limit: int, before: UUID | None
    ) -> list[Piece]:
        """All that somebody is shown now, seen or not, the newest first; his promotions too."""
        now = self._clock.now()
        async with self._database.reading() as tx:
            reader = await _reader(tx, await Accounts(tx).get(account), now)
            found = await NewsRoom(tx).page(now, limit, before, reader)
        return [_in(language, piece) for piece in found]

    async def newest(self) -> UUID | None:
        """The last piece that anybody is shown now."""
        async with self._database.reading() as tx:
            return await NewsRoom(tx).newest(self._clock.now())

    async def unseen(self, account: UUID, language: str) -> list[Piece]:
        """What somebody was not shown yet; nothing from before he came but running promotions."""
        now = self._clock.now()
        async with self._database.reading() as tx:
            person = await Accounts(tx).get(account)
            seen, reader = await news_seen(tx, person.id), await _reader(tx, person, now)
            found = await NewsRoom(tx).unseen(now, person.created_at, seen, AT_ONCE, reader)
        return [_in(language, piece) for piece in found]

    async def see(self, account: UUID, piece: UUID) -> None:
        """Somebody was shown all news up to this piece; raises `NewsNotFound`."""
        async with self._database.transaction() as tx:
            await NewsRoom(tx).require(piece, self._clock.now())
            await see_news(tx, account, piece)


def _in(language: str, piece: News) -> Piece:
    usual = piece.texts.get(USUAL) or next(iter(piece.texts.values()))
    text = piece.texts.get(language, usual)
    return Piece(piece.id, piece.at, text.title, text.text, piece.promotion)


async def _reader(tx: AsyncConnection, person: Account, now: Millis) -> Reader | None:
    """For whom promotions are; never for guests."""
    if person.is_guest:
        return None
    return Reader(person.created_at, await VipGrants(tx).until(person.id) > now)
