"""Purchases, what platforms told of them, when their records were compared; cases."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
release = 1

_TABLES = """
CREATE SEQUENCE purchase_numbers;

CREATE TABLE purchases (
    id uuid CONSTRAINT pk_purchases PRIMARY KEY,
    number bigint NOT NULL CONSTRAINT uq_purchases_number UNIQUE,
    platform varchar NOT NULL,
    mode varchar NOT NULL,
    kind varchar NOT NULL,
    charge varchar,
    token varchar,
    payer varchar,
    account uuid CONSTRAINT fk_purchases_account_accounts REFERENCES accounts,
    product varchar NOT NULL,
    price bigint NOT NULL,
    currency varchar NOT NULL,
    coins bigint NOT NULL DEFAULT 0,
    bonus bigint NOT NULL DEFAULT 0,
    vip_days bigint NOT NULL DEFAULT 0,
    state varchar NOT NULL CONSTRAINT ck_purchases_state
        CHECK (state IN ('offered', 'charged', 'credited', 'refunded')),
    turn bigint NOT NULL DEFAULT 0,
    renews boolean NOT NULL DEFAULT false,
    paid_until bigint,
    first uuid CONSTRAINT fk_purchases_first_purchases REFERENCES purchases,
    doubted boolean NOT NULL DEFAULT false,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    CONSTRAINT ck_purchases_credited CHECK (state <> 'credited' OR account IS NOT NULL),
    CONSTRAINT ck_purchases_charged CHECK (state = 'offered' OR charge IS NOT NULL)
);
CREATE UNIQUE INDEX uq_purchases_charge ON purchases (platform, mode, kind, charge);
CREATE UNIQUE INDEX uq_purchases_token ON purchases (platform, token);
CREATE INDEX ix_purchases_account_id ON purchases (account, id);
CREATE INDEX ix_purchases_payer ON purchases (platform, payer);
CREATE INDEX ix_purchases_first ON purchases (first);
CREATE INDEX ix_purchases_open ON purchases (platform, changed_at)
    WHERE state = 'charged' OR doubted;
CREATE INDEX ix_purchases_renewing ON purchases (paid_until) WHERE renews;

CREATE TABLE payment_callbacks (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payment_callbacks PRIMARY KEY,
    digest bytea NOT NULL CONSTRAINT uq_payment_callbacks_digest UNIQUE,
    platform varchar NOT NULL,
    at bigint NOT NULL,
    raw bytea NOT NULL,
    outcome varchar NOT NULL
);
CREATE INDEX ix_payment_callbacks_at ON payment_callbacks (at);

CREATE TABLE reconciliations (
    platform varchar CONSTRAINT pk_reconciliations PRIMARY KEY,
    at bigint NOT NULL,
    read bigint NOT NULL DEFAULT 0
);

CREATE TABLE cases (
    id uuid CONSTRAINT pk_cases PRIMARY KEY,
    kind varchar NOT NULL,
    about uuid NOT NULL,
    account uuid CONSTRAINT fk_cases_account_accounts REFERENCES accounts,
    words varchar NOT NULL,
    opened_at bigint NOT NULL,
    closed_at bigint
);
CREATE INDEX ix_cases_account ON cases (account);
CREATE UNIQUE INDEX uq_cases_open ON cases (kind, about) WHERE closed_at IS NULL
"""


def upgrade() -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
