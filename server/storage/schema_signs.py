"""The tables of signs: who lost to whom how, and what of it a human is to look at."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import metadata

match_losses = Table(
    "match_losses",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("loser", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("winner", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("losses", Integer, nullable=False),
    Column("quick", Integer, nullable=False),
    Column("coins", BigInteger, nullable=False),
    Index(None, "loser", "winner", "at"),
)

signs = Table(
    "signs",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("kind", String, nullable=False),
    # Who gains by it, and who gives; of a farm both are the inviter.
    Column("gainer", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("giver", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("evidence", LargeBinary, nullable=False),
    Column("closed_at", BigInteger),
    Column("closed_by", String),
    Column("verdict", String),
    CheckConstraint(
        "kind IN ('quick_losses', 'lopsided', 'shared', 'referral_farm')", name="kind"
    ),
    CheckConstraint("(verdict IS NULL) = (closed_at IS NULL)", name="closed"),
    Index(
        "uq_signs_open",
        "kind",
        "gainer",
        "giver",
        unique=True,
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index(None, "gainer", "giver"),
)
