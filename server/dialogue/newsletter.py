"""News for those who asked for it in a chat: told once to each, wherever he speaks to a bot.

A piece counts as seen before it is sent: it may be lost, and can be looked up, but comes to nobody
twice.
"""

from typing import Final, NamedTuple
from uuid import UUID

from server.people.newsroom import Newsroom, Piece
from server.storage.chat_persons import ChatPerson, ChatPersons
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.preferences import see_news

MOST: Final = 3
"""Pieces that one is told together; older ones can be looked up."""


class Letter(NamedTuple):
    """News that somebody has not seen, the oldest first."""

    who: ChatPerson
    pieces: tuple[Piece, ...]


class Newsletter:
    """The use case, for one bot."""

    def __init__(self, database: Database, clock: Clock, bot: str) -> None:
        self._database = database
        self._bot = bot
        self._newsroom = Newsroom(database, clock)
        self._told: UUID | None = None

    async def subscribe(self, who: ChatPerson, *, wanted: bool) -> None:
        """Tell somebody of news from now on, or no more."""
        newest = await self._newsroom.newest()
        async with self._database.transaction() as tx:
            if newest is not None:
                await see_news(tx, who.account, newest)
            await ChatPersons(tx, self._bot).change(who.person, news=wanted)

    async def letters(self, limit: int) -> list[Letter]:
        """The next who are to be told; none while there is nothing that all have not seen."""
        newest = await self._newsroom.newest()
        if newest is None or newest == self._told:
            return []
        async with self._database.transaction() as tx:
            readers = await ChatPersons(tx, self._bot).unread(newest, limit)
            letters = [await self._letter(who) for who in readers]
            for who in readers:
                await see_news(tx, who.account, newest)
        if not readers:
            self._told = newest
        return letters

    async def _letter(self, who: ChatPerson) -> Letter:
        pieces = await self._newsroom.unseen(who.account, who.language)
        return Letter(who, tuple(pieces[-MOST:]))
