"""The table of what is remembered of identities whose persons were forgotten: digests."""

from sqlalchemy import Column, ForeignKey, LargeBinary, Table, Uuid

from server.storage.schema import metadata

former_identities = Table(
    "former_identities",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
)
