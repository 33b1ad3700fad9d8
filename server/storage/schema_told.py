"""What platforms told of people: a row for each identity and each source that told something.

They hang on the identity: they go to another account with it, and go when it is forgotten.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    ForeignKeyConstraint,
    SmallInteger,
    String,
    Table,
)

from server.storage.schema import metadata

told_facts = Table(
    "told_facts",
    metadata,
    Column("platform", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("id", String, primary_key=True),
    # A door that somebody came by, or `profile`, where we asked.
    Column("source", String, primary_key=True),
    Column("asked_at", BigInteger, nullable=False),
    Column("country", String),
    Column("country_at", BigInteger),
    Column("born", Date),
    Column("age", SmallInteger),
    Column("age_at", BigInteger),
    ForeignKeyConstraint(
        ["platform", "kind", "id"],
        ["identities.platform", "identities.kind", "identities.id"],
        ondelete="CASCADE",
    ),
)
