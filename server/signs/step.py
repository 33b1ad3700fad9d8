"""The step after a match that keeps its losses, and shows a human what begins to look arranged."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.play.after_match import Ended
from server.signs.judging import is_farm, may_be_shared, signs_between
from server.signs.losses import losses_in
from server.signs.terms import SignTerms
from server.storage.accounts import Accounts
from server.storage.ids import Ids, Millis
from server.storage.referrals import Referrals
from server.storage.signs import Between, Evidence, LostMatch, Sign, SignKind, Signs
from server.storage.traces import Common, TraceKind, common

_DAY: Final[Millis] = 24 * 60 * 60 * 1000
_COMPARED: Final = 200
"""So many of the newest people whom somebody has invited are compared."""


class Pair(NamedTuple):
    """Who gains, and who gives."""

    gainer: UUID
    giver: UUID


class SignsStep:
    """It moves nothing and keeps nobody from anything."""

    name: Final = "signs"

    def __init__(self, terms: SignTerms) -> None:
        self._terms = terms
        self._ids = Ids()

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Keep what was lost, and judge those two and whoever invited them."""
        lost = losses_in(ended.events, self._terms.quick_turns)
        players = [(await Accounts(tx).get(player)).id for player in ended.match.players]
        if not lost or players[0] == players[1]:
            return
        await Signs(tx).lock(players[0], players[1])
        for loss in lost:
            pair = Pair(players[1 - loss.seat], players[loss.seat])
            await Signs(tx).lost(
                LostMatch(
                    match=ended.match.id,
                    loser=pair.giver,
                    winner=pair.gainer,
                    at=ended.ended_at,
                    losses=loss.losses,
                    quick=loss.quick,
                    coins=loss.coins,
                )
            )
        for loss in lost:
            pair = Pair(players[1 - loss.seat], players[loss.seat])
            await self._judge(tx, pair, ended.ended_at)
        for player in players:
            await self._judge_inviter(tx, player, ended.ended_at)

    async def _judge(self, tx: AsyncConnection, pair: Pair, now: Millis) -> None:
        """A human who has found nothing is shown what has come since."""
        since = await self._since(tx, pair, now)
        played = await Signs(tx).between(pair.giver, pair.gainer, since)
        shared: tuple[Common, ...] = ()
        if may_be_shared(self._terms, played):
            shared = await common(tx, pair)
        for kind in signs_between(self._terms, played, is_shared=bool(shared)):
            await self._show(tx, kind, pair, (now, _of_two(since, played, shared)))

    async def _judge_inviter(self, tx: AsyncConnection, invited: UUID, now: Millis) -> None:
        inviter = await Referrals(tx).inviter(invited)
        if inviter is None:
            return
        pair = Pair(inviter, inviter)
        since = await self._since(tx, pair, now)
        people = await Referrals(tx).invited_by(inviter, since, _COMPARED)
        if len(people) < self._terms.farm_invited:
            return
        shared = await common(tx, (inviter, *people))
        linked = {who for each in shared for who in each.people} & set(people)
        if is_farm(self._terms, len(people), len(linked)):
            evidence = Evidence(
                since=since,
                people=tuple(people),
                linked=tuple(sorted(linked)),
                devices=_count(shared, TraceKind.DEVICE),
                addresses=_count(shared, TraceKind.ADDRESS),
            )
            await self._show(tx, SignKind.REFERRAL_FARM, pair, (now, evidence))

    async def _since(self, tx: AsyncConnection, pair: Pair, now: Millis) -> Millis:
        looked_at = await Signs(tx).looked_at(pair.gainer, pair.giver)
        return max(now - self._terms.days * _DAY, looked_at)

    async def _show(
        self, tx: AsyncConnection, kind: SignKind, pair: Pair, what: tuple[Millis, Evidence]
    ) -> None:
        now, evidence = what
        await Signs(tx).show(
            Sign(
                id=self._ids.new(now),
                kind=kind,
                gainer=pair.gainer,
                giver=pair.giver,
                opened_at=now,
                changed_at=now,
                evidence=evidence,
            )
        )


def _of_two(since: Millis, played: Between, shared: Collection[Common]) -> Evidence:
    return Evidence(
        since=since,
        played=played,
        devices=_count(shared, TraceKind.DEVICE),
        addresses=_count(shared, TraceKind.ADDRESS),
    )


def _count(shared: Iterable[Common], kind: TraceKind) -> int:
    return sum(each.kind is kind for each in shared)
