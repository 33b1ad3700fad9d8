"""Who speaks to a bot: his account, what he likes, what his next words are for."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_dialogue import chat_persons
from server.storage.schema_live import feeds
from server.storage.schema_people import preferences


class ChatPerson(msgspec.Struct, frozen=True):
    """Somebody as one bot knows him, by his number on its platform.

    ``plain``: boards as text. ``phrases``: he types his own seed for the dice. ``asked``: what his
    next words are for. ``proposed``: the nick that he was last offered. ``away``: he takes nothing
    from us now.
    """

    person: int
    account: UUID
    language: str
    plain: bool = False
    phrases: bool = False
    news: bool = False
    asked: str | None = None
    proposed: str | None = None
    away: bool = False


class Heard(msgspec.Struct, frozen=True):
    """How far somebody was told a feed of his."""

    feed: UUID
    seq: int


class Untold(msgspec.Struct, frozen=True):
    """A person with whom something has happened that he was not told."""

    who: ChatPerson
    tables: Heard
    inbox: Heard


class ChatPersons:
    """Those who speak to one bot, within a transaction."""

    def __init__(self, tx: AsyncConnection, bot: str) -> None:
        self._tx = tx
        self._bot = bot

    async def find(self, person: int) -> ChatPerson | None:
        """Somebody, if he has spoken before; by the account that stands, if his was merged."""
        found = await self._tx.execute(
            select(chat_persons, accounts.c.forwarded_to)
            .join(accounts, accounts.c.id == chat_persons.c.account)
            .where(self._is(person))
        )
        row = found.first()
        if row is None or row.forwarded_to is not None:
            return None
        return _person(row)

    async def add(self, who: ChatPerson, tables: Heard, inbox: Heard, now: Millis) -> None:
        """Know somebody from now on, by this account and these feeds."""
        feeds_told = {
            "tables_feed": tables.feed,
            "tables_seq": tables.seq,
            "inbox_feed": inbox.feed,
            "inbox_seq": inbox.seq,
        }
        values = {"bot": self._bot, "at": now, **msgspec.structs.asdict(who), **feeds_told}
        await self._tx.execute(
            insert(chat_persons)
            .values(values)
            .on_conflict_do_update(
                index_elements=[chat_persons.c.bot, chat_persons.c.person],
                set_={"account": who.account, "away": False, **feeds_told},
            )
        )

    async def heads(self, tables: UUID, inbox: UUID) -> tuple[Heard, Heard]:
        """Two feeds as they stand now."""
        wanted = feeds.c.id.in_((tables, inbox))
        rows = await self._tx.execute(select(feeds.c.id, feeds.c.seq).where(wanted))
        seqs = {row.id: row.seq for row in rows}
        return Heard(tables, seqs.get(tables, -1)), Heard(inbox, seqs.get(inbox, -1))

    async def change(self, person: int, **values: str | bool | None) -> None:
        """Remember what he likes now."""
        await self._tx.execute(update(chat_persons).where(self._is(person)).values(values))

    async def of(self, account: UUID) -> list[ChatPerson]:
        """By which numbers somebody speaks to this bot."""
        mine = (chat_persons.c.bot == self._bot) & (chat_persons.c.account == account)
        found = await self._tx.execute(select(chat_persons).where(mine))
        return [_person(row) for row in found]

    async def claim_untold(self, now: Millis, until: Millis, limit: int) -> list[Untold]:
        """Take up those who are to be told something; commit this before telling them."""
        grown = (
            select(feeds.c.id)
            .where(
                (feeds.c.id == chat_persons.c.tables_feed)
                & (feeds.c.seq > chat_persons.c.tables_seq)
                | (feeds.c.id == chat_persons.c.inbox_feed)
                & (feeds.c.seq > chat_persons.c.inbox_seq)
            )
            .exists()
        )
        ours = (chat_persons.c.bot == self._bot) & chat_persons.c.away.is_(False)
        due = (
            select(chat_persons.c.person)
            .where(ours, chat_persons.c.due <= now, grown)
            .order_by(chat_persons.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        found = await self._tx.execute(
            update(chat_persons)
            .where(chat_persons.c.bot == self._bot, chat_persons.c.person == due.c.person)
            .values(due=until)
            .returning(chat_persons)
        )
        return [
            Untold(
                _person(row),
                Heard(row.tables_feed, row.tables_seq),
                Heard(row.inbox_feed, row.inbox_seq),
            )
            for row in found
        ]

    async def unread(self, newest: UUID, limit: int) -> list[ChatPerson]:
        """Those who asked for news, came before this piece, and have not seen it; held till the
        transaction ends.
        """
        theirs = (chat_persons.c.bot == self._bot) & chat_persons.c.news
        seen = select(preferences.c.account).where(
            preferences.c.account == chat_persons.c.account, preferences.c.news_seen >= newest
        )
        found = await self._tx.execute(
            select(chat_persons)
            .join(accounts, accounts.c.id == chat_persons.c.account)
            .where(theirs, chat_persons.c.away.is_(False), accounts.c.id < newest)
            .where(accounts.c.forwarded_to.is_(None), ~seen.exists())
            .limit(limit)
            .with_for_update(of=chat_persons, skip_locked=True)
        )
        return [_person(row) for row in found]

    async def told(self, person: int, tables: int, inbox: int) -> None:
        """He was told so far."""
        values = {"tables_seq": tables, "inbox_seq": inbox, "due": 0}
        await self._tx.execute(update(chat_persons).where(self._is(person)).values(values))

    def _is(self, person: int) -> ColumnElement[bool]:
        return (chat_persons.c.bot == self._bot) & (chat_persons.c.person == person)


def _person(row: Row[Any]) -> ChatPerson:
    return ChatPerson(
        person=row.person,
        account=row.account,
        language=row.language,
        plain=row.plain,
        phrases=row.phrases,
        news=row.news,
        asked=row.asked,
        proposed=row.proposed,
        away=row.away,
    )
