"""Run migrations on the connection that `server.storage.migrating` hands in."""

from alembic import context
from sqlalchemy import Connection

from server.storage.schema import metadata

connection = context.config.attributes["connection"]
if not isinstance(connection, Connection):
    raise TypeError("migrations run through server.storage.migrating alone")

context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
