"""By which door a session was opened."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
release = 1


def upgrade() -> None:
    op.execute("ALTER TABLE sessions ADD COLUMN door varchar")
