"""Events of platforms that name them and do not number them."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
release = 1


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE chat_events (
            bot varchar NOT NULL,
            name varchar NOT NULL,
            at bigint NOT NULL,
            CONSTRAINT pk_chat_events PRIMARY KEY (bot, name)
        )
        """
    )
    op.execute("CREATE INDEX ix_chat_events_at ON chat_events (at)")
