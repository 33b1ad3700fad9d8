"""Accounts that become one person, link codes, persons who are forgotten."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
release = 1

_PERSONS = """
ALTER TABLE accounts ADD COLUMN forgotten_at bigint;

CREATE TABLE merge_offers (
    id uuid NOT NULL CONSTRAINT pk_merge_offers PRIMARY KEY,
    keeper uuid NOT NULL CONSTRAINT fk_merge_offers_keeper_accounts REFERENCES accounts,
    other uuid NOT NULL CONSTRAINT fk_merge_offers_other_accounts REFERENCES accounts,
    keeper_agreed boolean NOT NULL DEFAULT false,
    other_agreed boolean NOT NULL DEFAULT false,
    expires bigint NOT NULL,
    CONSTRAINT uq_merge_offers_keeper_other UNIQUE (keeper, other),
    CONSTRAINT ck_merge_offers_sides CHECK (keeper <> other)
);
CREATE INDEX ix_merge_offers_other ON merge_offers (other);
CREATE INDEX ix_merge_offers_expires ON merge_offers (expires);

CREATE TABLE merges (
    id uuid NOT NULL CONSTRAINT pk_merges PRIMARY KEY,
    keeper uuid NOT NULL CONSTRAINT fk_merges_keeper_accounts REFERENCES accounts,
    other uuid NOT NULL CONSTRAINT fk_merges_other_accounts REFERENCES accounts,
    at bigint NOT NULL,
    coins bigint NOT NULL DEFAULT 0,
    points bigint NOT NULL DEFAULT 0,
    gift bigint NOT NULL DEFAULT 0,
    vip_until bigint NOT NULL DEFAULT 0,
    vip bigint NOT NULL DEFAULT 0,
    keeper_nick varchar,
    other_nick varchar,
    device bytea,
    undone_at bigint,
    CONSTRAINT ck_merges_sides CHECK (keeper <> other)
);
CREATE INDEX ix_merges_keeper ON merges (keeper);
CREATE INDEX ix_merges_other ON merges (other);

CREATE TABLE merged_rows (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_merged_rows PRIMARY KEY,
    merge uuid NOT NULL CONSTRAINT fk_merged_rows_merge_merges REFERENCES merges,
    relation varchar NOT NULL,
    kept boolean NOT NULL,
    row jsonb NOT NULL
);
CREATE INDEX ix_merged_rows_merge_relation ON merged_rows (merge, relation);

CREATE TABLE link_codes (
    digest bytea NOT NULL CONSTRAINT pk_link_codes PRIMARY KEY,
    account uuid NOT NULL CONSTRAINT fk_link_codes_account_accounts REFERENCES accounts,
    expires bigint NOT NULL,
    CONSTRAINT uq_link_codes_account UNIQUE (account)
);
CREATE INDEX ix_link_codes_expires ON link_codes (expires);

CREATE TABLE forgettings (
    code varchar NOT NULL CONSTRAINT pk_forgettings PRIMARY KEY,
    asked_at bigint NOT NULL,
    outcome varchar NOT NULL,
    CONSTRAINT ck_forgettings_outcome CHECK (outcome IN ('forgotten', 'unlinked', 'unknown'))
)
"""


def upgrade() -> None:
    for statement in _PERSONS.split(";\n"):
        op.execute(statement)
