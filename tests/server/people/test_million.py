"""People at a million accounts: every list is one short index scan, however many there are."""

import time
from collections.abc import AsyncIterator
from typing import Final, NamedTuple
from uuid import UUID

import asyncpg
import msgspec
import pytest

from game.conventions import ConventionsAsked, Form, resolve
from game.rulesets import RuleName
from server.storage import migrating
from server.storage.database import Database, database
from server.storage.friends import Friends
from server.storage.names import Names
from server.storage.online import Online
from server.storage.open_matches import Look, open_matches
from server.storage.profiles import Seen, played
from server.storage.ratings import Ratings
from server.storage.standings import After, Board, RankedBy, Span, Standings
from server.storage.told import ToldFacts
from tests.databases import Databases
from tests.server.people.plans import Ask, read_through, scans_of

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]

PEOPLE: Final = 1_000_000
MATCHES: Final = 1_000_000
ONLINE: Final = 20_000
RUNNING: Final = 2_000
NOW: Final = 9_000_000_000_000
SHORT: Final = {"processes"}
"""Tables of a few rows, which no index would help."""
SLOWEST: Final = 0.05
"""Seconds of a page; counting all who are online may take five times as long."""

CONVENTIONS: Final = msgspec.json.encode(
    resolve(ConventionsAsked(rules=RuleName.SHORT, form=Form.GAME))
).decode()
FILL: Final = f"""
INSERT INTO accounts (id, created_at, nick)
    SELECT ('0190' || lpad(to_hex(n), 28, '0'))::uuid, n, 'nick' || n
    FROM generate_series(1, {PEOPLE}) AS n;
INSERT INTO identities (platform, kind, id, account, created_at)
    SELECT 'vk', 'user', n, ('0190' || lpad(to_hex(n), 28, '0'))::uuid, n
    FROM generate_series(1, {PEOPLE}) AS n;
INSERT INTO told_facts (platform, kind, id, source, asked_at, country, country_at)
    SELECT platform, kind, id, 'profile', created_at, 'RU', created_at FROM identities;
INSERT INTO nicks (key, account)
    SELECT 'nick' || n, ('0190' || lpad(to_hex(n), 28, '0'))::uuid
    FROM generate_series(1, {PEOPLE}) AS n;
INSERT INTO ratings SELECT id, 'short', 1500 + (created_at * 7919 % 600000) / 1000.0, 400
    FROM accounts;
INSERT INTO standings (span, since, rules, account, matches, wins, coins, rating)
    SELECT span, 0, 'short', id, 100, created_at * 31 % 1000, created_at * 17 % 100000,
        1500 + (created_at * 7919 % 600000) / 1000.0
    FROM accounts
    JOIN (VALUES ('day', 20), ('week', 5), ('ever', 1)) AS spans (span, every)
        ON created_at % every = 0;
INSERT INTO friendships SELECT ('0190' || lpad(to_hex(n), 28, '0'))::uuid,
        ('0190' || lpad(to_hex(n % {PEOPLE} + 1), 28, '0'))::uuid, n
    FROM generate_series(1, {PEOPLE}) AS n;
INSERT INTO preferences (account) SELECT id FROM accounts;
INSERT INTO processes (id, started, beat) VALUES ('{"0" * 32}', 0, {NOW});
INSERT INTO presence SELECT id, '{"0" * 32}', 0 FROM accounts WHERE created_at % 50 = 0;
INSERT INTO tables (id, owner, status, size, conventions, stake, spectators, match, created_at,
        rules, form)
    SELECT ('0191' || lpad(to_hex(n), 28, '0'))::uuid,
        ('0190' || lpad(to_hex(n), 28, '0'))::uuid, 'taken', 2,
        convert_to('{CONVENTIONS}', 'UTF8'), 0, true,
        ('0191' || lpad(to_hex(n), 28, '0'))::uuid, n, 'short', 'game'
    FROM generate_series(1, {MATCHES}) AS n;
INSERT INTO matches (id, table_id, started_at, ended_at, result, spectators)
    SELECT id, id, created_at, CASE WHEN created_at % {MATCHES // RUNNING} > 0 THEN created_at END,
        CASE WHEN created_at % {MATCHES // RUNNING} > 0 THEN '{{}}'::bytea END, true
    FROM tables;
INSERT INTO spectators (match, account, process, since)
    SELECT ('0191' || lpad(to_hex(n % {MATCHES}), 28, '0'))::uuid,
        ('0190' || lpad(to_hex(n), 28, '0'))::uuid, '{"0" * 32}', 0
    FROM generate_series(1, {ONLINE}) AS n;
INSERT INTO match_players
    SELECT id, seat,
        ('0190' || lpad(to_hex((created_at + 50000 * seat) % 100000 + 1), 28, '0'))::uuid
    FROM tables, generate_series(0, 1) AS seat;
INSERT INTO match_summaries (match, rules, form, cause, score, winner, void)
    SELECT id, 'short', 'game', 'played', '{{1,0}}', 0, false FROM tables;
INSERT INTO jobs (match, step, due, done_at)
    SELECT id, 'standings', created_at, CASE WHEN created_at > 20 THEN created_at END
    FROM tables WHERE created_at <= 100000;
INSERT INTO rating_changes (match, account, rules, points, gained, experience)
    SELECT match, account, 'short', 1500, 1, 1 FROM match_players;
ANALYZE;
"""


