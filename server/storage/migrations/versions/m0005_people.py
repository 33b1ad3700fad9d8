"""People: nicks, ratings, leaderboards, friends, talk and its moderation, invitations, news,
terms, reminders.
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
release = 1

_PEOPLE = """
CREATE TABLE news (
    id UUID NOT NULL,
    at BIGINT NOT NULL,
    until BIGINT,
    by VARCHAR NOT NULL,
    texts BYTEA NOT NULL,
    CONSTRAINT pk_news PRIMARY KEY (id)
);

CREATE TABLE unreachable (
    platform VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    since BIGINT NOT NULL,
    CONSTRAINT pk_unreachable PRIMARY KEY (platform, kind, id)
);

CREATE TABLE blocks (
    account UUID NOT NULL,
    blocked UUID NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (account, blocked),
    CONSTRAINT fk_blocks_account_accounts FOREIGN KEY (account) REFERENCES accounts (id),
    CONSTRAINT fk_blocks_blocked_accounts FOREIGN KEY (blocked) REFERENCES accounts (id)
);
CREATE INDEX ix_blocks_blocked ON blocks (blocked);

CREATE TABLE friend_requests (
    asker UUID NOT NULL,
    asked UUID NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_friend_requests PRIMARY KEY (asker, asked),
    CONSTRAINT fk_friend_requests_asker_accounts FOREIGN KEY (asker) REFERENCES accounts (id),
    CONSTRAINT fk_friend_requests_asked_accounts FOREIGN KEY (asked) REFERENCES accounts (id)
);
CREATE INDEX ix_friend_requests_asked_asker ON friend_requests (asked, asker);

CREATE TABLE friendships (
    account UUID NOT NULL,
    friend UUID NOT NULL,
    since BIGINT NOT NULL,
    CONSTRAINT pk_friendships PRIMARY KEY (account, friend),
    CONSTRAINT fk_friendships_account_accounts FOREIGN KEY (account) REFERENCES accounts (id),
    CONSTRAINT fk_friendships_friend_accounts FOREIGN KEY (friend) REFERENCES accounts (id)
);
CREATE INDEX ix_friendships_friend ON friendships (friend);

CREATE TABLE invitation_mutes (
    account UUID NOT NULL,
    inviter UUID NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_invitation_mutes PRIMARY KEY (account, inviter),
    CONSTRAINT fk_invitation_mutes_account_accounts FOREIGN KEY (account) REFERENCES accounts (id),
    CONSTRAINT fk_invitation_mutes_inviter_accounts FOREIGN KEY (inviter) REFERENCES accounts (id)
);

CREATE TABLE messages (
    room UUID NOT NULL,
    seq BIGINT NOT NULL,
    topic VARCHAR NOT NULL,
    at BIGINT NOT NULL,
    author UUID NOT NULL,
    key UUID NOT NULL,
    text VARCHAR NOT NULL,
    removed_at BIGINT,
    CONSTRAINT pk_messages PRIMARY KEY (room, seq),
    CONSTRAINT uq_messages_author_key UNIQUE (author, key),
    CONSTRAINT fk_messages_author_accounts FOREIGN KEY (author) REFERENCES accounts (id)
);
CREATE INDEX ix_messages_at ON messages (at);
CREATE INDEX ix_messages_author_at ON messages (author, at);

CREATE TABLE nicks (
    key VARCHAR COLLATE "C" NOT NULL,
    account UUID NOT NULL,
    changes SMALLINT DEFAULT 0 NOT NULL,
    freed_at BIGINT,
    CONSTRAINT pk_nicks PRIMARY KEY (key),
    CONSTRAINT fk_nicks_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);
CREATE UNIQUE INDEX ix_nicks_held ON nicks (account) WHERE freed_at IS NULL;

CREATE TABLE preferences (
    account UUID NOT NULL,
    lobby_chat BOOLEAN DEFAULT true NOT NULL,
    table_chat BOOLEAN DEFAULT true NOT NULL,
    findable BOOLEAN DEFAULT true NOT NULL,
    reminders BOOLEAN DEFAULT true NOT NULL,
    language VARCHAR,
    timezone VARCHAR,
    quiet_from SMALLINT DEFAULT 23 NOT NULL,
    quiet_until SMALLINT DEFAULT 8 NOT NULL,
    news_seen UUID,
    CONSTRAINT pk_preferences PRIMARY KEY (account),
    CONSTRAINT ck_preferences_quiet_hours
        CHECK (quiet_from BETWEEN 0 AND 23 AND quiet_until BETWEEN 0 AND 23),
    CONSTRAINT fk_preferences_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);

CREATE TABLE ratings (
    account UUID NOT NULL,
    rules VARCHAR NOT NULL,
    points FLOAT(53) NOT NULL,
    experience INTEGER NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (account, rules),
    CONSTRAINT fk_ratings_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);

CREATE TABLE reports (
    id UUID NOT NULL,
    kind VARCHAR NOT NULL,
    reporter UUID NOT NULL,
    accused UUID NOT NULL,
    topic VARCHAR,
    seq BIGINT,
    text VARCHAR,
    note VARCHAR NOT NULL,
    at BIGINT NOT NULL,
    outcome VARCHAR,
    closed_at BIGINT,
    closed_by VARCHAR,
    CONSTRAINT pk_reports PRIMARY KEY (id),
    CONSTRAINT ck_reports_kind CHECK (kind IN ('message', 'player', 'appeal')),
    CONSTRAINT ck_reports_closed CHECK ((outcome IS NULL) = (closed_at IS NULL)),
    CONSTRAINT fk_reports_reporter_accounts FOREIGN KEY (reporter) REFERENCES accounts (id),
    CONSTRAINT fk_reports_accused_accounts FOREIGN KEY (accused) REFERENCES accounts (id)
);
CREATE INDEX ix_reports_accused ON reports (accused);
CREATE UNIQUE INDEX ix_reports_message ON reports (reporter, topic, seq) WHERE kind = 'message';
CREATE INDEX ix_reports_open ON reports (id) WHERE closed_at IS NULL;
CREATE INDEX ix_reports_reporter_at ON reports (reporter, at);

