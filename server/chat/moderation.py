"""What moderators do: look, warn, mute, then ban; take messages away; answer reports.

Every act needs the role and a reason, and stands in the log of acts. A ban needs a mute within the
year before that was not taken back, unless the matter is grave. An owner may delete whom a ban
without an end keeps out.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server import inbox
from server.accounts.merging import require_unhindered
from server.chat.messages import Removed
from server.chat.refusals import MessageNotFound
from server.inbox import Posted, ReportClosed, Sanctioned, SanctionLifted
from server.operators.staff import reason, require
from server.storage import engagements, forgetting
from server.storage.account_locks import standing
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import Feed, Post, post
from server.storage.ids import Ids, Millis
from server.storage.messages import Messages
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.reports import Outcome, Report, ReportKind, ReportNotFound, Reports
from server.storage.sanctions import Sanction, SanctionKind, SanctionNotFound, Sanctions
from server.storage.traces import Link, linked

HOUR: Final = 60 * 60 * 1000
YEAR: Final = 365 * 24 * HOUR
LONGEST_MUTE: Final = 30 * 24
LONGEST_BAN: Final = 10 * 366 * 24
"""Hours, where it has an end."""
"""Hours."""

_OUTCOMES: Final = {
    SanctionKind.WARNING: Outcome.WARNED,
    SanctionKind.MUTE: Outcome.MUTED,
    SanctionKind.BAN: Outcome.BANNED,
}


class LadderSkipped(Exception):
    """A ban without a mute before it, for what is not grave; a mute without an end; the deletion
    of somebody whom no ban keeps out for ever.
    """


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What to rule about whom: for so many hours, none for ever (bans alone), and why.

    ``report`` is what it answers. ``grave``: what needs no mute before a ban, as threats, fraud,
    or somebody's private life made public.
    """

    account: UUID
    kind: SanctionKind
    why: str
    hours: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_BAN)] | None = None
    grave: bool = False
    report: UUID | None = None


class File(msgspec.Struct, frozen=True):
    """What a moderator sees of somebody: all rulings, and accounts that may be his too."""

    sanctions: tuple[Sanction, ...]
    linked: tuple[Link, ...]


class Bench(NamedTuple):
    """What moderation stands on; ``shut_out`` closes the open tables of a banned person."""

    database: Database
    clock: Clock
    ids: Ids
    posted: Posted
    shut_out: Callable[[UUID, Millis], Awaitable[None]]


