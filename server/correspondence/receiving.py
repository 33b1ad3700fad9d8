"""Letters to support: each goes into a case of its sender's, once, and the first has a receipt."""

import asyncio
import hashlib
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.mail_address import mail_identity
from server.correspondence.reading import Incoming, read_letter
from server.dialogue.support import KIND, usual_agent
from server.requests import TooLarge
from server.storage import locks
from server.storage.accounts import Accounts, Identity
from server.storage.case_letters import CaseLetters, Outgoing
from server.storage.case_queue import CaseQueue, Said
from server.storage.cases import Case, Cases
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.ids import Ids

LARGEST: Final = 256 * 1024
"""Bytes of a raw letter, its attachments included."""
MAIL: Final = "mail"
NO_WORDS: Final = "(a letter without words)"


class Outcome(StrEnum):
    """What became of a letter."""

    OPENED = "opened"
    ADDED = "added"
    KNOWN = "known"
    AUTOMATIC = "automatic"


class Taken(msgspec.Struct, frozen=True):
    """What became of a letter, and its case; an automatic one has none."""

    outcome: Outcome
    case: UUID | None = None


class Base(NamedTuple):
    """What correspondence stands on."""

    database: Database
    clock: Clock
    ids: Ids


class Correspondence:
    """The use case. `own` is the address that our letters come from."""

    def __init__(self, base: Base, own: str, receipts_per_hour: int) -> None:
        self._database, self._clock, self._ids = base
        self._own = own.lower()
        self._receipts = receipts_per_hour

    async def take(self, raw: bytes) -> Taken:
        """Take one raw letter; raises `TooLarge`, `Malformed`. The same again changes nothing."""
        if len(raw) > LARGEST:
            raise TooLarge
        letter = await asyncio.to_thread(read_letter, raw)
        if letter.automatic or letter.sender == self._own:
            return Taken(Outcome.AUTOMATIC)
        async with self._database.transaction() as tx:
            await locks.take(tx, _lock(letter.sender))
            known = await CaseQueue(tx).of_key(letter.key)
            if known is not None:
                return Taken(Outcome.KNOWN, known)
            return await self._keep(tx, letter)

    async def _keep(self, tx: AsyncConnection, letter: Incoming) -> Taken:
        now, queue = self._clock.now(), CaseQueue(tx)
        account = await Accounts(tx).find_by_identity(_identity(letter.sender))
        person = None if account is None else account.id
        case, opened = await self._filed(tx, letter, person)
        await queue.say(case.id, Said(now, None, letter.words or NO_WORDS), letter.key)
        if opened or case.sender != letter.sender:
            await queue.wrote(case.id, letter.sender)
            await self._receipt(tx, letter, case.id)
        return Taken(Outcome.OPENED if opened else Outcome.ADDED, case.id)

    async def _filed(
        self, tx: AsyncConnection, letter: Incoming, person: UUID | None
    ) -> tuple[Case, bool]:
        """The case that it names, or the one that is open, or a new one; and whether it is new."""
        for each in letter.cases:
            named = await CaseQueue(tx).find_open(each, KIND)
            if named is not None and _is_theirs(named, letter.sender, person):
                return named, False
        now = self._clock.now()
        fresh = Case(
            id=self._ids.new(now),
            kind=KIND,
            about=person or uuid5(NAMESPACE_URL, f"mailto:{letter.sender}"),
            account=person,
            words="\n\n".join(filter(None, (letter.subject, letter.words))) or NO_WORDS,
            opened_at=now,
            channel=MAIL,
            sender=letter.sender,
            agent=None if person is None else await usual_agent(tx, person, now),
        )
        case = await Cases(tx).open(fresh)
        return case, case.id == fresh.id

    async def _receipt(self, tx: AsyncConnection, letter: Incoming, case: UUID) -> None:
        """Have a receipt sent, unless this address had enough of them within the hour."""
        now, named = self._clock.now(), hashlib.sha256(letter.sender.encode()).hexdigest()
        if await Failures(tx).add(f"receipts:{named}", now) > self._receipts:
            return
        receipt = Outgoing(case_id=case, recipient=letter.sender, at=now, reply_to=letter.message)
        await CaseLetters(tx).add(receipt)


def _is_theirs(case: Case, sender: str, person: UUID | None) -> bool:
    """Whether the address is its person's now, or opened it while nobody was known by it."""
    return case.sender == sender if case.account is None else case.account == person


def _identity(sender: str) -> Identity:
    known = mail_identity(sender)
    return Identity(known.platform, known.kind, known.id)


def _lock(sender: str) -> int:
    """Letters of one address are taken one after another."""
    digest = hashlib.sha256(b"mail:" + sender.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
