"""What is kept of an ended match: its rolls by seat, the house's by day, its summary."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
release = 1

_RECORDS = """
CREATE TABLE match_rolls (
    match uuid CONSTRAINT fk_match_rolls_match_matches REFERENCES matches,
    seat smallint,
    kind varchar NOT NULL,
    counts integer[] NOT NULL CONSTRAINT ck_match_rolls_counts CHECK (cardinality(counts) = 44),
    CONSTRAINT pk_match_rolls PRIMARY KEY (match, seat)
);

CREATE TABLE house_rolls (
    day integer,
    kind varchar,
    counts bigint[] NOT NULL CONSTRAINT ck_house_rolls_counts CHECK (cardinality(counts) = 44),
    CONSTRAINT pk_house_rolls PRIMARY KEY (day, kind)
);

CREATE TABLE match_summaries (
    match uuid CONSTRAINT pk_match_summaries PRIMARY KEY
        CONSTRAINT fk_match_summaries_match_matches REFERENCES matches,
    rules varchar NOT NULL,
    form varchar NOT NULL,
    length smallint,
    cause varchar NOT NULL,
    void boolean NOT NULL,
    winner smallint,
    score smallint[] NOT NULL,
    CONSTRAINT ck_match_summaries_void CHECK (NOT void OR winner IS NULL)
);

"""


def upgrade() -> None:
    for statement in _RECORDS.split(";\n"):
        if statement.strip():
            op.execute(statement)
