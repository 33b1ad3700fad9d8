"""Letters, handed to a mail server one by one; who asked for one waits until it was taken.

MailFailed
├── NoMailServer         not reached, too slow, nonsense, or not now
└── RecipientRefused     it takes no letter for this address, now or later
"""

import asyncio
import ssl
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

from server.metrics import Tally

PORTS: Final = {"smtp": 587, "smtps": 465}

_PERMANENT: Final = 500
_log = structlog.get_logger(__name__)


class MailFailed(Exception):
    """The letter was not taken; ``why`` never holds an address."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoMailServer(MailFailed):
    """The server could not be asked, or did not answer as one."""


class RecipientRefused(MailFailed):
    """The server takes no letter for this address."""


class MailServer(NamedTuple):
    """Where letters are handed in, and as whom; `ca` signs a certificate that is no public one."""

    host: str
    port: int
    username: str | None = None
    password: str | None = None
    implicit_tls: bool = False
    ca: Path | None = None

    @classmethod
    def of(cls, url: str, ca: Path | None = None) -> "MailServer":
        """Read `smtp://` (with STARTTLS) or `smtps://`."""
        parts = urlsplit(url)
        return cls(
            host=parts.hostname or "",
            port=parts.port or PORTS[parts.scheme],
            username=None if parts.username is None else unquote(parts.username),
            password=None if parts.password is None else unquote(parts.password),
            implicit_tls=parts.scheme == "smtps",
            ca=ca,
        )

    @property
    def start_tls(self) -> bool:
        """Whether a plain connection must become a safe one: but on loopback, without a CA."""
        return not self.implicit_tls and (self.ca is not None or not _is_loopback(self.host))


class Mailer:
    """Hands letters to one server."""

    def __init__(self, server: MailServer, sender: str, seconds: float = 10.0) -> None:
        self.sender = sender
        self.letters = Tally("nardy_letters", "Letters by mail.", "outcome")
        self._server = server
        self._tls = None if server.ca is None else ssl.create_default_context(cafile=server.ca)
        self._seconds = seconds

    async def send(self, letter: EmailMessage) -> None:
        """Hand a letter in; raises `MailFailed`."""
        try:
            await self._hand_in(letter)
        except MailFailed as failed:
            self.letters.count(type(failed).__name__)
            _log.warning("letter_failed", kind=type(failed).__name__, why=failed.why)
            raise
        self.letters.count("sent")

    async def _hand_in(self, letter: EmailMessage) -> None:
        server = self._server
        try:
            async with asyncio.timeout(self._seconds):
                await aiosmtplib.send(
                    letter,
                    hostname=server.host,
                    port=server.port,
                    username=server.username,
                    password=server.password,
                    use_tls=server.implicit_tls,
                    start_tls=server.start_tls,
                    tls_context=self._tls,
                    timeout=self._seconds,
                )
        except aiosmtplib.SMTPRecipientsRefused as refused:
            codes = [each.code for each in refused.recipients]
            if all(code >= _PERMANENT for code in codes):
                raise RecipientRefused(f"status {codes}") from None
            raise NoMailServer(f"status {codes}") from None
        except aiosmtplib.SMTPResponseException as refused:
            raise NoMailServer(f"status {refused.code}") from None
        except (aiosmtplib.SMTPException, TimeoutError, OSError, ValueError) as error:
            # what it says may hold the address: only the kind of the error is told
            raise NoMailServer(type(error).__name__) from None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
