"""The shape of a commit on its way to the log: what the writer sends is one array of these."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
release = 1


def upgrade() -> None:
    op.execute(
        """
CREATE TYPE commit_write AS (
    stream uuid,
    seq bigint,
    schema smallint,
    command_id varchar,
    actor uuid,
    received_at bigint,
    at bigint,
    events bytea,
    state_hash bytea,
    due bigint,
    fired boolean
)"""
    )
