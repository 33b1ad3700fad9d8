"""${message}."""

from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None
release = 1  # the release that brings this schema


def upgrade() -> None:
    op.execute("")
