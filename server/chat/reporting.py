"""Reporting: a message, a person, or a ruling that one holds to be wrong."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.chat.refusals import AlreadyReported, MessageNotFound, TooManyReports
from server.chat.talk import Talk
from server.people.refusals import Oneself
from server.settings_people import Talk as TalkSettings
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.messages import Messages
from server.storage.reports import Filed, ReportKind, Reports
from server.storage.sanctions import Sanction, SanctionNotFound, Sanctions

_DAY: Final = 24 * 60 * 60 * 1000


class Reported(msgspec.Struct, frozen=True):
    """Under which number the report waits; the inbox tells what came of it."""

    report: UUID


class Reporting:
    """The use case."""

    def __init__(
        self, database: Database, clock: Clock, settings: TalkSettings, talk: Talk
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._talk = talk
        self._ids = Ids()

    async def message(self, account: UUID, topic: str, seq: int, note: str) -> Reported:
        """Report a message that one can hear; its words are kept with the report."""
        room = await self._talk.admit(topic, account)
        async with self._database.transaction() as tx:
            found = await Messages(tx).find(room.topic, seq)
            if found is None:
                raise MessageNotFound
            message, text = found
            filed = msgspec.structs.replace(
                self._filed(account, message.by.id, note, ReportKind.MESSAGE),
                topic=room.topic,
                seq=seq,
                text=text,
            )
            return await self._file(tx, filed)

    async def player(self, account: UUID, accused: UUID, note: str) -> Reported:
        """Report a person; raises ``AccountNotFound``."""
        async with self._database.transaction() as tx:
            person = await Accounts(tx).get(accused)
            return await self._file(tx, self._filed(account, person.id, note, ReportKind.PLAYER))

    async def appeal(self, account: UUID, sanction: UUID, note: str) -> Reported:
        """Ask for a second look at a ruling about oneself, once; raises ``SanctionNotFound``."""
        async with self._database.transaction() as tx:
            about, _ = await Sanctions(tx).get(sanction)
            if about != account:
                raise SanctionNotFound(str(sanction))
            if await Reports(tx).appealed(sanction):
                raise AlreadyReported
            filed = msgspec.structs.replace(
                self._filed(account, account, note, ReportKind.APPEAL), topic=str(sanction)
            )
            await Reports(tx).file(filed)
            return Reported(filed.id)

    async def sanctions(self, account: UUID) -> list[Sanction]:
        """All that was ruled about somebody, for himself."""
        async with self._database.reading() as tx:
            return await Sanctions(tx).of(account)

    async def _file(self, tx: AsyncConnection, filed: Filed) -> Reported:
        if filed.accused == filed.reporter:
            raise Oneself
        since = self._clock.now() - _DAY
        if await Reports(tx).count(filed.reporter, since) >= self._settings.reports_a_day:
            raise TooManyReports
        if not await Reports(tx).file(filed):
            raise AlreadyReported
        return Reported(filed.id)

    def _filed(self, reporter: UUID, accused: UUID, note: str, kind: ReportKind) -> Filed:
        now = self._clock.now()
        return Filed(
            id=self._ids.new(now),
            kind=kind,
            reporter=reporter,
            accused=accused,
            note=note,
            at=now,
        )
