"""The tables of talk: messages, reports, sanctions, what links accounts; and reminders to send."""

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
    UniqueConstraint,
    Uuid,
    text,
)

from server.storage.schema import ZERO, metadata

messages = Table(
    "messages",
    metadata,
    Column("room", Uuid, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("topic", String, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("author", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("key", Uuid, nullable=False),
    Column("text", String, nullable=False),
    Column("removed_at", BigInteger),
    UniqueConstraint("author", "key"),
    Index(None, "author", "at"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("kind", String, nullable=False),
    Column("reporter", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("accused", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("topic", String),
    Column("seq", BigInteger),
    Column("text", String),
    Column("note", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("outcome", String),
    Column("closed_at", BigInteger),
    Column("closed_by", String),
    CheckConstraint("kind IN ('message', 'player', 'appeal')", name="kind"),
    CheckConstraint("(outcome IS NULL) = (closed_at IS NULL)", name="closed"),
    Index(None, "reporter", "at"),
    Index("ix_reports_open", "id", postgresql_where=text("closed_at IS NULL")),
    Index(
        "ix_reports_message",
        "reporter",
        "topic",
        "seq",
        unique=True,
        postgresql_where=text("kind = 'message'"),
    ),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ends", BigInteger),
    Column("by", String, nullable=False),
    Column("lifted_at", BigInteger),
    CheckConstraint("kind IN ('warning', 'mute', 'ban')", name="kind"),
    Index(None, "account", "began"),
)

traces = Table(
    "traces",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("digest", LargeBinary, primary_key=True),
    Column("first_at", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False, index=True),
    Index(None, "kind", "digest"),
)

notices = Table(
    "notices",
    metadata,
    Column("key", String, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("match", Uuid, ForeignKey("matches.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False, server_default=ZERO),
    Column("platform", String),
    Column("ended_at", BigInteger),
    Column("outcome", String),
    CheckConstraint("(outcome IS NULL) = (ended_at IS NULL)", name="ended"),
    Index("ix_notices_due", "due", postgresql_where=text("ended_at IS NULL")),
    Index(None, "account", "ended_at"),
)

unreachable = Table(
    "unreachable",
    metadata,
    Column("platform", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("since", BigInteger, nullable=False),
)
