"""The first schema: accounts, tables, matches and their log, alarms, processes, dice."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
release = 1

_PEOPLE = """
CREATE TABLE accounts (
    id uuid CONSTRAINT pk_accounts PRIMARY KEY,
    created_at bigint NOT NULL,
    nick varchar,
    device bytea CONSTRAINT uq_accounts_device UNIQUE,
    forwarded_to uuid CONSTRAINT fk_accounts_forwarded_to_accounts REFERENCES accounts
);
CREATE INDEX ix_accounts_forwarded_to ON accounts (forwarded_to);

CREATE TABLE identities (
    platform varchar,
    kind varchar,
    id varchar,
    account uuid NOT NULL CONSTRAINT fk_identities_account_accounts REFERENCES accounts,
    created_at bigint NOT NULL,
    CONSTRAINT pk_identities PRIMARY KEY (platform, kind, id)
);
CREATE INDEX ix_identities_account ON identities (account);

CREATE TABLE sessions (
    digest bytea CONSTRAINT pk_sessions PRIMARY KEY,
    account uuid NOT NULL CONSTRAINT fk_sessions_account_accounts REFERENCES accounts,
    lifetime bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE INDEX ix_sessions_account ON sessions (account);
CREATE INDEX ix_sessions_expires ON sessions (expires);

CREATE TABLE nonces (digest bytea CONSTRAINT pk_nonces PRIMARY KEY, expires bigint NOT NULL);
CREATE INDEX ix_nonces_expires ON nonces (expires);

CREATE TABLE launches (digest bytea CONSTRAINT pk_launches PRIMARY KEY, seen_at bigint NOT NULL);
CREATE INDEX ix_launches_seen_at ON launches (seen_at);

CREATE TABLE failures (
    key varchar,
    hour bigint,
    times integer NOT NULL,
    CONSTRAINT pk_failures PRIMARY KEY (key, hour)
);
CREATE INDEX ix_failures_hour ON failures (hour);
"""

_TABLES_AND_MATCHES = """
CREATE TABLE tables (
    id uuid CONSTRAINT pk_tables PRIMARY KEY,
    owner uuid NOT NULL CONSTRAINT fk_tables_owner_accounts REFERENCES accounts,
    status varchar NOT NULL
        CONSTRAINT ck_tables_status CHECK (status IN ('open', 'taken', 'closed')),
    size smallint NOT NULL CONSTRAINT ck_tables_size CHECK (size >= 2),
    conventions bytea NOT NULL,
    stake bigint NOT NULL CONSTRAINT ck_tables_stake CHECK (stake >= 0),
    spectators boolean NOT NULL,
    match uuid CONSTRAINT uq_tables_match UNIQUE,
    created_at bigint NOT NULL
);
CREATE INDEX ix_tables_owner ON tables (owner);
CREATE INDEX ix_tables_open ON tables (id) WHERE status = 'open';

CREATE TABLE table_seats (
    table_id uuid CONSTRAINT fk_table_seats_table_id_tables REFERENCES tables,
    seat smallint,
    account uuid NOT NULL CONSTRAINT fk_table_seats_account_accounts REFERENCES accounts,
    CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat),
    CONSTRAINT uq_table_seats_table_id_account UNIQUE (table_id, account)
);
CREATE INDEX ix_table_seats_account ON table_seats (account);

CREATE TABLE matches (
    id uuid CONSTRAINT pk_matches PRIMARY KEY,
    table_id uuid CONSTRAINT uq_matches_table_id UNIQUE
        CONSTRAINT fk_matches_table_id_tables REFERENCES tables,
    started_at bigint NOT NULL,
    ended_at bigint,
    result bytea,
    spectators boolean NOT NULL,
    CONSTRAINT ck_matches_ended CHECK ((ended_at IS NULL) = (result IS NULL))
);
CREATE INDEX ix_matches_running ON matches (id) WHERE ended_at IS NULL;

CREATE TABLE match_players (
    match uuid CONSTRAINT fk_match_players_match_matches REFERENCES matches,
    seat smallint,
    account uuid NOT NULL CONSTRAINT fk_match_players_account_accounts REFERENCES accounts,
    CONSTRAINT pk_match_players PRIMARY KEY (match, seat)
);
CREATE INDEX ix_match_players_account_match ON match_players (account, match);

CREATE TABLE dice_secrets (
    match uuid CONSTRAINT pk_dice_secrets PRIMARY KEY,
    key_id varchar NOT NULL,
    sealed bytea NOT NULL
);
CREATE INDEX ix_dice_secrets_key_id ON dice_secrets (key_id);

CREATE TABLE jobs (
    match uuid,
    step varchar,
    due bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    done_at bigint,
    CONSTRAINT pk_jobs PRIMARY KEY (match, step)
);
CREATE INDEX ix_jobs_waiting ON jobs (due) WHERE done_at IS NULL;
"""

_LOG = """
CREATE TABLE commits (
    stream uuid,
    seq bigint CONSTRAINT ck_commits_seq CHECK (seq >= 0),
    schema smallint NOT NULL,
    command_id varchar NOT NULL
        CONSTRAINT ck_commits_command_id CHECK (length(command_id) BETWEEN 1 AND 200),
    actor uuid,
    received_at bigint NOT NULL,
    at bigint NOT NULL,
    events bytea NOT NULL,
    state_hash bytea NOT NULL,
    CONSTRAINT pk_commits PRIMARY KEY (stream, seq)
) PARTITION BY RANGE (stream);
CREATE TABLE commits_default PARTITION OF commits DEFAULT;

CREATE TABLE alarms (
    stream uuid CONSTRAINT pk_alarms PRIMARY KEY,
    due bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX ix_alarms_due ON alarms (due);
"""

_TIME = """
CREATE TABLE processes (
    id uuid CONSTRAINT pk_processes PRIMARY KEY,
    started bigint NOT NULL,
    beat bigint NOT NULL,
    gone boolean NOT NULL DEFAULT false
);

CREATE TABLE presence (
    account uuid,
    process uuid,
    since bigint NOT NULL,
    CONSTRAINT pk_presence PRIMARY KEY (account, process)
);
CREATE INDEX ix_presence_process ON presence (process);

CREATE TABLE gaps (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_gaps PRIMARY KEY,
    stream uuid,
    account uuid,
    began bigint NOT NULL,
    ended bigint NOT NULL,
    recorded bigint NOT NULL,
    cause varchar NOT NULL,
    CONSTRAINT ck_gaps_order CHECK (began <= ended)
);
CREATE INDEX ix_gaps_ended ON gaps (ended);
CREATE INDEX ix_gaps_recorded ON gaps (recorded);

CREATE TABLE marks (name varchar CONSTRAINT pk_marks PRIMARY KEY, value varchar NOT NULL);
"""

# These are small and rewritten all the time: dead rows would soon outnumber the living.
_RESTLESS = """
ALTER TABLE {table} SET (
    fillfactor = 50,
    autovacuum_vacuum_threshold = 200,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.05,
    autovacuum_vacuum_cost_delay = 0
);
"""


def upgrade() -> None:
    for part in (_PEOPLE, _TABLES_AND_MATCHES, _LOG, _TIME):
        for statement in part.split(";\n"):
            if statement.strip():
                op.execute(statement)
    for table in ("alarms", "presence", "processes"):
        op.execute(_RESTLESS.format(table=table))
