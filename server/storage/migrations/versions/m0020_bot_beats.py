"""Beats of bots: who plays by chat loses no time while his bot is away; the nick he is offered."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE bot_beats (
    bot varchar CONSTRAINT pk_bot_beats PRIMARY KEY,
    beat bigint NOT NULL
)""",
    "ALTER TABLE chat_persons ADD COLUMN proposed varchar",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
