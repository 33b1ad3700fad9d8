"""Signing in: an untrusted launch or device token comes in, an account with a session goes out.

A known identity is signed in. A new one becomes an account, unless its owner has been playing as
a guest: then it is attached to the guest's account, whose device token stops being a credential.
A known identity never swallows a guest: both sides are shown, and the person decides.
"""

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple
from uuid import UUID

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.doors import Door, Doors
from platforms.identity import Platform, Visitor
from platforms.page_door import PageDoor
from platforms.refusals import Reason, Refused, Stale
from platforms.told import NOTHING
from server.accounts.bad_words import BadWords
from server.accounts.naming import proposal_for
from server.accounts.refusals import (
    DeviceRefused,
    LaunchRefused,
    LaunchStale,
    TooManyFailures,
    TooManyGuests,
)
from server.accounts.rulings import rulings_follow
from server.accounts.sessions import Ended, to_nobody
from server.limits import neighbourhood
from server.settings import Limits
from server.storage.account_locks import settled
from server.storage.accounts import Account, Accounts, Identity, IdentityTaken
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.ids import Ids, Millis
from server.storage.launches import Launches, Nonces
from server.storage.merges import Offer, Offers
from server.storage.notices import find_again
from server.storage.sessions import NewSession, Sessions
from server.storage.told import ToldFacts
from server.storage.traces import Pseudonyms, TraceKind, leave

SESSION_OF_OK: Millis = 24 * 60 * 60 * 1000
"""For how long after its first use an OK session, which carries no time, opens the door."""

OFFERED_FOR: Millis = 24 * 60 * 60 * 1000
"""For how long a guest's progress is offered after signing in."""

_DEVICE = re.compile(r"[A-Za-z0-9_-]{32,128}")

_log = structlog.get_logger(__name__)


class Launch(NamedTuple):
    """What a client says about itself. Believe none of it."""

    door: Door
    text: str
    nonce: str | None = None
    guest: str | None = None
    """The device token with which this person has been playing as a guest."""


class Login(NamedTuple):
    """What somebody brings back to the page by itself. Believe none of it."""

    door: PageDoor
    text: str
    key: str
    """What his browser has kept since the login began."""
    guest: str | None = None
    """As of a launch."""


class SignedIn(NamedTuple):
    """A person who was let in."""

    account: Account
    session: NewSession
    created: bool
    nick_proposal: str | None = None
    merge_offer: "LeftBehind | None" = None


class LeftBehind(NamedTuple):
    """A guest whose progress stayed behind, because the identity had an account already, and the
    offer to take it over.
    """

    guest: Account
    offer: UUID


Greeting = Callable[[AsyncConnection, UUID, Identity, Millis], Awaitable[None]]


async def _silently(
    _tx: AsyncConnection, _account: UUID, _identity: Identity, _now: Millis
) -> None:
    """Greet nobody."""


