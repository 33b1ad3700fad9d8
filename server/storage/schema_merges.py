"""The tables of accounts that become one, and of persons who are forgotten.

What a merge moved is journaled row by row in `merged_rows`, so that it can be undone.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB

from server.storage.schema import FALSE, ZERO, metadata

merge_offers = Table(
    "merge_offers",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("keeper", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("other", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("keeper_agreed", Boolean, nullable=False, server_default=FALSE),
    Column("other_agreed", Boolean, nullable=False, server_default=FALSE),
    Column("expires", BigInteger, nullable=False, index=True),
    UniqueConstraint("keeper", "other"),
    CheckConstraint("keeper <> other", name="sides"),
)

merges = Table(
    "merges",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("keeper", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("other", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    # What was brought; coins are below zero where a debt was.
    Column("coins", BigInteger, nullable=False, server_default=ZERO),
    Column("points", BigInteger, nullable=False, server_default=ZERO),
    Column("gift", BigInteger, nullable=False, server_default=ZERO),
    Column("vip_until", BigInteger, nullable=False, server_default=ZERO),
    Column("vip", BigInteger, nullable=False, server_default=ZERO),
    Column("keeper_nick", String),
    Column("other_nick", String),
    Column("device", LargeBinary),
    Column("undone_at", BigInteger),
    CheckConstraint("keeper <> other", name="sides"),
)

merged_rows = Table(
    "merged_rows",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("merge", Uuid, ForeignKey("merges.id"), nullable=False),
    Column("relation", String, nullable=False),
    # Whether the row itself went over; else it gave way to one that stood there.
    Column("kept", Boolean, nullable=False),
    Column("row", JSONB, nullable=False),
    Index(None, "merge", "relation"),
)

link_codes = Table(
    "link_codes",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False, index=True),
)

forgettings = Table(
    "forgettings",
    metadata,
    Column("code", String, primary_key=True),
    Column("asked_at", BigInteger, nullable=False),
    Column("outcome", String, nullable=False),
    CheckConstraint("outcome IN ('forgotten', 'unlinked', 'unknown')", name="outcome"),
)
