"""Chat play: updates to be handled, who speaks in a chat, boards shown in one."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
release = 1

_TABLES = """
CREATE TABLE chat_updates (
    bot varchar NOT NULL,
    id bigint NOT NULL,
    chat bigint NOT NULL,
    at bigint NOT NULL,
    due bigint NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    done_at bigint,
    body bytea NOT NULL,
    CONSTRAINT pk_chat_updates PRIMARY KEY (bot, id)
);
CREATE INDEX ix_chat_updates_at ON chat_updates (at);
CREATE INDEX ix_chat_updates_waiting ON chat_updates (bot, chat, id) WHERE done_at IS NULL;

CREATE TABLE chat_persons (
    bot varchar NOT NULL,
    person bigint NOT NULL,
    account uuid NOT NULL CONSTRAINT fk_chat_persons_account_accounts REFERENCES accounts,
    language varchar NOT NULL,
    plain boolean NOT NULL DEFAULT false,
    phrases boolean NOT NULL DEFAULT false,
    news boolean NOT NULL DEFAULT false,
    asked varchar,
    away boolean NOT NULL DEFAULT false,
    tables_feed uuid NOT NULL,
    tables_seq bigint NOT NULL,
    inbox_feed uuid NOT NULL,
    inbox_seq bigint NOT NULL,
    due bigint NOT NULL DEFAULT 0,
    at bigint NOT NULL,
    CONSTRAINT pk_chat_persons PRIMARY KEY (bot, person)
);
CREATE INDEX ix_chat_persons_account ON chat_persons (account);

CREATE TABLE chat_boards (
    bot varchar NOT NULL,
    chat bigint NOT NULL,
    match uuid NOT NULL,
    account uuid NOT NULL CONSTRAINT fk_chat_boards_account_accounts REFERENCES accounts,
    grouped boolean NOT NULL,
    language varchar NOT NULL,
    message bigint,
    live boolean NOT NULL DEFAULT true,
    shown_seq bigint NOT NULL DEFAULT -1,
    version bigint NOT NULL DEFAULT 0,
    shown_version bigint NOT NULL DEFAULT -1,
    draft bytea,
    seed bytea,
    talk_feed uuid NOT NULL,
    talk_seq bigint NOT NULL DEFAULT -1,
    looked_at bigint NOT NULL,
    remind_at bigint,
    due bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    CONSTRAINT pk_chat_boards PRIMARY KEY (bot, chat, match)
);
CREATE INDEX ix_chat_boards_account ON chat_boards (account);
CREATE INDEX ix_chat_boards_live ON chat_boards (bot, due) WHERE live;
CREATE INDEX ix_chat_boards_match ON chat_boards (match);

CREATE TABLE chat_presence (
    account uuid CONSTRAINT pk_chat_presence PRIMARY KEY
        CONSTRAINT fk_chat_presence_account_accounts REFERENCES accounts,
    until bigint NOT NULL
)
"""


def upgrade() -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
