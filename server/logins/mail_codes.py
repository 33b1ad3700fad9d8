"""Codes by mail: six digits for the browser that asked for them, and for no other.

A browser asks with a key of its own making, under whose digest the code is kept; so nobody who
knows an address can guess at the code of somebody else, or use up its tries. Whether we know an
address is not looked at before its code has come back: every answer is the same either way.
"""

import hashlib
import re
import secrets
from typing import Final, NamedTuple

from platforms.identity import Visitor
from platforms.mail_address import mail_identity, read_address
from platforms.refusals import Reason
from server.limits import neighbourhood
from server.logins.letters import Envelope, code_letter
from server.logins.refusals import AddressRefused, MailCodeRefused, MailSilent, TooManyLetters
from server.logins.terms import MailTerms
from server.outbound.mail import Mailer, NoMailServer, RecipientRefused
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.ids import Millis
from server.storage.login_codes import LoginCodes, SentCode

DIGITS: Final = 6
MINUTE: Final[Millis] = 60_000

_CODE: Final = re.compile(rf"[0-9]{{{DIGITS}}}")


class CodeAsked(NamedTuple):
    """Who asks for a code: the address to send it to, and what is known of the browser."""

    address: str
    key: str
    client: str
    """The network address."""
    language: str


class MailCodes:
    """The use case."""

    def __init__(
        self, database: Database, clock: Clock, mailer: Mailer, terms: MailTerms, site: str
    ) -> None:
        self._database = database
        self._clock = clock
        self.mailer = mailer
        self._terms = terms
        self._site = site

    @property
    def lives(self) -> Millis:
        """For how long a code is good."""
        return self._terms.code_minutes * MINUTE

    async def send(self, asked: CodeAsked) -> None:
        """Send a code; raises ``PageDoorRefused``. A letter that did not go leaves no code."""
        address = read_address(asked.address)
        if address is None:
            raise AddressRefused
        await self._count(address, asked.client)
        now, code = self._clock.now(), f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        async with self._database.transaction() as tx:
            await LoginCodes(tx).keep(asked.key, SentCode(code, address, now + self.lives))
        envelope = Envelope(self.mailer.sender, address, self._site)
        letter = code_letter(envelope, code, asked.language, self._terms.code_minutes, now)
        try:
            await self.mailer.send(letter)
        except RecipientRefused as refused:
            await self._forget(asked.key)
            raise AddressRefused from refused
        except NoMailServer as failed:
            await self._forget(asked.key)
            await self._forgive(address, asked.client)
            raise MailSilent(failed.why) from failed

    async def visitor(self, code: str, key: str) -> Visitor:
        """Whoever read the letter; raises ``MailCodeRefused``. A code is good once."""
        if not _CODE.fullmatch(code):
            raise MailCodeRefused(Reason.MALFORMED)
        async with self._database.transaction() as tx:  # a try counts, whatever comes of it
            if not await LoginCodes(tx).count_try(key, self._terms.tries, self._clock.now()):
                raise MailCodeRefused(Reason.STALE)
        async with self._database.transaction() as tx:
            address = await LoginCodes(tx).spend(key, code)
        if address is None:
            raise MailCodeRefused(Reason.MISMATCH)
        return Visitor(mail_identity(address))

    async def _count(self, address: str, client: str) -> None:
        """Count a letter for the client, then to the address: one of many cannot shut others."""
        for_client, to_address = _counts(address, client)
        for key, at_most in (
            (for_client, self._terms.letters_per_client),
            (to_address, self._terms.letters_per_hour),
        ):
            async with self._database.transaction() as tx:
                letters = await Failures(tx).add(key, self._clock.now())
            if letters > at_most:
                raise TooManyLetters

    async def _forgive(self, address: str, client: str) -> None:
        """A letter was never sent."""
        async with self._database.transaction() as tx:
            for key in _counts(address, client):
                await Failures(tx).forgive(key, self._clock.now())

    async def _forget(self, key: str) -> None:
        async with self._database.transaction() as tx:
            await LoginCodes(tx).forget(key)


def _counts(address: str, client: str) -> tuple[str, str]:
    """What letters are counted under: for this client, and to this address."""
    named = hashlib.sha256(address.encode()).hexdigest()
    return f"letters:{neighbourhood(client)}", f"letters_to:{named}"
