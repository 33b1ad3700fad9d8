"""The tables of tournaments: their logs, who takes part, and the matches that are played in them.

What can be told from a log is told from it; here is what is looked for, listed or owed.
"""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import ZERO, metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("en", String, nullable=False),
    Column("ru", String, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("conventions", LargeBinary, nullable=False),
    Column("fee", BigInteger, nullable=False),
    Column("currency", String, nullable=False),
    Column("guaranteed", BigInteger, nullable=False),
    Column("shares", ARRAY(SmallInteger), nullable=False),
    Column("least_rating", Integer),
    Column("most_rating", Integer),
    Column("created_at", BigInteger, nullable=False),
    Column("phase", String, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False, server_default=ZERO),
    CheckConstraint("phase IN ('registering', 'playing', 'over', 'cancelled')", name="phase"),
    CheckConstraint("currency IN ('coins', 'points')", name="currency"),
    CheckConstraint("fee >= 0 AND guaranteed >= 0", name="amounts"),
    CheckConstraint("due IS NULL OR phase IN ('registering', 'playing')", name="due"),
    Index("ix_tournaments_due", "due", postgresql_where=text("due IS NOT NULL")),
    Index("ix_tournaments_phase", "phase", "id"),
)

tournament_commits = Table(
    "tournament_commits",
    metadata,
    Column("tournament", Uuid, ForeignKey("tournaments.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("events", LargeBinary, nullable=False),
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    Column("tournament", Uuid, ForeignKey("tournaments.id"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    # Who withdraws and enters again pays under another key.
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rake", LargeBinary, nullable=False),
    Column("left_at", BigInteger),
    Column("place", Integer),
    Column("prize", BigInteger, nullable=False, server_default=ZERO),
    Index(None, "account"),
)

tournament_matches = Table(
    "tournament_matches",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("tournament", Uuid, ForeignKey("tournaments.id"), nullable=False, index=True),
)
