"""Promotions are announced as news, each once, for those whom it is for."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
release = 1

_STATEMENTS = (
    """
ALTER TABLE news
    ADD COLUMN promotion uuid CONSTRAINT fk_news_promotion_promotions REFERENCES promotions,
    ADD CONSTRAINT uq_news_promotion UNIQUE (promotion)
""",
)


def upgrade() -> None:
    for statement in _STATEMENTS:
        op.execute(statement)
