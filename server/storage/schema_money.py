"""The tables of money, as `schema` is for all others.

What is said in `ledger_transactions`, `ledger_postings` and `vip_grants` is said for ever:
triggers of the migration refuse every change, deletion and truncation.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import ZERO, metadata

ledger_accounts = Table(
    "ledger_accounts",
    metadata,
    Column("name", String, primary_key=True),
    Column("owner", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("match", Uuid, ForeignKey("matches.id")),
    Column("balance", BigInteger, nullable=False, server_default=ZERO),
    # How far below zero money that was paid back has ever taken it; else nothing can.
    Column("floor", BigInteger, nullable=False, server_default=ZERO),
    CheckConstraint("floor <= 0 AND balance >= floor", name="balance"),
    CheckConstraint("match IS NULL OR floor = 0", name="hold"),
    Index("ix_ledger_accounts_owned", "owner", postgresql_where=text("balance <> 0")),
    Index(
        "ix_ledger_accounts_held",
        "match",
        postgresql_where=text("match IS NOT NULL AND balance <> 0"),
    ),
)

ledger_transactions = Table(
    "ledger_transactions",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    Column("about", Uuid, index=True),
    CheckConstraint("length(key) BETWEEN 1 AND 200", name="key"),
)

ledger_postings = Table(
    "ledger_postings",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column(
        "transaction",
        BigInteger,
        ForeignKey("ledger_transactions.id"),
        nullable=False,
        index=True,
    ),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("cause", String, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("source <> target", name="sides"),
    CheckConstraint("split_part(source, ':', 1) = split_part(target, ':', 1)", name="currency"),
    Index(None, "source", "id"),
    Index(None, "target", "id"),
)

holds = Table(
    "holds",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("amount", BigInteger, nullable=False),
    Column("rake", LargeBinary, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
)

vip_grants = Table(
    "vip_grants",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("cause", String, nullable=False),
    Column("giver", Uuid, ForeignKey("accounts.id")),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("length(key) BETWEEN 1 AND 200", name="key"),
    CheckConstraint("since <> until", name="span"),
    Index(None, "account", "id"),
)