class Moderation:
    """The use cases."""

    def __init__(self, bench: Bench) -> None:
        self._database, self._clock, self._ids, self._posted, self._shut_out = bench

    async def file(self, by: Operator, account: UUID) -> File:
        """What is known of somebody; raises `RoleTooLow`, ``AccountNotFound``."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            person = await Accounts(tx).get(account)
            rulings = await Sanctions(tx).of(person.id)
            return File(tuple(rulings), tuple(await linked(tx, person.id)))

    async def queue(self, by: Operator, limit: int, after: UUID | None) -> list[Report]:
        """Reports and appeals that wait, the oldest first."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            return await Reports(tx).waiting(limit, after)

    async def rule(self, by: Operator, ruling: Ruling) -> Sanction:
        """Warn, mute or ban; the person and whoever reported him hear of it at once.

        Raises `RoleTooLow`, `NoReason`, `LadderSkipped`, ``AccountNotFound``, `ReportNotFound`.
        """
        require(by, Role.MODERATOR)
        why, now = reason(ruling.why), self._clock.now()
        async with self._database.transaction() as tx:
            person = await Accounts(tx).get(ruling.account)
            await _require_step(tx, person.id, ruling, now)
            ends = None if ruling.hours is None else now + ruling.hours * HOUR
            if ruling.kind is SanctionKind.WARNING:
                ends = now
            sanction = Sanction(self._ids.new(now), ruling.kind, why, now, ends)
            await Sanctions(tx).impose(person.id, sanction, by.name)
            await ActLog(tx).add(_act(by, f"person.{ruling.kind}", why, person.id, now))
            told = Sanctioned(sanction.id, ruling.kind.value, why, ends)
            posts = [inbox.to(person.id, told)]
            if ruling.report is not None:
                outcome = _OUTCOMES[ruling.kind]
                closed = await _closed(tx, ruling.report, outcome, by, now)
                if closed.accused.id != person.id:
                    raise ReportNotFound(f"{ruling.report} is about somebody else")
                posts.append(_answer(closed, outcome))
            hints = await post(tx, posts, now)
        self._posted(hints)
        if ruling.kind is SanctionKind.BAN:
            await self._shut_out(person.id, now)
        return sanction

    async def lift(self, by: Operator, sanction: UUID, why: str) -> None:
        """Take a ruling back; a second time is no fault. Raises ``SanctionNotFound`` too."""
        require(by, Role.MODERATOR)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            account, _ = await Sanctions(tx).get(sanction)
            if not await Sanctions(tx).lift(sanction, now):
                return
            await ActLog(tx).add(_act(by, "person.lift", given, account, now))
            hints = await post(tx, [inbox.to(account, SanctionLifted(sanction))], now)
        self._posted(hints)

    async def delete(self, by: Operator, account: UUID, why: str) -> None:
        """Close the account of somebody who is banned for ever, as if he had asked for it himself.

        There is no way back. His identities are still kept out. Raises `RoleTooLow`, `NoReason`,
        `LadderSkipped`, ``AccountNotFound``, ``MergeRefused`` while something of his is not over.
        """
        require(by, Role.OWNER)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            await engagements.lock(tx, account)
            await standing(tx, account)
            await forgetting.require_known(tx, (await Accounts(tx).get(account)).id)
            held = await Sanctions(tx).in_force(account, now)
            if not any(each.kind is SanctionKind.BAN and each.ends is None for each in held):
                raise LadderSkipped("an account is deleted after a ban without an end alone")
            await require_unhindered(tx, account)
            await forgetting.forget(tx, account, now)
            await ActLog(tx).add(_act(by, "person.delete", given, account, now))

    async def release(self, by: Operator, account: UUID, kind: SanctionKind, why: str) -> int:
        """Take back every ruling of a kind that holds about somebody; how many there were.

        Raises `RoleTooLow`, `NoReason`, ``AccountNotFound``, `SanctionNotFound` where none holds.
        """
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            person = await Accounts(tx).get(account)
            held = await Sanctions(tx).in_force(person.id, self._clock.now())
        found = [each for each in held if each.kind is kind]
        if not found:
            raise SanctionNotFound(f"no {kind} holds about this person")
        for each in found:
            await self.lift(by, each.id, why)
        return len(found)

    async def remove(self, by: Operator, topic: str, seq: int, why: str) -> None:
        """Show a message no more; a second time is no fault. Raises ``MessageNotFound`` too."""
        require(by, Role.MODERATOR)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            found = await Messages(tx).find(topic, seq)
            if found is None:
                raise MessageNotFound
            if not await Messages(tx).remove(topic, seq, now):
                return
            await ActLog(tx).add(_act(by, "message.remove", given, found[0].by.id, now))
            told = Post(Feed.of(topic), msgspec.json.encode(Removed(seq)))
            hints = await post(tx, [told], now)
        self._posted(hints)

    async def close(self, by: Operator, report: UUID, outcome: Outcome, why: str) -> None:
        """Answer a report without a ruling; raises ``ReportNotFound`` when it was answered."""
        require(by, Role.MODERATOR)
        given, now = reason(why), self._clock.now()
        async with self._database.transaction() as tx:
            told = _answer(await _closed(tx, report, outcome, by, now), outcome)
            await ActLog(tx).add(_act(by, "report.close", given, report, now))
            hints = await post(tx, [told], now)
        self._posted(hints)


async def _require_step(tx: AsyncConnection, account: UUID, ruling: Ruling, now: Millis) -> None:
    """Keep to the ladder."""
    if ruling.kind is SanctionKind.MUTE:
        if ruling.hours is None or not 1 <= ruling.hours <= LONGEST_MUTE:
            raise LadderSkipped("a mute lasts from an hour to thirty days")
    elif ruling.kind is SanctionKind.BAN and not ruling.grave:
        before = await Sanctions(tx).of(account, now - YEAR)
        stood = [each.kind for each in before if each.lifted_at is None]
        if all(kind is SanctionKind.WARNING for kind in stood):
            raise LadderSkipped("a ban needs a mute before it, unless the matter is grave")


async def _closed(
    tx: AsyncConnection, report: UUID, outcome: Outcome, by: Operator, now: Millis
) -> Report:
    closed = await Reports(tx).close(report, outcome, by.name, now)
    if closed.kind is ReportKind.APPEAL and outcome is Outcome.LIFTED and closed.topic:
        await Sanctions(tx).lift(UUID(closed.topic), now)
    return closed


def _answer(closed: Report, outcome: Outcome) -> Post:
    return inbox.to(closed.reporter, ReportClosed(closed.id, outcome))


def _act(by: Operator, act: str, why: str, subject: UUID, now: Millis) -> Act:
    return Act(at=now, operator=by.name, act=act, why=why, subject=subject)
