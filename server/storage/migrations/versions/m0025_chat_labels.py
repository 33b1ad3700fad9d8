"""What the buttons of a chat's messages say, for those who type that."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
release = 1


def upgrade() -> None:
    op.execute(
        """
CREATE TABLE chat_labels (
    bot varchar NOT NULL,
    chat bigint NOT NULL,
    message bigint NOT NULL,
    said bytea NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT pk_chat_labels PRIMARY KEY (bot, chat, message)
)"""
    )
    op.execute("CREATE INDEX ix_chat_labels_at ON chat_labels (at)")
