"""The tables around live tables: numbered topics, quick game, guests, conduct, spectators."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Uuid,
)

from server.storage.schema import ZERO, metadata

feeds = Table(
    "feeds",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("seq", BigInteger, nullable=False),
)

feed_entries = Table(
    "feed_entries",
    metadata,
    Column("feed", Uuid, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("told", LargeBinary, nullable=False),
)

table_guests = Table(
    "table_guests",
    metadata,
    Column("table_id", Uuid, ForeignKey("tables.id"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
)

seekers = Table(
    "seekers",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("conventions", LargeBinary, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Index(None, "terms"),
)

rematches = Table(
    "rematches",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

conduct = Table(
    "conduct",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("offences", SmallInteger, nullable=False, server_default=ZERO),
    Column("clean", SmallInteger, nullable=False, server_default=ZERO),
    Column("waits_until", BigInteger, nullable=False, server_default=ZERO),
)

spectators = Table(
    "spectators",
    metadata,
    Column("match", Uuid, primary_key=True),
    Column("account", Uuid, primary_key=True),
    Column("process", Uuid, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index(None, "process"),
)
