"""The table of cases: what waits for a human, with what is known of it."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table, Uuid, text

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
    Index(
        "uq_cases_open",
        "kind",
        "about",
        unique=True,
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index(None, "about"),
)
