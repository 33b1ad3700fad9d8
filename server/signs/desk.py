"""Where operators look at what looks arranged, and say what it was; nothing follows by itself."""

from uuid import UUID

import msgspec

from server.operators.staff import reason, require
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.signs import LostMatch, Sign, SignKind, Signs, Verdict
from server.storage.traces import Common, common

_MATCHES = 100


class SignFile(msgspec.Struct, frozen=True):
    """A sign with the newest matches behind it, and what its people came by together now."""

    sign: Sign
    matches: tuple[LostMatch, ...]
    common: tuple[Common, ...]


class SignDesk:
    """The use cases."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def waiting(
        self, by: Operator, limit: int, after: UUID | None = None, kind: SignKind | None = None
    ) -> list[Sign]:
        """What nobody has closed, the oldest first."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            return await Signs(tx).waiting(limit, after, kind)

    async def file(self, by: Operator, sign: UUID) -> SignFile:
        """One with all its evidence; raises `SignNotFound`."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            found = await Signs(tx).get(sign)
            matches = await Signs(tx).matches(found, _MATCHES)
            people = {found.gainer, found.giver, *found.evidence.people}
            return SignFile(found, tuple(matches), await common(tx, people))

    async def close(self, by: Operator, sign: UUID, verdict: Verdict, why: str) -> Sign:
        """Say what it was; what comes after opens another. Raises `SignNotFound`, `NoReason`."""
        require(by, Role.MODERATOR)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            closed = await Signs(tx).close(sign, verdict, by.name, now)
            told = {"sign": sign, "kind": closed.kind, "verdict": verdict, "giver": closed.giver}
            await ActLog(tx).add(
                Act(
                    at=now,
                    operator=by.name,
                    act="sign.close",
                    why=given,
                    subject=closed.gainer,
                    details=msgspec.json.encode(told).decode(),
                )
            )
        return closed
