"""The letters that cases send by mail: kept in the act that they tell of, sent, tried again."""

from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_cases import case_letters, cases

CLAIMED_FOR: Final = 60_000
"""So long, in milliseconds, nobody else takes up a letter that is being sent."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to write: an operator's answer, or where it has no words a receipt.

    `reply_to` is the Message-ID of what it answers.
    """

    case_id: UUID
    recipient: str
    at: Millis
    words: str | None = None
    agent: str | None = None
    reply_to: str | None = None


class CaseLetter(Outgoing, frozen=True, kw_only=True):
    """A letter that is kept; `attempts` counts the one that begins now, `question` is what its
    case asks.
    """

    id: int
    attempts: int
    question: str


class CaseLetters:
    """Keeps, claims and ends letters within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, letter: Outgoing) -> None:
        """Keep a letter, to be sent as soon as this is committed."""
        await self._tx.execute(
            insert(case_letters).values(due=letter.at, **msgspec.structs.asdict(letter))
        )

    async def claim(self, now: Millis, limit: int) -> list[CaseLetter]:
        """Take up what is due; commit this before sending it."""
        found = await self._tx.execute(
            select(case_letters, cases.c.words.label("question"))
            .join(cases, cases.c.id == case_letters.c.case_id)
            .where(case_letters.c.ended_at.is_(None), case_letters.c.due <= now)
            .order_by(case_letters.c.due, case_letters.c.id)
            .limit(limit)
            .with_for_update(of=case_letters, skip_locked=True)
        )
        claimed = [_letter(row) for row in found]
        for letter in claimed:
            await self._change(letter.id, due=now + CLAIMED_FOR, attempts=letter.attempts)
        return claimed

    async def put_off(self, letter: int, due: Millis) -> None:
        """Try it again then."""
        await self._change(letter, due=due)

    async def end(self, letter: int, outcome: str, now: Millis) -> None:
        """Try it no more: it was sent, or there is a reason not to."""
        await self._change(letter, outcome=outcome, ended_at=now)

    async def let_go(self, account: UUID, address: str) -> None:
        """Send nothing more about somebody's cases to an address that is his no longer."""
        his = cases.c.account == account
        await self._tx.execute(
            delete(case_letters).where(
                case_letters.c.case_id.in_(select(cases.c.id).where(his)),
                case_letters.c.recipient == address,
                case_letters.c.ended_at.is_(None),
            )
        )
        await self._tx.execute(
            update(cases).where(his, cases.c.sender == address).values(sender=None)
        )

    async def _change(self, letter: int, **values: Any) -> None:
        await self._tx.execute(
            update(case_letters).where(case_letters.c.id == letter).values(**values)
        )


def _letter(row: Row[Any]) -> CaseLetter:
    return CaseLetter(
        id=row.id,
        case_id=row.case_id,
        recipient=row.recipient,
        at=row.at,
        words=row.words,
        agent=row.agent,
        reply_to=row.reply_to,
        attempts=row.attempts + 1,
        question=row.question,
    )
