"""The tables of those who run the service, and of all that they do; the log only grows."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Identity,
    LargeBinary,
    String,
    Table,
    Uuid,
)

from server.storage.schema import metadata

operators = Table(
    "operators",
    metadata,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    CheckConstraint("role IN ('moderator', 'cashier', 'owner')", name="role"),
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String, nullable=False, index=True),
    Column("act", String, nullable=False),
    Column("subject", Uuid, index=True),
    Column("why", String, nullable=False),
    Column("details", String, nullable=False),
    CheckConstraint("length(why) > 0", name="why"),
)
