"""Casework: whose a case is, what was said about it, and purchases taken back by hand."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
ALTER TABLE cases
    ADD COLUMN channel varchar,
    ADD COLUMN sender varchar,
    ADD COLUMN agent varchar,
    ADD COLUMN claimed_at bigint,
    ADD COLUMN answered_at bigint,
    ADD COLUMN closed_by varchar
""",
    "CREATE INDEX ix_cases_waiting ON cases (kind, opened_at) WHERE closed_at IS NULL",
    "CREATE INDEX ix_cases_sender ON cases (sender) WHERE sender IS NOT NULL",
    "CREATE INDEX ix_cases_answered ON cases (answered_at) WHERE answered_at IS NOT NULL",
    """
CREATE TABLE case_words (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_case_words PRIMARY KEY,
    case_id uuid NOT NULL CONSTRAINT fk_case_words_case_id_cases REFERENCES cases,
    at bigint NOT NULL,
    operator varchar,
    words varchar NOT NULL,
    key varchar CONSTRAINT uq_case_words_key UNIQUE
)""",
    "CREATE INDEX ix_case_words_case_id_id ON case_words (case_id, id)",
    "ALTER TABLE purchases ADD COLUMN by_hand boolean NOT NULL DEFAULT false",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
