"""Codes that were sent by mail, each under the digest of a key that its browser keeps."""

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String, Table, text

from server.storage.schema import metadata

login_codes = Table(
    "login_codes",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    Column("address", String, nullable=False),
    Column("code", LargeBinary, nullable=False),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("expires", BigInteger, nullable=False, index=True),
)
