"""Digests of identities whose persons were forgotten, of those whom the welcome gift tells."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE former_identities (
    digest bytea NOT NULL,
    account uuid NOT NULL,
    CONSTRAINT pk_former_identities PRIMARY KEY (digest, account),
    CONSTRAINT fk_former_identities_account_accounts FOREIGN KEY (account)
        REFERENCES accounts (id)
)""",
    """
INSERT INTO former_identities (digest, account)
SELECT decode(substr(given.key, length('welcome:') + 1), 'hex'), wallets.owner
FROM ledger_transactions AS given
JOIN ledger_postings ON ledger_postings.transaction = given.id
JOIN ledger_accounts AS wallets ON wallets.name = ledger_postings.target
JOIN accounts ON accounts.id = wallets.owner
WHERE given.key LIKE 'welcome:%' AND accounts.forgotten_at IS NOT NULL
ON CONFLICT DO NOTHING
""",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
