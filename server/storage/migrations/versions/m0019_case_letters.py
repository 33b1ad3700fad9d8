"""Letters of cases: receipts and answers by mail, kept until a mail server has taken them."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE case_letters (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_case_letters PRIMARY KEY,
    case_id uuid NOT NULL CONSTRAINT fk_case_letters_case_id_cases REFERENCES cases,
    recipient varchar NOT NULL,
    at bigint NOT NULL,
    words varchar,
    agent varchar,
    reply_to varchar,
    due bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    ended_at bigint,
    outcome varchar
)""",
    "CREATE INDEX ix_case_letters_case_id ON case_letters (case_id)",
    "CREATE INDEX ix_case_letters_due ON case_letters (due) WHERE ended_at IS NULL",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
