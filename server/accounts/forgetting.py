"""Identities that are let go, and persons who are forgotten: at their own word, or a platform's.

What a platform asks for concerns what it told us. Whoever has another identity keeps the account
and loses this one; who has none is forgotten altogether. Matches and ledger stay whole.
"""

import secrets
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.facebook.user_requests import AboutUser
from platforms.identity import Platform
from server.accounts.merging import require_unhindered
from server.accounts.refusals import IdentityNotFound, LastIdentity
from server.accounts.sessions import Ended, to_nobody
from server.chat.standing import require_voice
from server.purchases.till import CASE_KIND
from server.storage import engagements, forgetting
from server.storage.account_locks import settled, standing
from server.storage.accounts import Accounts, Identity
from server.storage.case_letters import CaseLetters
from server.storage.cases import Case, Cases
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.former import let_go
from server.storage.ids import Ids
from server.storage.purchases import Purchases
from server.storage.sessions import Sessions

CODE_BYTES: Final = 12


class Identities(msgspec.Struct, frozen=True):
    """All that lead to an account."""

    identities: tuple[Identity, ...]


class Forgetting:
    """The use case."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.moved: Ended = to_nobody
        """Whom to tell of accounts whose sessions have ended."""
        self._database = database
        self._clock = clock
        self._ids = Ids()

    async def identities(self, account: UUID) -> Identities:
        """By what somebody may sign in."""
        async with self._database.reading() as connection:
            return Identities(tuple(await Accounts(connection).identities(account)))

    async def unlink(self, account: UUID, identity: Identity) -> Identities:
        """Let one identity go; it may become another account's. All sessions end with it but
        those by other doors. Nobody walks away from a ruling so.

        Raises `IdentityNotFound`, `LastIdentity`, `Muted`, `Banned`.
        """
        async with self._database.transaction() as tx:
            await standing(tx, account)
            accounts = Accounts(tx)
            held = await accounts.identities(account)
            if identity not in held:
                raise IdentityNotFound
            if len(held) == 1:
                raise LastIdentity
            await require_voice(tx, account, self._clock.now())
            await let_go(tx, [identity])
            await accounts.unlink([identity])
            if identity.platform == Platform.EMAIL:
                await CaseLetters(tx).let_go(account, identity.id)
            await Sessions(tx).revoke_by(account, identity.platform)
            left = tuple(await accounts.identities(account))
        self.moved((account,))
        return Identities(left)

    async def forget_me(self, account: UUID) -> None:
        """Forget the person. Raises `MergeRefused` while something of his is not over."""
        async with self._database.transaction() as tx:
            await engagements.lock(tx, account)
            await standing(tx, account)
            await require_unhindered(tx, account)
            await self._forget(tx, account)
        self.moved((account,))

    async def asked_by_platform(self, about: AboutUser) -> str:
        """Delete what a platform told us of a person; the code by which to ask how it went.

        It is done at once and cannot be refused: a match that runs is lost by its clock, and an
        order that is not given yet waits, as what is paid for nobody does.
        """
        code = secrets.token_hex(CODE_BYTES)
        self.moved(await settled(lambda: self._obey(_stored(about), code)))
        return code

    async def deauthorized(self, about: AboutUser) -> None:
        """The person has removed us there: sessions by that platform end, if they are older."""
        identity = _stored(about)
        async with self._database.transaction() as tx:
            found = await Accounts(tx).find_by_identity(identity)
            if found is None:
                return
            await Sessions(tx).revoke_by(
                found.id, identity.platform, before=int(about.issued_at * 1000)
            )
        self.moved((found.id,))

    async def outcome(self, code: str) -> str | None:
        """How a platform's request ended; none for a code that we never gave."""
        async with self._database.reading() as connection:
            return await forgetting.noted(connection, code)

    async def _obey(self, identity: Identity, code: str) -> tuple[UUID, ...]:
        async with self._database.transaction() as tx:
            found = await Accounts(tx).find_by_identity(identity)
            outcome = "unknown"
            if found is not None:
                await standing(tx, found.id)
                outcome = await self._remove(tx, found.id, identity.platform)
            await forgetting.note(tx, code, outcome, self._clock.now())
        return () if found is None else (found.id,)

    async def _remove(self, tx: AsyncConnection, account: UUID, platform: str) -> str:
        accounts = Accounts(tx)
        held = await accounts.identities(account)
        told = [each for each in held if each.platform == platform]
        if len(told) == len(held):
            await self._forget(tx, account)
            return "forgotten"
        await forgetting.hush(tx, told)
        await let_go(tx, told)
        await accounts.unlink(told)
        await Sessions(tx).revoke_by(account, platform)
        return "unlinked"

    async def _forget(self, tx: AsyncConnection, account: UUID) -> None:
        """Forget him, and tell a human what he will be made to pay for nevertheless."""
        now = self._clock.now()
        going_on = await Purchases(tx).going_on(account)
        await forgetting.forget(tx, account, now)
        for each in going_on:
            words = f"{each.product} goes on at {each.platform} as {each.charge}: end it there"
            case = Case(
                id=self._ids.new(now),
                kind=CASE_KIND,
                about=each.id,
                account=None,
                words=f"whose it was is forgotten; {words}",
                opened_at=now,
            )
            await Cases(tx).open(case)


def _stored(about: AboutUser) -> Identity:
    who = about.identity
    return Identity(who.platform.value, who.kind.value, who.id)
