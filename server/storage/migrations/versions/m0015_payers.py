"""Whom a platform's callback is about, so that it can be emptied when that person is forgotten."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    "ALTER TABLE payment_callbacks ADD COLUMN payer varchar",
    "CREATE INDEX ix_payment_callbacks_payer ON payment_callbacks (platform, payer)",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