CREATE TABLE sanctions (
    id UUID NOT NULL,
    account UUID NOT NULL,
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    began BIGINT NOT NULL,
    ends BIGINT,
    by VARCHAR NOT NULL,
    lifted_at BIGINT,
    CONSTRAINT pk_sanctions PRIMARY KEY (id),
    CONSTRAINT ck_sanctions_kind CHECK (kind IN ('warning', 'mute', 'ban')),
    CONSTRAINT fk_sanctions_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);
CREATE INDEX ix_sanctions_account_began ON sanctions (account, began);

CREATE TABLE standings (
    span VARCHAR NOT NULL,
    since INTEGER NOT NULL,
    rules VARCHAR NOT NULL,
    account UUID NOT NULL,
    matches INTEGER DEFAULT 0 NOT NULL,
    wins INTEGER DEFAULT 0 NOT NULL,
    coins BIGINT DEFAULT 0 NOT NULL,
    rating FLOAT(53),
    CONSTRAINT pk_standings PRIMARY KEY (span, since, rules, account),
    CONSTRAINT ck_standings_span CHECK (span IN ('day', 'week', 'ever')),
    CONSTRAINT fk_standings_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);
CREATE INDEX ix_standings_account ON standings (account);
CREATE INDEX ix_standings_coins
    ON standings (span, since, rules, coins DESC, account DESC) WHERE coins > 0;
CREATE INDEX ix_standings_rating
    ON standings (span, since, rules, rating DESC, account DESC) WHERE rating IS NOT NULL;
CREATE INDEX ix_standings_wins
    ON standings (span, since, rules, wins DESC, account DESC) WHERE wins > 0;

CREATE TABLE terms_acceptances (
    account UUID NOT NULL,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    door VARCHAR,
    CONSTRAINT pk_terms_acceptances PRIMARY KEY (account, version),
    CONSTRAINT fk_terms_acceptances_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);

CREATE TABLE traces (
    account UUID NOT NULL,
    kind VARCHAR NOT NULL,
    digest BYTEA NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    CONSTRAINT pk_traces PRIMARY KEY (account, kind, digest),
    CONSTRAINT fk_traces_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);
CREATE INDEX ix_traces_kind_digest ON traces (kind, digest);
CREATE INDEX ix_traces_last_at ON traces (last_at);

CREATE TABLE invitations (
    id UUID NOT NULL,
    inviter UUID NOT NULL,
    invited UUID NOT NULL,
    table_id UUID NOT NULL,
    at BIGINT NOT NULL,
    deadline BIGINT NOT NULL,
    state VARCHAR NOT NULL,
    CONSTRAINT pk_invitations PRIMARY KEY (id),
    CONSTRAINT ck_invitations_state CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    CONSTRAINT uq_invitations_invited_table_id UNIQUE (invited, table_id),
    CONSTRAINT fk_invitations_inviter_accounts FOREIGN KEY (inviter) REFERENCES accounts (id),
    CONSTRAINT fk_invitations_invited_accounts FOREIGN KEY (invited) REFERENCES accounts (id),
    CONSTRAINT fk_invitations_table_id_tables FOREIGN KEY (table_id) REFERENCES tables (id)
);
CREATE INDEX ix_invitations_invited_deadline ON invitations (invited, deadline);
CREATE INDEX ix_invitations_inviter_at ON invitations (inviter, at);
CREATE INDEX ix_invitations_table_id ON invitations (table_id);

CREATE TABLE notices (
    key VARCHAR NOT NULL,
    account UUID NOT NULL,
    match UUID NOT NULL,
    turn INTEGER NOT NULL,
    at BIGINT NOT NULL,
    due BIGINT NOT NULL,
    attempts INTEGER DEFAULT 0 NOT NULL,
    platform VARCHAR,
    ended_at BIGINT,
    outcome VARCHAR,
    CONSTRAINT pk_notices PRIMARY KEY (key),
    CONSTRAINT ck_notices_ended CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    CONSTRAINT fk_notices_account_accounts FOREIGN KEY (account) REFERENCES accounts (id),
    CONSTRAINT fk_notices_match_matches FOREIGN KEY (match) REFERENCES matches (id)
);
CREATE INDEX ix_notices_account_ended_at ON notices (account, ended_at);
CREATE INDEX ix_notices_at ON notices (at);
CREATE INDEX ix_notices_due ON notices (due) WHERE ended_at IS NULL;

CREATE TABLE rating_changes (
    match UUID NOT NULL,
    account UUID NOT NULL,
    rules VARCHAR NOT NULL,
    points FLOAT(53) NOT NULL,
    gained FLOAT(53) NOT NULL,
    CONSTRAINT pk_rating_changes PRIMARY KEY (match, account),
    CONSTRAINT fk_rating_changes_match_matches FOREIGN KEY (match) REFERENCES matches (id),
    CONSTRAINT fk_rating_changes_account_accounts FOREIGN KEY (account) REFERENCES accounts (id)
);
CREATE INDEX ix_rating_changes_account_match ON rating_changes (account, match);

"""


def upgrade() -> None:
    for statement in _PEOPLE.split(";\n"):
        if statement.strip():
            op.execute(statement)
