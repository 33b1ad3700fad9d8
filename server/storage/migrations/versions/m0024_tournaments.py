"""Tournaments: their logs, who takes part, and the matches that are played in them."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
CREATE TABLE tournaments (
    id uuid CONSTRAINT pk_tournaments PRIMARY KEY,
    en varchar NOT NULL,
    ru varchar NOT NULL,
    terms bytea NOT NULL,
    conventions bytea NOT NULL,
    fee bigint NOT NULL,
    currency varchar NOT NULL,
    guaranteed bigint NOT NULL,
    shares smallint[] NOT NULL,
    least_rating integer,
    most_rating integer,
    created_at bigint NOT NULL,
    phase varchar NOT NULL,
    seq bigint NOT NULL,
    due bigint,
    attempts integer NOT NULL DEFAULT 0,
    CONSTRAINT ck_tournaments_phase
        CHECK (phase IN ('registering', 'playing', 'over', 'cancelled')),
    CONSTRAINT ck_tournaments_currency CHECK (currency IN ('coins', 'points')),
    CONSTRAINT ck_tournaments_amounts CHECK (fee >= 0 AND guaranteed >= 0),
    CONSTRAINT ck_tournaments_due CHECK (due IS NULL OR phase IN ('registering', 'playing'))
)""",
    "CREATE INDEX ix_tournaments_due ON tournaments (due) WHERE due IS NOT NULL",
    "CREATE INDEX ix_tournaments_phase ON tournaments (phase, id)",
    """
CREATE TABLE tournament_commits (
    tournament uuid CONSTRAINT fk_tournament_commits_tournament_tournaments
        REFERENCES tournaments (id),
    seq bigint,
    at bigint NOT NULL,
    events bytea NOT NULL,
    CONSTRAINT pk_tournament_commits PRIMARY KEY (tournament, seq)
)""",
    """
CREATE TABLE tournament_entrants (
    tournament uuid CONSTRAINT fk_tournament_entrants_tournament_tournaments
        REFERENCES tournaments (id),
    account uuid CONSTRAINT fk_tournament_entrants_account_accounts REFERENCES accounts (id),
    number integer NOT NULL,
    at bigint NOT NULL,
    rake bytea NOT NULL,
    left_at bigint,
    place integer,
    prize bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_tournament_entrants PRIMARY KEY (tournament, account)
)""",
    "CREATE INDEX ix_tournament_entrants_account ON tournament_entrants (account)",
    """
CREATE TABLE tournament_matches (
    match uuid CONSTRAINT pk_tournament_matches PRIMARY KEY
        CONSTRAINT fk_tournament_matches_match_matches REFERENCES matches (id),
    tournament uuid NOT NULL CONSTRAINT fk_tournament_matches_tournament_tournaments
        REFERENCES tournaments (id)
)""",
    "CREATE INDEX ix_tournament_matches_tournament ON tournament_matches (tournament)",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