class SignIn:
    """The use case. Every refusal is an ``AccountRefused``; refused launches are logged, counted.

    A launch is judged by itself before anything else: whoever shows a genuine one comes in,
    however often others at the same address have failed: behind one there may be a town of phones.
    """

    def __init__(
        self, database: Database, doors: Doors, clock: Clock, ids: Ids, limits: Limits
    ) -> None:
        self.words = BadWords.standard()
        """What no proposed nick may hold; the wiring adds what the settings do."""
        self.greet: Greeting = _silently
        """What is done for whoever comes by the first identity of an account, as he signs in."""
        self.ended: Ended = to_nobody
        """Told of accounts of which a session has ended."""
        self.pseudonyms = Pseudonyms(secrets.token_bytes(32))
        """How addresses are remembered; the wiring gives the key that all processes have."""
        self._database = database
        self._limits = limits
        self._doors = doors
        self._clock = clock
        self._ids = ids

    async def nonce(self) -> str:
        """A word for the client to have signed, good once and for five minutes."""
        async with self._database.transaction() as tx:
            return await Nonces(tx).issue(self._clock.now())

    async def by_launch(self, launch: Launch, address: str) -> SignedIn:
        """Sign in with a platform's launch."""
        async with self._guesses_counted(launch.door, address):
            visitor = self._verified(launch)
            return await settled(lambda: self._admit(visitor, launch, address))

    async def by_login(
        self, login: Login, prove: Callable[[], Awaitable[Visitor]], address: str
    ) -> SignedIn:
        """Sign in on the page by itself, where `prove` tells who somebody is, or refuses."""
        async with self._guesses_counted(login.door, address):
            visitor = await prove()
            return await settled(lambda: self._admit(visitor, login, address))

    async def as_guest(self, device: str, address: str) -> SignedIn:
        """Sign in with a token that the client made for itself; its first use makes the guest."""
        if not _DEVICE.fullmatch(device):
            raise DeviceRefused
        return await settled(lambda: self._admit_guest(device, address))

    async def greeted(
        self, tx: AsyncConnection, account: UUID, identity: Identity, now: Millis
    ) -> None:
        """Greet whoever comes by the first identity of an account; rulings about him hold on."""
        await rulings_follow(tx, self._ids, account, identity, now)
        await self.greet(tx, account, identity, now)

    async def sign_out(self, token: str) -> None:
        """End a session; one that has ended already is no fault."""
        async with self._database.transaction() as tx:
            account = await Sessions(tx).revoke(token)
        if account is not None:
            self.ended((account,))

    async def _admit(self, visitor: Visitor, launch: Launch | Login, address: str) -> SignedIn:
        async with self._database.transaction() as tx:
            if isinstance(launch, Launch):
                await self._require_unused(tx, visitor, launch)
            signed_in = await self._enter(tx, visitor, launch)
            await self._remember(tx, signed_in.account, address, launch.guest)
            return signed_in

    async def _admit_guest(self, device: str, address: str) -> SignedIn:
        now = self._clock.now()
        async with self._database.transaction() as tx:
            account, created = await Accounts(tx).guest(self._ids.new(now), device, now)
            if created:
                await self._require_room_for_guests(tx, address, now)
            await self._remember(tx, account, address, device)
            return SignedIn(account, await Sessions(tx).open(account, now, "guest"), created)

    @asynccontextmanager
    async def _guesses_counted(self, door: Door | PageDoor, address: str) -> AsyncIterator[None]:
        """Tell the log why somebody is refused within, and count him as a guesser."""
        try:
            yield
        except LaunchRefused as refused:
            _log.info("launch_refused", door=door.value, reason=refused.reason)
            if refused.is_guess:
                await self._count_failure(address, refused)
            raise

    def _verified(self, launch: Launch) -> Visitor:
        now = self._clock.now() // 1000
        try:
            return self._doors.verify(launch.door, launch.text, now, launch.nonce)
        except Stale as stale:
            raise LaunchStale(stale.reason) from stale
        except Refused as refused:
            raise LaunchRefused(refused.reason) from refused

    async def _require_unused(self, tx: AsyncConnection, visitor: Visitor, launch: Launch) -> None:
        """Refuse a nonce that is not ours, and a launch that was used before."""
        now = self._clock.now()
        if launch.nonce is not None and not await Nonces(tx).spend(launch.nonce, now):
            raise LaunchRefused(Reason.MISMATCH)
        if visitor.replay_key is None:
            return
        seen = await Launches(tx).first_seen(visitor.replay_key, now)
        lasts = SESSION_OF_OK if visitor.identity.platform is Platform.OK else 0
        if seen.before and seen.at + lasts <= now:
            raise LaunchStale(Reason.STALE)

    async def _enter(
        self, tx: AsyncConnection, visitor: Visitor, launch: Launch | Login
    ) -> SignedIn:
        now, device = self._clock.now(), launch.guest
        accounts = Accounts(tx)
        who = visitor.identity
        identity = Identity(who.platform.value, who.kind.value, who.id)
        await find_again(tx, identity)
        guest = await accounts.claim_guest(device) if device is not None else None
        account = await accounts.find_by_identity(identity)
        created = attached = False
        if account is None and guest is not None:
            account = await self._attached(tx, guest, identity)
            attached = account.id == guest.id
        elif account is None:
            account, created = await accounts.first_launch(self._ids.new(now), identity, now)
        if created or attached:
            await self.greeted(tx, account.id, identity, now)
        proposal = await self._proposal(tx, visitor, account)  # before the account is locked
        session = await Sessions(tx).open(account, now, launch.door.value)
        left_behind = None
        if guest is not None and guest.id != account.id:
            left_behind = await self._left_behind(tx, account, guest)
        if visitor.told != NOTHING:
            await ToldFacts(tx).keep(identity, launch.door.value, visitor.told, now)
        return SignedIn(account, session, created, proposal, left_behind)

    async def _left_behind(
        self, tx: AsyncConnection, account: Account, guest: Account
    ) -> LeftBehind | None:
        """Offer to take the guest over, who has agreed by showing his device token."""
        if not guest.is_guest:
            return None
        now = self._clock.now()
        offer = await Offers(tx).make(
            Offer(
                id=self._ids.new(now),
                keeper=account.id,
                other=guest.id,
                keeper_agreed=False,
                other_agreed=True,
                expires=now + OFFERED_FOR,
            )
        )
        return LeftBehind(guest, offer.id)

    async def _remember(
        self, tx: AsyncConnection, account: Account, address: str, device: str | None
    ) -> None:
        """Keep what may show a moderator that two accounts are one person's."""
        now = self._clock.now()
        seen = self.pseudonyms.of(neighbourhood(address))
        await leave(tx, account.id, TraceKind.ADDRESS, seen, now)
        if device is not None:
            await leave(tx, account.id, TraceKind.DEVICE, device, now)

    async def _proposal(
        self, tx: AsyncConnection, visitor: Visitor, account: Account
    ) -> str | None:
        if account.nick is not None:
            return None
        return await proposal_for(tx, visitor, account, self.words)

    async def _attached(self, tx: AsyncConnection, guest: Account, identity: Identity) -> Account:
        """The guest's account, now reached by this identity; or the one that came first."""
        accounts = Accounts(tx)
        try:
            await accounts.link(guest.id, identity, self._clock.now())
            return await accounts.get(guest.id)
        except IdentityTaken as taken:
            return await accounts.get(taken.account)

    async def _count_failure(self, address: str, refused: LaunchRefused) -> None:
        """Count a guess; beyond the hour's measure the guesser is told no more than to wait."""
        async with self._database.transaction() as tx:
            failures = await Failures(tx).add(_failures(address), self._clock.now())
        if failures > self._limits.address_failures_per_hour:
            raise TooManyFailures(refused.reason) from refused

    async def _require_room_for_guests(
        self, tx: AsyncConnection, address: str, now: Millis
    ) -> None:
        """Count this guest; the refusal undoes guest and count together."""
        guests = await Failures(tx).add(f"guest:{neighbourhood(address)}", now)
        if guests > self._limits.new_guests_per_hour:
            raise TooManyGuests


def _failures(address: str) -> str:
    return f"address:{neighbourhood(address)}"
