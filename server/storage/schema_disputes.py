"""The table of commands that were refused: kept a week, for whoever disputes a match."""

from sqlalchemy import BigInteger, Column, Identity, Index, String, Table, Uuid

from server.storage.schema import metadata

refusals = Table(
    "refusals",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("match", Uuid, nullable=False),
    Column("account", Uuid, nullable=False),
    Column("command_id", String, nullable=False),
    Column("code", String, nullable=False),
    Column("received_at", BigInteger, nullable=False),
    Index(None, "match", "received_at"),
    Index(None, "received_at"),
)
