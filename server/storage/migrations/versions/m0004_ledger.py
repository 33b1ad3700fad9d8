"""Coins: accounts, transactions and postings of the ledger, append-only, what is held, VIP."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
release = 1

_TABLES = """
CREATE TABLE ledger_accounts (
    name varchar CONSTRAINT pk_ledger_accounts PRIMARY KEY,
    owner uuid NOT NULL CONSTRAINT fk_ledger_accounts_owner_accounts REFERENCES accounts,
    match uuid CONSTRAINT fk_ledger_accounts_match_matches REFERENCES matches,
    balance bigint NOT NULL DEFAULT 0,
    floor bigint NOT NULL DEFAULT 0,
    CONSTRAINT ck_ledger_accounts_balance CHECK (floor <= 0 AND balance >= floor),
    CONSTRAINT ck_ledger_accounts_hold CHECK (match IS NULL OR floor = 0)
);
CREATE INDEX ix_ledger_accounts_owned ON ledger_accounts (owner) WHERE balance <> 0;
CREATE INDEX ix_ledger_accounts_held ON ledger_accounts (match)
    WHERE match IS NOT NULL AND balance <> 0;

CREATE TABLE ledger_transactions (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_transactions PRIMARY KEY,
    key varchar NOT NULL CONSTRAINT uq_ledger_transactions_key UNIQUE,
    at bigint NOT NULL,
    about uuid,
    CONSTRAINT ck_ledger_transactions_key CHECK (length(key) BETWEEN 1 AND 200)
);
CREATE INDEX ix_ledger_transactions_about ON ledger_transactions (about);

CREATE TABLE ledger_postings (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_postings PRIMARY KEY,
    transaction bigint NOT NULL
        CONSTRAINT fk_ledger_postings_transaction_ledger_transactions
        REFERENCES ledger_transactions,
    source varchar NOT NULL,
    target varchar NOT NULL,
    amount bigint NOT NULL CONSTRAINT ck_ledger_postings_amount CHECK (amount > 0),
    cause varchar NOT NULL,
    CONSTRAINT ck_ledger_postings_sides CHECK (source <> target),
    CONSTRAINT ck_ledger_postings_currency
        CHECK (split_part(source, ':', 1) = split_part(target, ':', 1))
);
CREATE INDEX ix_ledger_postings_transaction ON ledger_postings (transaction);
CREATE INDEX ix_ledger_postings_source_id ON ledger_postings (source, id);
CREATE INDEX ix_ledger_postings_target_id ON ledger_postings (target, id);

CREATE TABLE holds (
    match uuid CONSTRAINT fk_holds_match_matches REFERENCES matches,
    seat smallint,
    account uuid NOT NULL CONSTRAINT fk_holds_account_accounts REFERENCES accounts,
    amount bigint NOT NULL CONSTRAINT ck_holds_amount CHECK (amount > 0),
    rake bytea NOT NULL,
    CONSTRAINT pk_holds PRIMARY KEY (match, seat)
);
CREATE INDEX ix_holds_account ON holds (account);

CREATE TABLE vip_grants (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_vip_grants PRIMARY KEY,
    key varchar NOT NULL CONSTRAINT uq_vip_grants_key UNIQUE,
    account uuid NOT NULL CONSTRAINT fk_vip_grants_account_accounts REFERENCES accounts,
    since bigint NOT NULL,
    until bigint NOT NULL,
    cause varchar NOT NULL,
    giver uuid CONSTRAINT fk_vip_grants_giver_accounts REFERENCES accounts,
    at bigint NOT NULL,
    CONSTRAINT ck_vip_grants_key CHECK (length(key) BETWEEN 1 AND 200),
    CONSTRAINT ck_vip_grants_span CHECK (since <> until)
);
CREATE INDEX ix_vip_grants_account_id ON vip_grants (account, id);

"""

_REFUSE = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""

_APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""


def upgrade() -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    op.execute(_REFUSE)
    for table in ("ledger_transactions", "ledger_postings", "vip_grants"):
        op.execute(_APPEND_ONLY.format(table=table))
