"""Updates of bots keep what is answered, so that what was done is only said again."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
release = 1


def upgrade() -> None:
    op.execute("ALTER TABLE chat_updates ADD COLUMN answers bytea")
