"""Forgetting a person: what tells who it was goes, matches and ledger stay as they are.

The row of `accounts` stays, without a name, for the matches and coins that speak of it.
"""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import AccountNotFound, Identity
from server.storage.former import REMEMBER
from server.storage.ids import Millis
from server.storage.payers import FORGET_PAYERS
from server.storage.schema import accounts
from server.storage.schema_merges import forgettings
from server.storage.schema_purchases import payment_callbacks
from server.storage.scrubbing import scrub

_PERSONS: Final = """
WITH RECURSIVE persons (id) AS (
    SELECT CAST(:account AS uuid)
    UNION SELECT accounts.id FROM accounts JOIN persons ON accounts.forwarded_to = persons.id
)
"""
"""An account and all that were merged into it: they are one person."""

_EVERY_ID: Final = "SELECT id FROM persons"

GONE: Final = (
    ("identities", "account"),
    ("sessions", "account"),
    ("traces", "account"),
    ("friendships", "account"),
    ("friendships", "friend"),
    ("friend_requests", "asker"),
    ("friend_requests", "asked"),
    ("blocks", "account"),
    ("blocks", "blocked"),
    ("invitations", "inviter"),
    ("invitations", "invited"),
    ("invitation_mutes", "account"),
    ("invitation_mutes", "inviter"),
    ("preferences", "account"),
    ("notices", "account"),
    ("seekers", "account"),
    ("presence", "account"),
    ("chat_presence", "account"),
    ("chat_boards", "account"),
    ("chat_persons", "account"),
    ("standings", "account"),
    ("link_codes", "account"),
    ("merge_offers", "keeper"),
    ("merge_offers", "other"),
)

STATEMENTS: Final = (
    REMEMBER,
    """
DELETE FROM unreachable USING identities
WHERE identities.account IN (SELECT id FROM persons)
    AND (unreachable.platform, unreachable.kind, unreachable.id)
        = (identities.platform, identities.kind, identities.id)
""",
    """
UPDATE payment_callbacks SET raw = '', payer = NULL
FROM (
    SELECT platform, id FROM identities WHERE account IN (SELECT id FROM persons)
    UNION SELECT platform, payer FROM purchases WHERE account IN (SELECT id FROM persons)
) AS known
WHERE (payment_callbacks.platform, payment_callbacks.payer) = (known.platform, known.id)
""",
    """
DELETE FROM login_codes USING identities
WHERE identities.account IN (SELECT id FROM persons)
    AND identities.platform = 'email' AND identities.id = login_codes.address
""",
    # Letters from an address before it was known whose it is: they are about its person.
    """
UPDATE cases SET account = identities.account FROM identities
WHERE identities.account IN (SELECT id FROM persons)
    AND identities.platform = 'email' AND identities.id = cases.sender AND cases.account IS NULL
""",
    """
DELETE FROM case_letters USING cases
WHERE case_letters.case_id = cases.id AND cases.account IN (SELECT id FROM persons)
""",
    # A private chat has its person's id, and what was said there is no part of a match.
    """
DELETE FROM chat_updates USING chat_persons
WHERE chat_persons.account IN (SELECT id FROM persons)
    AND (chat_updates.bot, chat_updates.chat) = (chat_persons.bot, chat_persons.person)
""",
    """
DELETE FROM chat_labels USING chat_persons
WHERE chat_persons.account IN (SELECT id FROM persons)
    AND (chat_labels.bot, chat_labels.chat) = (chat_persons.bot, chat_persons.person)
""",
    *(
        f"DELETE FROM {table} WHERE {column} IN (SELECT id FROM persons)"  # noqa: S608 - names of ours
        for table, column in GONE
    ),
    """
DELETE FROM merged_rows USING merges
WHERE merged_rows.merge = merges.id
    AND (merges.keeper IN (SELECT id FROM persons) OR merges.other IN (SELECT id FROM persons))
""",
    """
UPDATE merges SET device = NULL, keeper_nick = NULL, other_nick = NULL,
    undone_at = coalesce(undone_at, :now)
WHERE keeper IN (SELECT id FROM persons) OR other IN (SELECT id FROM persons)
""",
    """
UPDATE messages SET text = '', removed_at = coalesce(removed_at, :now)
WHERE author IN (SELECT id FROM persons)
""",
    """
UPDATE reports SET
    text = CASE WHEN accused IN (SELECT id FROM persons) THEN NULL ELSE text END,
    note = CASE WHEN reporter IN (SELECT id FROM persons) THEN '' ELSE note END
WHERE accused IN (SELECT id FROM persons) OR reporter IN (SELECT id FROM persons)
""",
    # What an operator may still have to look into stays, without the person's words.
    """
UPDATE cases SET words = '', sender = NULL,
    closed_at = CASE kind WHEN 'payment' THEN closed_at ELSE coalesce(closed_at, :now) END
WHERE account IN (SELECT id FROM persons)
""",
    """
UPDATE case_words SET words = '' FROM cases
WHERE case_words.case_id = cases.id AND cases.account IN (SELECT id FROM persons)
""",
    FORGET_PAYERS,
    """
UPDATE nicks SET freed_at = :now
WHERE account IN (SELECT id FROM persons) AND freed_at IS NULL
""",
    """
UPDATE accounts SET nick = NULL, device = NULL, forgotten_at = :now
WHERE id IN (SELECT id FROM persons)
""",
)


async def forget(tx: AsyncConnection, account: UUID, now: Millis) -> None:
    """Forget whose this account was; its row must be locked. Again it changes nothing."""
    people = await tx.execute(text(_PERSONS + _EVERY_ID), {"account": account})
    await scrub(tx, people.scalars().all())
    for statement in STATEMENTS:
        await tx.execute(text(_PERSONS + statement), {"account": account, "now": now})


async def hush(tx: AsyncConnection, gone: Collection[Identity]) -> None:
    """Forget what platforms told of payments by these, but for what came of it."""
    for who in gone:
        await tx.execute(
            payment_callbacks.update()
            .where(payment_callbacks.c.platform == who.platform)
            .where(payment_callbacks.c.payer == who.id)
            .values(raw=b"", payer=None)
        )


async def note(tx: AsyncConnection, code: str, outcome: str, now: Millis) -> None:
    """Keep how a platform's request ended, under a code that tells nobody whom it was about."""
    await tx.execute(
        insert(forgettings)
        .values(code=code, asked_at=now, outcome=outcome)
        .on_conflict_do_nothing()
    )


async def noted(tx: AsyncConnection, code: str) -> str | None:
    """How a request ended, by its code."""
    found = await tx.execute(
        forgettings.select()
        .with_only_columns(forgettings.c.outcome)
        .where(forgettings.c.code == code)
    )
    return found.scalar()


async def require_known(tx: AsyncConnection, account: UUID) -> None:
    """Raise `AccountNotFound` where this account is nobody's any more: nothing reaches it."""
    if await is_forgotten(tx, account):
        raise AccountNotFound(str(account))


async def is_forgotten(tx: AsyncConnection, account: UUID) -> bool:
    """Whether this account is nobody's any more."""
    found = await tx.execute(
        accounts.select()
        .with_only_columns(accounts.c.forgotten_at)
        .where(accounts.c.id == account)
    )
    return found.scalar() is not None
