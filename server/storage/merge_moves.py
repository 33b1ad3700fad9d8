"""What goes over from one account to another, row by row, with a journal by which it goes back.

A row that stands in nobody's way changes its owner. One that does (both were friends of the same
person) is taken out. Both are kept in `merged_rows`, as they are after and were before.
"""

from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection


class Both(NamedTuple):
    """A merge by its id, and its two accounts."""

    merge: UUID
    keeper: UUID
    other: UUID

    @property
    def bound(self) -> dict[str, UUID]:
        """The parameters of a statement."""
        return {"merge": self.merge, "keeper": self.keeper, "other": self.other}


class _Owned(NamedTuple):
    """A column that says whose a row is, and the columns by which its owner tells rows apart.

    Where `alone` those columns are a key without the owner, so that no row is in another's way.
    `partner` is a column that may not name the owner as well. `rival` says, where the columns do
    not, which row that the keeper has is in the way.
    """

    table: str
    column: str
    keys: tuple[str, ...]
    alone: bool = False
    partner: str | None = None
    rival: str | None = None

    @property
    def relation(self) -> str:
        return f"{self.table}.{self.column}"


_OPEN: Final = (
    "held.kind = signs.kind AND held.{0} = signs.{0}"
    " AND held.closed_at IS NULL AND signs.closed_at IS NULL"
)
"""Of two open signs about the same two people one is enough: its evidence grows."""

OWNED: Final = (
    _Owned("identities", "account", ("platform", "kind", "id"), alone=True),
    _Owned("match_players", "account", ("match", "seat"), alone=True),
    _Owned("rating_changes", "account", ("match",)),
    _Owned("ratings", "account", ("rules",)),
    _Owned("standings", "account", ("span", "since", "rules")),
    _Owned("friendships", "account", ("friend",), partner="friend"),
    _Owned("friendships", "friend", ("account",), partner="account"),
    _Owned("friend_requests", "asker", ("asked",), partner="asked"),
    _Owned("friend_requests", "asked", ("asker",), partner="asker"),
    _Owned("blocks", "account", ("blocked",), partner="blocked"),
    _Owned("blocks", "blocked", ("account",), partner="account"),
    _Owned("sanctions", "account", ("id",), alone=True),
    _Owned("reports", "accused", ("id",), alone=True),
    _Owned("conduct", "account", ()),
    _Owned("daily_bonuses", "account", ()),
    _Owned("promotion_grants", "account", ("promotion", "number")),
    _Owned("referrals", "invited", (), partner="inviter"),
    _Owned("referrals", "inviter", ("invited",), alone=True, partner="invited"),
    _Owned("gifts", "receiver", ("id",), alone=True),
    _Owned("table_guests", "account", ("table_id",)),
    _Owned("cases", "account", ("id",), alone=True),
    _Owned("certificates", "issuer", ("id",), alone=True),
    _Owned("preferences", "account", ()),
    _Owned("terms_acceptances", "account", ("version",)),
    _Owned("match_losses", "loser", ("match",)),
    _Owned("match_losses", "winner", ("match", "loser"), alone=True),
    _Owned("signs", "gainer", ("id",), rival=_OPEN.format("giver")),
    _Owned("signs", "giver", ("id",), rival=_OPEN.format("gainer")),
)


async def move(tx: AsyncConnection, both: Both) -> None:
    """Let all that the other owns be the keeper's; both rows of `accounts` must be locked."""
    for statement in _FIRST:
        await tx.execute(text(statement), both.bound)
    for owned in OWNED:
        await tx.execute(text(_over(owned)), {**both.bound, "relation": owned.relation})
        if not owned.alone or owned.partner is not None:
            await tx.execute(text(_out(owned)), {**both.bound, "relation": owned.relation})
    await tx.execute(text(_SHOW_RATING), {"account": both.keeper})


async def move_back(tx: AsyncConnection, both: Both) -> None:
    """Give it back: what the keeper has done with it since is left as he did it."""
    for statement in _LAST:
        await tx.execute(text(statement), both.bound)
    for owned in reversed(OWNED):
        given = {**both.bound, "relation": owned.relation}
        await tx.execute(text(_back(owned)), given)
        await tx.execute(text(_in_again(owned)), {"merge": both.merge, "relation": owned.relation})
    await tx.execute(text(_FORGET_CHATS), both.bound)
    for account in (both.keeper, both.other):
        await tx.execute(text(_SHOW_RATING), {"account": account})


async def strands(tx: AsyncConnection, both: Both) -> bool:
    """Whether nobody could sign in to one of the two; to be asked once all has gone back."""
    return bool(await tx.scalar(text(_STRANDED), both.bound))


def _over(owned: _Owned) -> str:
    t, c = owned.table, owned.column
    unlike = f"AND {t}.{owned.partner} <> :keeper" if owned.partner else ""
    return f"""
WITH gone AS (
    UPDATE {t} SET {c} = :keeper
    WHERE {t}.{c} = :other {unlike} {"" if owned.alone else _unopposed(owned)}
    RETURNING to_jsonb({t}.*) AS row
)
INSERT INTO merged_rows (merge, relation, kept, row)
SELECT :merge, :relation, true, gone.row FROM gone
"""  # noqa: S608 - names of ours, values are bound


