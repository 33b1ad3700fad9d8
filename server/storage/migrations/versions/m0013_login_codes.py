"""Codes by mail: kept hashed, each under the digest of a key that its browser keeps."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE login_codes (
    key bytea NOT NULL,
    address varchar NOT NULL,
    code bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires bigint NOT NULL,
    CONSTRAINT pk_login_codes PRIMARY KEY (key)
)""",
    "CREATE INDEX ix_login_codes_expires ON login_codes (expires)",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