class Question(NamedTuple):
    """A list that somebody opens; `whole` ones count all there are, and may read a table."""

    what: str
    ask: Ask
    whole: bool = False


@pytest.fixture
async def filled(databases: Databases) -> AsyncIterator[Database]:
    """A database with a million people and a million matches in it."""
    async with databases.empty() as url:
        await migrating.upgrade(url, int(time.time() * 1000))
        session = await asyncpg.connect(url)
        await session.execute(FILL, timeout=1_800)
        await session.close()
        async with database(url) as opened:
            yield opened


def leaderboards() -> list[Question]:
    deep = {RankedBy.WINS: 500, RankedBy.COINS: 50_000, RankedBy.RATING: 1800.0}

    def page(span: Span, measure: RankedBy, after: After | None) -> Ask:
        board = Board(span, 0, RuleName.SHORT)
        return lambda tx: Standings(tx).page(board, measure, 50, after)

    return [
        Question(f"leaderboard, {span}, {measure}, {where}", page(span, measure, after))
        for span in Span
        for measure in RankedBy
        for where, after in (("top", None), ("deep", After(deep[measure], person(1))))
    ]


def lists() -> list[Question]:
    someone, network = person(PEOPLE // 2), [str(number) for number in range(500)]
    return [
        Question("search by nick", lambda tx: Names(tx).beginning("nick77", 20, None)),
        Question("friends", lambda tx: Friends(tx).page(someone, 50, None)),
        Question("friends of a network, 500", lambda tx: Friends(tx).playing("vk", network)),
        Question("profile: ratings", lambda tx: Ratings(tx).seen(someone)),
        Question("profile: ratings, held back", lambda tx: Ratings(tx).seen(person(12))),
        Question("what platforms told", lambda tx: ToldFacts(tx).of(someone)),
        Question("profile: standings", lambda tx: Standings(tx).of(someone, Span.EVER)),
        Question("profile: matches", lambda tx: played(tx, Seen(person(77), someone), 10, None)),
        Question("matches to watch", lambda tx: open_matches(tx, None, Look(NOW), 50, None)),
        Question("online, a page", lambda tx: Online(tx, NOW).page(50, someone)),
        Question("online, counted", lambda tx: Online(tx, NOW).count(), whole=True),
    ]


def person(number: int) -> UUID:
    return UUID(f"0190{number:028x}")


async def test_no_list_of_people_is_slow_at_a_million(filled: Database) -> None:
    slow = []
    for question in (*leaderboards(), *lists()):
        took = min([await seconds(filled, question) for _ in range(5)])
        plan = await scans_of(filled, question.ask)
        print(f"| {question.what} | {1000 * took:.1f} ms | {', '.join(plan)} |")
        if took > SLOWEST * (5 if question.whole else 1):
            slow.append(question.what)
        assert question.whole or not read_through(plan) - SHORT, question.what

    assert not slow


async def seconds(filled: Database, question: Question) -> float:
    async with filled.reading() as tx:
        began = time.perf_counter()
        answer = await question.ask(tx)
        took = time.perf_counter() - began
    assert answer, question.what
    return took
