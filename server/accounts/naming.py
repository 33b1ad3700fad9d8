"""Choosing a nick: proposed at the first entry, chosen once, changed as often as one may."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.identity import Platform, Visitor
from server.accounts.bad_words import BadWords
from server.accounts.nick import generated_nick, numbered, proposed_nick, skeleton
from server.accounts.refusals import MembersOnly, NickSettled, NickTaken
from server.chat.standing import require_admission
from server.settings_people import Nicks as NickSettings
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.nicks import NickHeld, Nicks

DAY: Final = 24 * 60 * 60 * 1000


class NickState(msgspec.Struct, frozen=True):
    """What somebody is called, and whether that may be changed.

    ``proposal`` is free at this moment; it is null once a nick was chosen. ``changes_left`` counts
    changes after the first choice.
    """

    nick: str | None
    proposal: str | None
    changes_left: int


class Naming:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, settings: NickSettings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self.words = BadWords.standard(settings.bad_words)

    async def state(self, account: UUID, language: str) -> NickState:
        """Tell somebody what he is called and may be."""
        async with self._database.transaction() as tx:
            person = await Accounts(tx).get(account)
            held = await Nicks(tx).held(person.id)
            proposal = None
            if held.nick is None and not person.is_guest:
                proposal = await free_proposal(tx, None, person, language)
        return NickState(held.nick, proposal, max(0, self._settings.changes - held.changes))

    async def choose(self, account: UUID, text: str) -> Account:
        """Call somebody as he asks. Raises ``NickDenied``, ``Banned``."""
        nick = self.words.require_clean(text)
        now = self._clock.now()
        freed_before = now - self._settings.reserved_days * DAY
        try:
            async with self._database.transaction() as tx:
                person = await Accounts(tx).get(account)
                if person.is_guest:
                    raise MembersOnly
                await require_admission(tx, person.id, now)
                held = await Nicks(tx).held(person.id)
                if nick != held.nick:
                    if held.nick is not None and held.changes >= self._settings.changes:
                        raise NickSettled
                    await Nicks(tx).give(person.id, nick, skeleton(nick), now, freed_before)
                return await Accounts(tx).get(person.id)
        except NickHeld as error:
            raise NickTaken from error


async def proposal_for(
    tx: AsyncConnection, visitor: Visitor, person: Account, words: BadWords
) -> str:
    """A free nick for a newcomer: the platform's name for him, or one that we make up."""
    name = proposed_nick(visitor.name)
    if name is not None and words.are_in(name):
        name = None
    return await free_proposal(tx, name, person, language_of(visitor))


async def free_proposal(
    tx: AsyncConnection, name: str | None, person: Account, language: str
) -> str:
    """This name if nobody has it, else the name with a number, else a number alone."""
    number = person.id.int
    wanted = [generated_nick(number >> shift, language) for shift in (0, 8, 16)]
    if name is not None:
        numbers = [numbered(name, (number >> 8) % limit + 2) for limit in (90, 9_000, 900_000)]
        wanted = [name, *numbers, *wanted]
    taken = await Nicks(tx).taken([skeleton(nick) for nick in wanted])
    return next((nick for nick in wanted if skeleton(nick) not in taken), wanted[-1])


def language_of(visitor: Visitor) -> str:
    """The language to address a newcomer in, where all we know is how he came."""
    if visitor.language is not None:
        return visitor.language.partition("-")[0]
    return "ru" if visitor.identity.platform in (Platform.VK, Platform.OK) else "en"
