"""Bonuses, referrals, certificates, gifts, promotions; operators and the log of their acts."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
release = 1

_TABLES = """
CREATE TABLE daily_bonuses (
    account uuid CONSTRAINT pk_daily_bonuses PRIMARY KEY
        CONSTRAINT fk_daily_bonuses_account_accounts REFERENCES accounts,
    day integer NOT NULL,
    streak integer NOT NULL
);

CREATE TABLE referral_codes (
    code varchar CONSTRAINT pk_referral_codes PRIMARY KEY,
    account uuid NOT NULL CONSTRAINT uq_referral_codes_account UNIQUE
        CONSTRAINT fk_referral_codes_account_accounts REFERENCES accounts
);

CREATE TABLE referrals (
    invited uuid CONSTRAINT pk_referrals PRIMARY KEY
        CONSTRAINT fk_referrals_invited_accounts REFERENCES accounts,
    inviter uuid NOT NULL CONSTRAINT fk_referrals_inviter_accounts REFERENCES accounts,
    at bigint NOT NULL,
    rewarded_at bigint,
    CONSTRAINT ck_referrals_oneself CHECK (invited <> inviter)
);
CREATE INDEX ix_referrals_inviter ON referrals (inviter);

CREATE TABLE certificates (
    id uuid CONSTRAINT pk_certificates PRIMARY KEY,
    digest bytea NOT NULL CONSTRAINT uq_certificates_digest UNIQUE,
    key varchar NOT NULL CONSTRAINT uq_certificates_key UNIQUE,
    coins bigint NOT NULL CONSTRAINT ck_certificates_coins CHECK (coins > 0),
    issuer uuid CONSTRAINT fk_certificates_issuer_accounts REFERENCES accounts,
    created_at bigint NOT NULL,
    redeemed_by uuid CONSTRAINT fk_certificates_redeemed_by_accounts REFERENCES accounts,
    redeemed_at bigint,
    CONSTRAINT ck_certificates_redeemed
        CHECK ((redeemed_by IS NULL) = (redeemed_at IS NULL))
);
CREATE INDEX ix_certificates_issuer ON certificates (issuer);

CREATE TABLE gifts (
    id uuid CONSTRAINT pk_gifts PRIMARY KEY,
    article varchar NOT NULL,
    giver uuid NOT NULL CONSTRAINT fk_gifts_giver_accounts REFERENCES accounts,
    receiver uuid NOT NULL CONSTRAINT fk_gifts_receiver_accounts REFERENCES accounts,
    at bigint NOT NULL
);
CREATE INDEX ix_gifts_receiver ON gifts (receiver);

CREATE TABLE promotions (
    id uuid CONSTRAINT pk_promotions PRIMARY KEY,
    bonus varchar NOT NULL,
    amount bigint NOT NULL CONSTRAINT ck_promotions_amount CHECK (amount > 0),
    audience varchar NOT NULL,
    starts bigint NOT NULL,
    ends bigint NOT NULL,
    per_person smallint NOT NULL
        CONSTRAINT ck_promotions_per_person CHECK (per_person > 0),
    en varchar NOT NULL,
    ru varchar NOT NULL,
    CONSTRAINT ck_promotions_span CHECK (starts < ends)
);
CREATE INDEX ix_promotions_ends ON promotions (ends);

CREATE TABLE promotion_grants (
    promotion uuid CONSTRAINT fk_promotion_grants_promotion_promotions REFERENCES promotions,
    account uuid CONSTRAINT fk_promotion_grants_account_accounts REFERENCES accounts,
    number smallint,
    at bigint NOT NULL,
    CONSTRAINT pk_promotion_grants PRIMARY KEY (promotion, account, number)
);

CREATE INDEX ix_vip_grants_until ON vip_grants (until);

CREATE TABLE vip_reminders (
    account uuid CONSTRAINT fk_vip_reminders_account_accounts REFERENCES accounts,
    until bigint,
    days smallint,
    CONSTRAINT pk_vip_reminders PRIMARY KEY (account, until, days)
);

CREATE TABLE operators (
    name varchar CONSTRAINT pk_operators PRIMARY KEY,
    role varchar NOT NULL
        CONSTRAINT ck_operators_role CHECK (role IN ('moderator', 'cashier', 'owner')),
    digest bytea NOT NULL CONSTRAINT uq_operators_digest UNIQUE,
    created_at bigint NOT NULL,
    revoked_at bigint
);

CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_audit_log PRIMARY KEY,
    at bigint NOT NULL,
    operator varchar NOT NULL,
    act varchar NOT NULL,
    subject uuid,
    why varchar NOT NULL CONSTRAINT ck_audit_log_why CHECK (length(why) > 0),
    details varchar NOT NULL
);
CREATE INDEX ix_audit_log_operator ON audit_log (operator);
CREATE INDEX ix_audit_log_subject ON audit_log (subject);

"""

_APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""


def upgrade() -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    op.execute(_APPEND_ONLY)
