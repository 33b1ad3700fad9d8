"""Disputes: a player says that something went wrong in a match, and somebody looks into it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal, TypeAlias
from uuid import UUID

import msgspec

from server.inbox import DisputeClosed, to
from server.operators.cashier import Cashier
from server.operators.staff import reason, require
from server.operators.timeline import Bundle, Sources, timeline
from server.play.seats import require_seat
from server.records.downloads import Downloads
from server.records.log import MatchLog, Revealed
from server.records.verify import verify
from server.records.whole import logged, whole_log
from server.requests import require_words
from server.storage import disputes as kept
from server.storage.cases import Case, CaseNotFound, Cases
from server.storage.clock import Clock
from server.storage.commits import CommitRow, Hint
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.group_commit import CommitLog
from server.storage.ids import Ids
from server.storage.matches import Match, Matches
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.wallets import changed_under

KIND: Final = "dispute"
WORDS: Final = 1_000

Verdict: TypeAlias = Literal["refund", "restore", "dismiss"]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=WORDS)]


class Base(msgspec.Struct, frozen=True, kw_only=True):
    """What the use case stands on; `posted` takes the hints of what was told in inboxes."""

    database: Database
    clock: Clock
    ids: Ids
    log: CommitLog
    downloads: Downloads
    cashier: Cashier
    posted: Callable[[Sequence[Hint]], None]


class Disputes:
    """Opened by players, settled by operators."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def open(self, match: UUID, account: UUID, words: str) -> Case:
        """Say what went wrong; a second word of the same player about it opens no second case.

        Raises `MatchNotFound` and `NotSeated`.
        """
        require_words(words=words)
        base, now = self._base, self._base.clock.now()
        async with base.database.transaction() as tx:
            seat = (await require_seat(tx, match, account)).players.index(account)
            case = Case(
                id=base.ids.new(now),
                kind=f"{KIND}:{seat}",
                about=match,
                account=account,
                words=" ".join(words.split()),
                opened_at=now,
            )
            return await Cases(tx).open(case)

    async def copy(self, match: UUID, account: UUID) -> Bundle:
        """A player's copy; raises `MatchNotFound` and `NotSeated`."""
        async with self._base.database.reading() as tx:
            found = await require_seat(tx, match, account)
        return await self._bundle(found, account)

    async def bundle(self, by: Operator, match: UUID) -> Bundle:
        """All that is known of a match; raises `MatchNotFound`."""
        require(by, Role.MODERATOR)
        async with self._base.database.reading() as tx:
            found = await Matches(tx).get(match)
        return await self._bundle(found, None)

    async def waiting(self, by: Operator, limit: int) -> list[Case]:
        """The disputes that nobody has settled, the oldest first."""
        require(by, Role.MODERATOR)
        async with self._base.database.reading() as tx:
            return await Cases(tx).waiting(limit, kinds=_KINDS)

    async def settle(self, by: Operator, match: UUID, verdict: Verdict, why: str) -> int:
        """Settle what is open about a match, in one transaction with what it gives or takes.

        Returns the coins that whoever had lost got back: none where the match was made good
        before. Raises `CaseNotFound` where nothing is open, `NothingLost` and, where the winner
        has spent what is to be restored, `InsufficientCoins`.
        """
        require(by, Role.MODERATOR if verdict == "dismiss" else Role.CASHIER)
        base, moved = self._base, False
        async with base.database.transaction() as tx:
            closed = [
                kind for kind in _KINDS if await Cases(tx).close(kind, match, base.clock.now())
            ]
            if not closed:
                raise CaseNotFound(str(match))
            found = await Matches(tx).get(match)
            if verdict == "refund":
                moved = (await base.cashier.refund_in(tx, by, match, why)).new
            elif verdict == "restore":
                moved = (await base.cashier.restore_in(tx, by, match, why)).new
            own = await changed_under(tx, f"operator:refund:{match}") if moved else {}
            back = sum(change for change in own.values() if change > 0)
            note = Act(
                at=base.clock.now(),
                operator=by.name,
                act=f"dispute.{verdict}",
                why=reason(why),
                subject=match,
                details=msgspec.json.encode({"moved": back}).decode(),
            )
            await ActLog(tx).add(note)
            posts = [
                to(player, DisputeClosed(match, verdict, reason(why), own.get(player, 0)))
                for player in found.players
            ]
            hints = await post(tx, posts, base.clock.now())
        base.posted(hints)
        return back

    async def _bundle(self, match: Match, seen_by: UUID | None) -> Bundle:
        base = self._base
        rows = await whole_log(base.log.read, match.id)
        now = base.clock.now()
        span = (match.started_at, match.ended_at or now)
        async with base.database.reading() as tx:
            sources = Sources(
                players=match.players,
                rows=rows,
                refused=await kept.refused_in(tx, match.id),
                outages=await kept.outages_of(tx, match.id, match.players, span),
                moved=await kept.moved_by(tx, match.id),
            )
            said = await Cases(tx).about(match.id, _KINDS)
        over = match.ended_at is not None
        dice = await base.downloads.revealed(match.id) if over else None
        own = [case for case in said if seen_by in (None, case.account)]
        return Bundle(
            match=match.id,
            players=match.players,
            disputes=tuple(f"{case.kind.replace(':', ' of seat ')}: {case.words}" for case in own),
            dice=dice,
            proof=await asyncio.to_thread(_proof, match.id, rows, dice),
            timeline=timeline(match.id, sources, seen_by),
        )


_KINDS: Final = tuple(f"{KIND}:{seat}" for seat in range(2))


def _proof(match: UUID, rows: list[CommitRow], dice: Revealed | None) -> tuple[str, ...]:
    """What checking the dice comes to, in words; nothing while they are secret."""
    if dice is None:
        return ()
    log = MatchLog(str(match), tuple(map(logged, rows)), dice)
    return tuple(verify(log, dice).lines())
