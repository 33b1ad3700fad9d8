"""What platforms tell of people, the age that they declare; the experience by each rated match."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE told_facts (
    platform varchar NOT NULL,
    kind varchar NOT NULL,
    id varchar NOT NULL,
    source varchar NOT NULL,
    asked_at bigint NOT NULL,
    country varchar,
    country_at bigint,
    born date,
    age smallint,
    age_at bigint,
    CONSTRAINT pk_told_facts PRIMARY KEY (platform, kind, id, source),
    CONSTRAINT fk_told_facts_platform_identities FOREIGN KEY (platform, kind, id)
        REFERENCES identities (platform, kind, id) ON DELETE CASCADE
)""",
    "ALTER TABLE terms_acceptances ADD COLUMN age smallint",
    "ALTER TABLE rating_changes ADD COLUMN experience integer",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
