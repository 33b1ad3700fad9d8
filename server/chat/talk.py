"""Talking: one message, numbered in its room, kept for those who come later."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server import inbox
from server.chat.messages import Said
from server.chat.refusals import ChatOff, NothingSaid, RoomClosed, TalkTooFast
from server.chat.rooms import Doorkeeper, Room, RoomKind
from server.chat.standing import require_voice
from server.inbox import Posted, SpokenTo
from server.named import Named
from server.settings_people import Talk as TalkSettings
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.feeds import Post, post
from server.storage.friends import Blocks
from server.storage.ids import Millis
from server.storage.messages import Message, Messages, Spoken
from server.storage.preferences import preferences_of


class Speech(NamedTuple):
    """What somebody says in a room, under a key of his client's own."""

    topic: str
    text: str
    key: UUID


class Talk:
    """The use case."""

    def __init__(
        self, database: Database, clock: Clock, settings: TalkSettings, posted: Posted
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._posted = posted

    async def admit(self, topic: str, account: UUID) -> Room:
        """The room that somebody comes to listen in.

        Raises ``ChatRefused``, ``TableNotFound``.
        """
        room = Room.named(topic)
        async with self._database.reading() as tx:
            await Doorkeeper(tx, self._settings.languages).admit(room, account)
            await _require_on(tx, room, account)
        return room

    async def say(self, account: UUID, speech: Speech) -> int:
        """Say it; the number under which it stands. Saying it again under the same key is no
        fault, and gives the same number. Raises ``ChatRefused``, ``TableNotFound``.
        """
        room, text = Room.named(speech.topic), self._cleaned(speech.text)
        now = self._clock.now()
        async with self._database.transaction() as tx:
            if (known := await Messages(tx).by_key(account, speech.key)) is not None:
                return known
            person = await self._speaker(tx, room, account, now)
            hints, seq = await self._post(tx, room, person, text, now)
            spoken = Spoken(room.topic, seq, now, person.id, speech.key, text)
            if not await Messages(tx).keep(spoken):
                raise TalkTooFast  # the same message, sent twice at this instant
        self._posted(hints)
        return seq

    async def history(
        self, topic: str, account: UUID, limit: int, before: int | None
    ) -> list[Message]:
        """What was said, the last first; without the words of those whom one keeps away."""
        room = await self.admit(topic, account)
        async with self._database.reading() as tx:
            blocked = await Blocks(tx).of(account)
            said = await Messages(tx).page(room.topic, limit, before)
        return [
            msgspec.structs.replace(each, text=None) if each.by.id in blocked else each
            for each in said
        ]

    async def _speaker(
        self, tx: AsyncConnection, room: Room, account: UUID, now: Millis
    ) -> Account:
        person = await Accounts(tx).get(account)
        await require_voice(tx, person.id, now)
        await Doorkeeper(tx, self._settings.languages).let_speak(room, person.id)
        await _require_on(tx, room, person.id)
        if room.kind is RoomKind.DIRECT and await Blocks(tx).has(room.other(person.id), person.id):
            raise RoomClosed(room.topic)
        since = now - self._settings.seconds * 1000
        if await Messages(tx).count(person.id, since) >= self._settings.messages:
            raise TalkTooFast
        return person

    async def _post(
        self, tx: AsyncConnection, room: Room, person: Account, text: str, now: Millis
    ) -> tuple[Sequence[Hint], int]:
        by = Named(person.id, person.nick)
        hints = await post(tx, [Post(room.feed, msgspec.json.encode(Said(by, text)))], now)
        (_, seq) = hints[0]
        if room.kind is RoomKind.DIRECT:
            told = SpokenTo(by, room.topic, seq)
            hints += await post(tx, [inbox.to(room.other(person.id), told)], now)
        return hints, seq

    def _cleaned(self, text: str) -> str:
        plain = "".join(c if _is_shown(c) else " " for c in unicodedata.normalize("NFC", text))
        words = " ".join(plain.split())
        if not 1 <= len(words) <= self._settings.length:
            raise NothingSaid
        return words


async def _require_on(tx: AsyncConnection, room: Room, account: UUID) -> None:
    if not room.is_on(await preferences_of(tx, account)):
        raise ChatOff


def _is_shown(character: str) -> bool:
    """Whether it is a sign that people see: no control, no change of direction, no surrogate."""
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
