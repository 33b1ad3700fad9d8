"""Numbered topics, and all that live tables need: terms, guests, quick game, conduct."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
release = 1

_LIVE_TABLES = """
CREATE TABLE feeds (
    id uuid CONSTRAINT pk_feeds PRIMARY KEY,
    seq bigint NOT NULL
);

CREATE TABLE feed_entries (
    feed uuid,
    seq bigint,
    at bigint NOT NULL,
    told bytea NOT NULL,
    CONSTRAINT pk_feed_entries PRIMARY KEY (feed, seq)
);
CREATE INDEX ix_feed_entries_at ON feed_entries (at);

ALTER TABLE tables
    ADD COLUMN rules varchar,
    ADD COLUMN form varchar,
    ADD COLUMN private boolean NOT NULL DEFAULT false,
    ADD COLUMN link bytea CONSTRAINT uq_tables_link UNIQUE,
    ADD COLUMN when_ready boolean NOT NULL DEFAULT false,
    ADD COLUMN owner_rating integer NOT NULL DEFAULT 1500,
    ADD COLUMN least_rating integer,
    ADD COLUMN most_rating integer,
    ADD COLUMN rematch_of uuid CONSTRAINT uq_tables_rematch_of UNIQUE;
UPDATE tables SET
    rules = convert_from(conventions, 'UTF8')::json ->> 'rules',
    form = convert_from(conventions, 'UTF8')::json ->> 'form'
    WHERE status = 'open';

ALTER TABLE table_seats ADD COLUMN ready boolean NOT NULL DEFAULT true;

ALTER TABLE matches ADD COLUMN private boolean NOT NULL DEFAULT false;

CREATE TABLE table_guests (
    table_id uuid CONSTRAINT fk_table_guests_table_id_tables REFERENCES tables,
    account uuid CONSTRAINT fk_table_guests_account_accounts REFERENCES accounts,
    CONSTRAINT pk_table_guests PRIMARY KEY (table_id, account)
);

CREATE TABLE seekers (
    account uuid CONSTRAINT pk_seekers PRIMARY KEY
        CONSTRAINT fk_seekers_account_accounts REFERENCES accounts,
    conventions bytea NOT NULL,
    terms bytea NOT NULL,
    rating integer NOT NULL,
    since bigint NOT NULL
);
CREATE INDEX ix_seekers_terms ON seekers (terms);

CREATE TABLE rematches (
    match uuid CONSTRAINT fk_rematches_match_matches REFERENCES matches,
    account uuid CONSTRAINT fk_rematches_account_accounts REFERENCES accounts,
    at bigint NOT NULL,
    CONSTRAINT pk_rematches PRIMARY KEY (match, account)
);

CREATE TABLE conduct (
    account uuid CONSTRAINT pk_conduct PRIMARY KEY
        CONSTRAINT fk_conduct_account_accounts REFERENCES accounts,
    offences smallint NOT NULL DEFAULT 0,
    clean smallint NOT NULL DEFAULT 0,
    waits_until bigint NOT NULL DEFAULT 0
);

CREATE TABLE spectators (
    match uuid,
    account uuid,
    process uuid,
    since bigint NOT NULL,
    CONSTRAINT pk_spectators PRIMARY KEY (match, account, process)
);
CREATE INDEX ix_spectators_process ON spectators (process);

"""


def upgrade() -> None:
    for statement in _LIVE_TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
