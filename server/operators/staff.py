"""The staff: who may do what. Every act needs a role and a reason, and is written down."""

import re
from typing import Final

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.secret import Secrets
from server.storage import locks
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.operators import (
    Act,
    ActLog,
    Operator,
    OperatorNotFound,
    Operators,
    Role,
)
from server.storage.tokens import new_token
from server.words import has_words, in_one_line

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
LONGEST_REASON: Final = 500


class StaffRefused(Exception):
    """An operator's request was refused; nothing changed."""


class NotAnOperator(StaffRefused):
    """The token opens nothing here."""


class RoleTooLow(StaffRefused):
    """This act needs another role."""


class NoReason(StaffRefused):
    """Every act needs a reason, of at most 500 characters."""


class NameRefused(StaffRefused):
    """A name is 1 to 40 small letters, digits, dots, dashes, underscores."""


class LastOwner(StaffRefused):
    """Without this owner nobody could admit operators over HTTP any more."""


class Admitted(msgspec.Struct, frozen=True):
    """A new operator; the token is shown this once."""

    name: str
    role: Role
    token: str


class Staff:
    """Admits and dismisses operators, and knows them by their tokens."""

    def __init__(self, database: Database, clock: Clock, first: Secrets | None = None) -> None:
        self._database = database
        self._clock = clock
        self._first = first

    async def by_token(self, token: str) -> Operator:
        """Whose token it is; raises `NotAnOperator`."""
        async with self._database.reading() as connection:
            try:
                return await Operators(connection).by_token(token)
            except OperatorNotFound as unknown:
                raise NotAnOperator from unknown

    async def by_name(self, name: str) -> Operator:
        """Who works under a name, for whoever has a shell here; raises `NotAnOperator`."""
        async with self._database.reading() as connection:
            try:
                return await Operators(connection).get(name)
            except OperatorNotFound as unknown:
                raise NotAnOperator from unknown

    async def admit(self, by: Operator | None, name: str, role: Role) -> Admitted:
        """Make an operator. Without one who asks it is the command line of the machine itself.

        Raises `RoleTooLow`, `NameRefused`, `OperatorNameTaken`.
        """
        if by is not None:
            require(by, Role.OWNER)
        async with self._database.transaction() as tx:
            return await self._admit(tx, "shell" if by is None else by.name, name, role)

    async def admit_first(self, token: str, name: str) -> Admitted:
        """Make the first owner by `NARDY_ADMIN_TOKEN`, which does nothing else and only once.

        Raises `NotAnOperator`, `NameRefused`.
        """
        if self._first is None or not self._first.hold(token):
            raise NotAnOperator
        async with self._database.transaction() as tx:
            await locks.take(tx, locks.FIRST_OPERATOR)
            if await Operators(tx).count():
                raise NotAnOperator
            return await self._admit(tx, "first", name, Role.OWNER)

    async def dismiss(self, by: Operator | None, name: str, why: str) -> None:
        """Let somebody in no more.

        The last owner stays, unless it is the command line of the machine itself that asks.
        Raises `OperatorNotFound`, `RoleTooLow`, `NoReason`, `LastOwner`.
        """
        if by is not None:
            require(by, Role.OWNER)
        async with self._database.transaction() as tx:
            await locks.take(tx, locks.FIRST_OPERATOR)
            now = self._clock.now()
            if by is not None and await Operators(tx).owners() == [name]:
                raise LastOwner
            await Operators(tx).revoke(name, now)
            await ActLog(tx).add(
                Act(
                    at=now,
                    operator="shell" if by is None else by.name,
                    act="operator.dismiss",
                    why=reason(why),
                    details=_told(name=name),
                )
            )

    async def _admit(self, tx: AsyncConnection, by: str, name: str, role: Role) -> Admitted:
        if not _NAME.fullmatch(name):
            raise NameRefused(name)
        token, now = new_token(), self._clock.now()
        await Operators(tx).add(name, role, token, now)
        await ActLog(tx).add(
            Act(
                at=now,
                operator=by,
                act="operator.add",
                why="admitted",
                details=_told(name=name, role=role),
            )
        )
        return Admitted(name, role, token)


def require(operator: Operator, role: Role) -> None:
    """Raise `RoleTooLow` unless somebody may do what this role may."""
    if not operator.role.may(role):
        raise RoleTooLow(role)


def reason(why: str) -> str:
    """The reason of an act, or `NoReason`."""
    given = in_one_line(why)
    if not has_words(given) or len(given) > LONGEST_REASON:
        raise NoReason
    return given


def _told(**details: str) -> str:
    return msgspec.json.encode(details).decode()
