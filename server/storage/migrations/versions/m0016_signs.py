"""Signs of arranged losses; and addresses are remembered under a key, the bare ones go."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE match_losses (
    match uuid NOT NULL CONSTRAINT fk_match_losses_match_matches REFERENCES matches,
    loser uuid NOT NULL CONSTRAINT fk_match_losses_loser_accounts REFERENCES accounts,
    winner uuid NOT NULL CONSTRAINT fk_match_losses_winner_accounts REFERENCES accounts,
    at bigint NOT NULL,
    losses integer NOT NULL,
    quick integer NOT NULL,
    coins bigint NOT NULL,
    CONSTRAINT pk_match_losses PRIMARY KEY (match, loser)
)""",
    "CREATE INDEX ix_match_losses_at ON match_losses (at)",
    "CREATE INDEX ix_match_losses_loser_winner_at ON match_losses (loser, winner, at)",
    """
CREATE TABLE signs (
    id uuid CONSTRAINT pk_signs PRIMARY KEY,
    kind varchar NOT NULL,
    gainer uuid NOT NULL CONSTRAINT fk_signs_gainer_accounts REFERENCES accounts,
    giver uuid NOT NULL CONSTRAINT fk_signs_giver_accounts REFERENCES accounts,
    opened_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    evidence bytea NOT NULL,
    closed_at bigint,
    closed_by varchar,
    verdict varchar,
    CONSTRAINT ck_signs_kind
        CHECK (kind IN ('quick_losses', 'lopsided', 'shared', 'referral_farm')),
    CONSTRAINT ck_signs_closed CHECK ((verdict IS NULL) = (closed_at IS NULL))
)""",
    "CREATE UNIQUE INDEX uq_signs_open ON signs (kind, gainer, giver) WHERE closed_at IS NULL",
    "CREATE INDEX ix_signs_giver ON signs (giver)",
    "CREATE INDEX ix_signs_gainer_giver ON signs (gainer, giver)",
    "DELETE FROM traces WHERE kind = 'address'",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
