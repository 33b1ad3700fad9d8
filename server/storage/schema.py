"""The tables as they are after the newest migration, for building statements.

A column of time is `Millis` in a bigint. JSON that we only carry stays text in bytes. The
migrations make these tables; a test holds the two together.
"""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    Uuid,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

FALSE, TRUE, ZERO = text("false"), text("true"), text("0")


def _millis(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _maybe_millis(name: str) -> Column[int | None]:
    return Column(name, BigInteger)


accounts = Table(
    "accounts",
    metadata,
    Column("id", Uuid, primary_key=True),
    _millis("created_at"),
    Column("nick", String),
    Column("device", LargeBinary, unique=True),
    Column("forwarded_to", Uuid, ForeignKey("accounts.id")),
    _maybe_millis("forgotten_at"),
    Index(None, "forwarded_to"),
)

identities = Table(
    "identities",
    metadata,
    Column("platform", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    _millis("created_at"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("lifetime", BigInteger, nullable=False),
    _millis("created_at"),
    _millis("last_seen"),
    _millis("expires"),
    Column("door", String),
    Index(None, "expires"),
)

nonces = Table(
    "nonces",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("expires", BigInteger, nullable=False, index=True),
)

launches = Table(
    "launches",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("seen_at", BigInteger, nullable=False, index=True),
)

failures = Table(
    "failures",
    metadata,
    Column("key", String, primary_key=True),
    Column("hour", BigInteger, primary_key=True),
    Column("times", Integer, nullable=False),
    Index(None, "hour"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("owner", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("status", String, nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("conventions", LargeBinary, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("match", Uuid, unique=True),
    _millis("created_at"),
    Column("rules", String),
    Column("form", String),
    Column("private", Boolean, nullable=False, server_default=FALSE),
    Column("link", LargeBinary, unique=True),
    Column("when_ready", Boolean, nullable=False, server_default=FALSE),
    Column("owner_rating", Integer, nullable=False, server_default=text("1500")),
    Column("least_rating", Integer),
    Column("most_rating", Integer),
    Column("rematch_of", Uuid, unique=True),
    CheckConstraint("status IN ('open', 'taken', 'closed')", name="status"),
    CheckConstraint("stake >= 0", name="stake"),
    CheckConstraint("size >= 2", name="size"),
    Index("ix_tables_open", "id", postgresql_where=text("status = 'open'")),
)

table_seats = Table(
    "table_seats",
    metadata,
    Column("table_id", Uuid, ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("ready", Boolean, nullable=False, server_default=TRUE),
    UniqueConstraint("table_id", "account"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("table_id", Uuid, ForeignKey("tables.id"), unique=True),
    _millis("started_at"),
    _maybe_millis("ended_at"),
    Column("result", LargeBinary),
    Column("spectators", Boolean, nullable=False),
    Column("private", Boolean, nullable=False, server_default=FALSE),
    CheckConstraint("(ended_at IS NULL) = (result IS NULL)", name="ended"),
    Index("ix_matches_running", "id", postgresql_where=text("ended_at IS NULL")),
)

match_players = Table(
    "match_players",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False),
    Index(None, "account", "match"),
)

match_rolls = Table(
    "match_rolls",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("counts", ARRAY(Integer), nullable=False),
    CheckConstraint("cardinality(counts) = 44", name="counts"),
)

house_rolls = Table(
    "house_rolls",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, primary_key=True),
    Column("counts", ARRAY(BigInteger), nullable=False),
    CheckConstraint("cardinality(counts) = 44", name="counts"),
)

match_summaries = Table(
    "match_summaries",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("rules", String, nullable=False),
    Column("form", String, nullable=False),
    Column("length", SmallInteger),
    Column("cause", String, nullable=False),
    Column("void", Boolean, nullable=False),
    Column("winner", SmallInteger),
    Column("score", ARRAY(SmallInteger), nullable=False),
    CheckConstraint("NOT void OR winner IS NULL", name="void"),
)

commits = Table(
    "commits",
    metadata,
    Column("stream", Uuid, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("schema", SmallInteger, nullable=False),
    Column("command_id", String, nullable=False),
    Column("actor", Uuid),
    _millis("received_at"),
    _millis("at"),
    Column("events", LargeBinary, nullable=False),
    Column("state_hash", LargeBinary, nullable=False),
    CheckConstraint("seq >= 0", name="seq"),
    CheckConstraint("length(command_id) BETWEEN 1 AND 200", name="command_id"),
    postgresql_partition_by="RANGE (stream)",
)

alarms = Table(
    "alarms",
    metadata,
    Column("stream", Uuid, primary_key=True),
    Column("due", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False, server_default=ZERO),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Uuid, primary_key=True),
    _millis("started"),
    _millis("beat"),
    Column("gone", Boolean, nullable=False, server_default=FALSE),
)

presence = Table(
    "presence",
    metadata,
    Column("account", Uuid, primary_key=True),
    Column("process", Uuid, primary_key=True),
    _millis("since"),
    Index(None, "process"),
)

gaps = Table(
    "gaps",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("stream", Uuid),
    Column("account", Uuid),
    _millis("began"),
    _millis("ended"),
    _millis("recorded"),
    Column("cause", String, nullable=False),
    CheckConstraint("began <= ended", name="order"),
    Index(None, "recorded"),
    Index(None, "ended"),
)

dice_secrets = Table(
    "dice_secrets",
    metadata,
    Column("match", Uuid, primary_key=True),
    Column("key_id", String, nullable=False, index=True),
    Column("sealed", LargeBinary, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("match", Uuid, primary_key=True),
    Column("step", String, primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False, server_default=ZERO),
    _maybe_millis("done_at"),
    Index("ix_jobs_waiting", "due", postgresql_where=text("done_at IS NULL")),
)

marks = Table(
    "marks",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
