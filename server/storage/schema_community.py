"""Events of platforms that name them and do not number them: which have come."""

from sqlalchemy import BigInteger, Column, String, Table

from server.storage.schema import metadata

chat_events = Table(
    "chat_events",
    metadata,
    Column("bot", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)
