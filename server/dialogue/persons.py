"""Who speaks to a bot: signed in by what the platform says of the sender, which nobody can forge.

The platform itself brings the words (a webhook with our secret, or our own call), so no launch is
verified; a person comes in as by any other door of that platform, to the same account.
"""

from typing import Final, NamedTuple
from uuid import UUID

from platforms.identity import Identity as PlatformIdentity
from platforms.identity import Kind, Platform, Visitor, cleaned_language, cleaned_name
from server.accounts.naming import proposal_for
from server.accounts.sign_in import SignIn
from server.inbox import inbox_of
from server.storage.accounts import Accounts, Identity
from server.storage.chat_persons import ChatPerson, ChatPersons
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.notices import find_again
from server.tables.events import tables_of

LANGUAGES: Final = ("ru", "en")
"""In which bots speak; whoever's is another reads the last."""
RUSSIAN_READERS: Final = frozenset({"ru", "uk", "be", "kk", "ky", "uz", "tg", "hy", "az"})
"""Languages whose speakers are answered in Russian until they choose otherwise."""

__all__ = ["LANGUAGES", "ChatPerson", "Entered", "Newcomer", "Persons"]


class Newcomer(NamedTuple):
    """Somebody as his platform names him."""

    platform: str
    person: int
    name: str | None = None
    language: str | None = None


class Entered(NamedTuple):
    """Somebody who was let in; the proposal is a nick for who has none."""

    who: ChatPerson
    created: bool
    nick: str | None
    proposal: str | None


class Persons:
    """The use case, for one bot."""

    def __init__(
        self, database: Database, clock: Clock, ids: Ids, sign_in: SignIn, bot: str
    ) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._sign_in = sign_in
        self._bot = bot

    async def known(self, person: int) -> ChatPerson | None:
        """Somebody who has been let in before."""
        async with self._database.reading() as tx:
            return await ChatPersons(tx, self._bot).find(person)

    async def enter(self, newcomer: Newcomer) -> Entered:
        """Let somebody in: his account is found, or made and greeted."""
        now = self._clock.now()
        platform = Platform(newcomer.platform)
        visitor = Visitor(
            PlatformIdentity(platform, Kind.USER, str(newcomer.person)),
            cleaned_name(newcomer.name),
            cleaned_language(newcomer.language),
        )
        identity = Identity(platform.value, Kind.USER.value, visitor.identity.id)
        async with self._database.transaction() as tx:
            await find_again(tx, identity)
            account, created = await Accounts(tx).first_launch(self._ids.new(now), identity, now)
            if created:
                await self._sign_in.greeted(tx, account.id, identity, now)
            proposal = None
            if account.nick is None:
                proposal = await proposal_for(tx, visitor, account, self._sign_in.words)
            persons = ChatPersons(tx, self._bot)
            who = await persons.find(newcomer.person)
            if who is None or who.account != account.id or who.away:
                fresh = ChatPerson(newcomer.person, account.id, _language(visitor))
                # What was told before is not told again here.
                heads = await persons.heads(tables_of(account.id).id, inbox_of(account.id).id)
                await persons.add(fresh, *heads, now)
                who = await persons.find(newcomer.person) or fresh
        return Entered(who, created, account.nick, proposal)

    async def change(self, person: int, **values: str | bool | None) -> None:
        """Remember what somebody likes, by the names of `ChatPerson`."""
        async with self._database.transaction() as tx:
            await ChatPersons(tx, self._bot).change(person, **values)

    async def of(self, account: UUID) -> list[ChatPerson]:
        """By which numbers somebody speaks to this bot."""
        async with self._database.reading() as tx:
            return await ChatPersons(tx, self._bot).of(account)


def _language(visitor: Visitor) -> str:
    spoken = (visitor.language or "ru").partition("-")[0]
    return "ru" if spoken in RUSSIAN_READERS else "en"
