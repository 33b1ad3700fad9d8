"""Sends the letters of cases; a mail server that is down delays them, and loses none."""

import asyncio
from typing import Final

import structlog

from server.correspondence.writing import letter_of
from server.outbound.mail import Mailer, NoMailServer, RecipientRefused
from server.storage.case_letters import CaseLetter, CaseLetters
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis

LAPSES: Final[Millis] = 3 * 24 * 60 * 60 * 1000
"""After so long a letter that nobody took is given up."""

_EVERY: Final = 2.0
_AT_ONCE: Final = 20
_FIRST_PAUSE: Final[Millis] = 30_000
_LONGEST_PAUSE: Final[Millis] = 60 * 60 * 1000
_DOUBLED: Final = 7

_log = structlog.get_logger(__name__)


class CasePost:
    """The body of a loop; several processes may run it."""

    def __init__(self, database: Database, clock: Clock, mailer: Mailer) -> None:
        self._database = database
        self._clock = clock
        self._mailer = mailer

    async def round(self) -> None:
        """Send what is due, then wait."""
        await self.send_due()
        await asyncio.sleep(_EVERY)

    async def send_due(self) -> int:
        """Send what is due; how many were tried."""
        async with self._database.transaction() as tx:
            claimed = await CaseLetters(tx).claim(self._clock.now(), _AT_ONCE)
        for letter in claimed:
            await self._send(letter)
        return len(claimed)

    async def _send(self, letter: CaseLetter) -> None:
        if self._clock.now() - letter.at > LAPSES:
            await self._end(letter, "lapsed")
            return
        try:
            await self._mailer.send(letter_of(letter, self._mailer.sender))
        except RecipientRefused:
            await self._end(letter, "refused")
        except NoMailServer:
            pause = _FIRST_PAUSE * 2 ** min(letter.attempts - 1, _DOUBLED)
            async with self._database.transaction() as tx:
                due = self._clock.now() + min(pause, _LONGEST_PAUSE)
                await CaseLetters(tx).put_off(letter.id, due)
        else:
            await self._end(letter, "sent")

    async def _end(self, letter: CaseLetter, outcome: str) -> None:
        if outcome != "sent":
            _log.warning("case_letter_given_up", case=str(letter.case_id), outcome=outcome)
        async with self._database.transaction() as tx:
            await CaseLetters(tx).end(letter.id, outcome, self._clock.now())
