"""The tables of cases: what waits for a human, what is known of it, what was said and is sent."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import metadata

cases = Table(
    "cases",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("kind", String, nullable=False),
    # What it is about: a purchase, a match. Of each kind one case is open about a thing.
    Column("about", Uuid, nullable=False),
    Column("account", Uuid, ForeignKey("accounts.id"), index=True),
    Column("words", String, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    # How it came; null where the service opened it by itself.
    Column("channel", String),
    # The address of who wrote a letter, for as long as it is needed to answer.
    Column("sender", String),
    # The operator whose case it is.
    Column("agent", String),
    Column("claimed_at", BigInteger),
    Column("answered_at", BigInteger),
    Column("closed_by", String),
    Index(
        "uq_cases_open",
        "kind",
        "about",
        unique=True,
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index(None, "about"),
    Index("ix_cases_waiting", "kind", "opened_at", postgresql_where=text("closed_at IS NULL")),
    Index("ix_cases_sender", "sender", postgresql_where=text("sender IS NOT NULL")),
    Index("ix_cases_answered", "answered_at", postgresql_where=text("answered_at IS NOT NULL")),
)

case_words = Table(
    "case_words",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("case_id", Uuid, ForeignKey("cases.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    # Who said it; null is the person himself.
    Column("operator", String),
    Column("words", String, nullable=False),
    # What came from elsewhere has a name of its own there, and counts once.
    Column("key", String, unique=True),
    Index(None, "case_id", "id"),
)

case_letters = Table(
    "case_letters",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("case_id", Uuid, ForeignKey("cases.id"), nullable=False, index=True),
    Column("recipient", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    # An operator's answer and his name; null is a receipt.
    Column("words", String),
    Column("agent", String),
    # The Message-ID of the letter that it answers.
    Column("reply_to", String),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("ended_at", BigInteger),
    Column("outcome", String),
    Index("ix_case_letters_due", "due", postgresql_where=text("ended_at IS NULL")),
)