def _unopposed(owned: _Owned) -> str:
    t = owned.table
    same = owned.rival or " AND ".join(f"held.{key} = {t}.{key}" for key in owned.keys)
    also = f" AND {same}" if same else ""
    return f"AND NOT EXISTS (SELECT FROM {t} AS held WHERE held.{owned.column} = :keeper{also})"


def _out(owned: _Owned) -> str:
    return f"""
WITH gone AS (
    DELETE FROM {owned.table} WHERE {owned.column} = :other
    RETURNING to_jsonb({owned.table}.*) AS row
)
INSERT INTO merged_rows (merge, relation, kept, row)
SELECT :merge, :relation, false, gone.row FROM gone
"""  # noqa: S608 - names of ours, values are bound


def _back(owned: _Owned) -> str:
    t = owned.table
    same = "".join(f" AND {t}.{key} = was.{key}" for key in owned.keys)
    return f"""
UPDATE {t} SET {owned.column} = :other
FROM merged_rows AS journal, jsonb_populate_record(CAST(NULL AS {t}), journal.row) AS was
WHERE journal.merge = :merge AND journal.relation = :relation AND journal.kept
    AND {t}.{owned.column} = :keeper{same}
"""  # noqa: S608 - names of ours, values are bound


def _in_again(owned: _Owned) -> str:
    return f"""
INSERT INTO {owned.table}
SELECT was.*
FROM merged_rows AS journal,
    jsonb_populate_record(CAST(NULL AS {owned.table}), journal.row) AS was
WHERE journal.merge = :merge AND journal.relation = :relation AND NOT journal.kept
ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of ours, values are bound


_FIRST: Final = (
    # Of two ratings the better-founded one is kept: the one of more experience.
    """
WITH better AS (
    SELECT brought.* FROM ratings AS brought
    JOIN ratings AS held ON held.account = :keeper AND held.rules = brought.rules
    WHERE brought.account = :other AND brought.experience > held.experience
), before AS (
    INSERT INTO merged_rows (merge, relation, kept, row)
    SELECT :merge, 'ratings', false, to_jsonb(held.*)
    FROM ratings AS held JOIN better ON better.rules = held.rules
    WHERE held.account = :keeper
)
UPDATE ratings SET points = better.points, experience = better.experience
FROM better WHERE ratings.account = :keeper AND ratings.rules = better.rules
""",
    """
UPDATE standings SET
    matches = standings.matches + brought.matches,
    wins = standings.wins + brought.wins,
    coins = standings.coins + brought.coins,
    rating = coalesce(standings.rating, brought.rating)
FROM standings AS brought
WHERE standings.account = :keeper AND brought.account = :other
    AND (brought.span, brought.since, brought.rules)
        = (standings.span, standings.since, standings.rules)
""",
    # A day's bonus was taken by the person, and a wait was earned by him.
    """
UPDATE daily_bonuses SET day = brought.day
FROM daily_bonuses AS brought
WHERE daily_bonuses.account = :keeper AND brought.account = :other
    AND brought.day > daily_bonuses.day
""",
    """
UPDATE conduct SET waits_until = brought.waits_until
FROM conduct AS brought
WHERE conduct.account = :keeper AND brought.account = :other
    AND brought.waits_until > conduct.waits_until
""",
)

_LAST: Final = (
    # A rating that rated matches have moved since is the keeper's own.
    """
UPDATE ratings SET points = before.points, experience = before.experience
FROM merged_rows AS journal,
    jsonb_populate_record(CAST(NULL AS ratings), journal.row) AS before,
    merged_rows AS brought
WHERE journal.merge = :merge AND journal.relation = 'ratings'
    AND brought.merge = :merge AND brought.relation = 'ratings.account'
    AND brought.row ->> 'rules' = before.rules
    AND ratings.account = :keeper AND ratings.rules = before.rules
    AND ratings.experience = CAST(brought.row ->> 'experience' AS integer)
""",
    """
UPDATE standings SET
    matches = standings.matches - was.matches,
    wins = standings.wins - was.wins,
    coins = standings.coins - was.coins
FROM merged_rows AS journal,
    jsonb_populate_record(CAST(NULL AS standings), journal.row) AS was
WHERE journal.merge = :merge AND journal.relation = 'standings.account' AND NOT journal.kept
    AND standings.account = :keeper
    AND (was.span, was.since, was.rules)
        = (standings.span, standings.since, standings.rules)
""",
)

_FORGET_CHATS: Final = """
DELETE FROM chat_persons USING identities
WHERE identities.account = :other AND chat_persons.account = :keeper
    AND chat_persons.bot LIKE identities.platform || '%'
    AND CAST(chat_persons.person AS varchar) = identities.id
"""
"""A bot that knows somebody by the keeper has to look him up again."""

_SHOW_RATING: Final = """
UPDATE standings SET rating = ratings.points
FROM ratings
WHERE standings.account = :account AND ratings.account = :account
    AND ratings.rules = standings.rules AND standings.span = 'ever'
    AND standings.rating IS NOT NULL
"""

_STRANDED: Final = """
SELECT EXISTS (
    SELECT FROM merged_rows WHERE merge = :merge AND relation = 'identities.account'
) AND (
    NOT EXISTS (SELECT FROM identities WHERE account = :keeper)
    OR NOT EXISTS (SELECT FROM identities WHERE account = :other)
)
"""
