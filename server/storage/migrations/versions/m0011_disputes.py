"""Disputes: commands that were refused, and cases found by what they are about."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE refusals (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_refusals PRIMARY KEY,
    match uuid NOT NULL,
    account uuid NOT NULL,
    command_id varchar NOT NULL,
    code varchar NOT NULL,
    received_at bigint NOT NULL
)""",
    "CREATE INDEX ix_refusals_match_received_at ON refusals (match, received_at)",
    "CREATE INDEX ix_refusals_received_at ON refusals (received_at)",
    "CREATE INDEX ix_cases_about ON cases (about)",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
