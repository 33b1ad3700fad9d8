"""Link codes: made on one platform, typed on another, so that both lead to one account.

Typing a code joins nothing. It makes an offer that both sides see with what each of them has, and
both have to confirm (`merging`). Wrong codes are counted by the person and by the address.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec

from server.accounts.merging import MergeShown, Merging
from server.accounts.refusals import (
    GuestsCannotLink,
    LinkCodeRefused,
    OwnLinkCode,
    TooManyLinkCodes,
)
from server.inbox import LinkCodeUsed, Posted, to
from server.limits import neighbourhood
from server.money.codes import new_code, shown, typed
from server.money.terms import CodeLimits
from server.named import Named
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.feeds import post
from server.storage.ids import Ids, Millis
from server.storage.merges import LinkCodes, Offer, Offers

LENGTH: Final = 10
GOOD_FOR: Final = 10 * 60 * 1000
"""A code can be typed for so long, and its offer agreed to for as long again."""


class LinkCode(msgspec.Struct, frozen=True):
    """A code to type on the other platform; a new one makes the one before worthless."""

    code: str
    expires: Millis


class Linking:
    """The use case."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        limits: CodeLimits,
        merging: Merging,
        posted: Posted,
    ) -> None:
        self._database = database
        self._clock = clock
        self._ids = Ids()
        self._limits = limits
        self._merging = merging
        self._posted = posted

    async def give(self, account: UUID) -> LinkCode:
        """Give somebody a code. Raises `GuestsCannotLink`."""
        code, expires = new_code(LENGTH), self._clock.now() + GOOD_FOR
        async with self._database.transaction() as tx:
            found = await Accounts(tx).get(account)
            if found.is_guest:
                raise GuestsCannotLink
            await LinkCodes(tx).give(found.id, code, expires)
        return LinkCode(shown(code), expires)

    async def join(self, account: UUID, text: str, address: str) -> MergeShown:
        """Ask to join whoever made this code, who is told; joins nothing yet, shows both sides.

        Raises `LinkCodeRefused`, `OwnLinkCode`, `TooManyLinkCodes`.
        """
        now = self._clock.now()
        keys = sorted((f"link:{account}", f"link:{neighbourhood(address)}"))
        await self._count(account, keys, now)
        offer = await self._offered(account, typed(text), now)
        if offer is None:
            raise LinkCodeRefused
        await self._forgive(keys, now)
        return await self._merging.show(account, offer.id)

    async def _offered(self, account: UUID, code: str, now: Millis) -> Offer | None:
        async with self._database.transaction() as tx:
            maker = await LinkCodes(tx).spend(code, now)
            if maker is None:
                return None
            keeper = await Accounts(tx).get(maker)
            other = await Accounts(tx).get(account)
            if keeper.id == other.id:
                raise OwnLinkCode
            offer = await Offers(tx).make(
                Offer(
                    id=self._ids.new(now),
                    keeper=keeper.id,
                    other=other.id,
                    keeper_agreed=False,
                    other_agreed=False,
                    expires=now + GOOD_FOR,
                )
            )
            told = LinkCodeUsed(offer.id, Named(other.id, other.nick), offer.expires)
            hints = await post(tx, [to(keeper.id, told)], now)
        self._posted(hints)
        return offer

    async def _count(self, account: UUID, keys: Sequence[str], now: Millis) -> None:
        """Count a failure before it is one, so that guesses at the same instant count too."""
        async with self._database.transaction() as tx:
            times = {key: await Failures(tx).add(key, now) for key in keys}
        own, (address,) = times.pop(f"link:{account}"), times.values()
        limits = self._limits
        if own > limits.account_per_hour or address > limits.address_per_hour:
            raise TooManyLinkCodes

    async def _forgive(self, keys: Sequence[str], now: Millis) -> None:
        async with self._database.transaction() as tx:
            for key in keys:
                await Failures(tx).forgive(key, now)
