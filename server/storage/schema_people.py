"""The tables of people: ratings, leaderboards, nicks, friends, what somebody wants and not.

As in `schema`, times are `Millis` and the migrations make what stands here.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    Uuid,
    text,
)

from server.storage.schema import TRUE, ZERO, metadata

nicks = Table(
    "nicks",
    metadata,
    # In the order of bytes, so that all nicks that begin alike stand together in the index.
    Column("key", String(collation="C"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("changes", SmallInteger, nullable=False, server_default=ZERO),
    Column("freed_at", BigInteger),
    Index("ix_nicks_held", "account", unique=True, postgresql_where=text("freed_at IS NULL")),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("rules", String, primary_key=True),
    Column("points", Float(53), nullable=False),
    Column("experience", Integer, nullable=False),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("match", Uuid, ForeignKey("matches.id"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("rules", String, nullable=False),
    Column("points", Float(53), nullable=False),
    Column("gained", Float(53), nullable=False),
    # Unknown of matches that were rated before it was kept, as of journaled rows of merges.
    Column("experience", Integer),
    Index(None, "account", "match"),
)

standings = Table(
    "standings",
    metadata,
    Column("span", String, primary_key=True),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("rules", String, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("matches", Integer, nullable=False, server_default=ZERO),
    Column("wins", Integer, nullable=False, server_default=ZERO),
    Column("coins", BigInteger, nullable=False, server_default=ZERO),
    Column("rating", Float(53)),
    CheckConstraint("span IN ('day', 'week', 'ever')", name="span"),
    Index("ix_standings_account", "account"),
    *(
        Index(
            f"ix_standings_{measure}",
            "span",
            "since",
            "rules",
            text(f"{measure} DESC"),
            text("account DESC"),
            postgresql_where=text(where),
        )
        for measure, where in (
            ("wins", "wins > 0"),
            ("coins", "coins > 0"),
            ("rating", "rating IS NOT NULL"),
        )
    ),
)

friend_requests = Table(
    "friend_requests",
    metadata,
    Column("asker", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("asked", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "asked", "asker"),
)

friendships = Table(
    "friendships",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("friend", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index(None, "friend"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("blocked", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "blocked"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("lobby_chat", Boolean, nullable=False, server_default=TRUE),
    Column("table_chat", Boolean, nullable=False, server_default=TRUE),
    Column("findable", Boolean, nullable=False, server_default=TRUE),
    Column("reminders", Boolean, nullable=False, server_default=TRUE),
    Column("language", String),
    Column("timezone", String),
    Column("quiet_from", SmallInteger, nullable=False, server_default=text("23")),
    Column("quiet_until", SmallInteger, nullable=False, server_default=text("8")),
    Column("news_seen", Uuid),
    CheckConstraint(
        "quiet_from BETWEEN 0 AND 23 AND quiet_until BETWEEN 0 AND 23", name="quiet_hours"
    ),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("inviter", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("invited", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("table_id", Uuid, ForeignKey("tables.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("deadline", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    CheckConstraint("state IN ('open', 'accepted', 'declined', 'withdrawn')", name="state"),
    UniqueConstraint("invited", "table_id"),
    Index(None, "invited", "deadline"),
    Index(None, "inviter", "at"),
)

invitation_mutes = Table(
    "invitation_mutes",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("inviter", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

news = Table(
    "news",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("by", String, nullable=False),
    Column("texts", LargeBinary, nullable=False),
    # What it announces: shown to those whom that promotion is for.
    Column("promotion", Uuid, ForeignKey("promotions.id"), unique=True),
)

terms_acceptances = Table(
    "terms_acceptances",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("door", String),
    # What was declared; unknown of what was accepted before it was kept.
    Column("age", SmallInteger),
)
