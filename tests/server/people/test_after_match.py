"""Ratings and leaderboards after a match, on the real database: applied once, guests never."""

import asyncio
from datetime import date, datetime
from uuid import UUID

import pytest
from sqlalchemy import text

from game.rating import FRESH, rated
from game.rulesets import RuleName
from server.people.after_match import people_steps
from server.people.spans import boards, since
from server.play.after_match import AfterMatch
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.jobs import CLAIMED_FOR
from server.storage.ratings import Ratings
from server.storage.standings import RankedBy, Span, Standings
from server.tables.strengths import RatedStrengths
from tests.server.edge import Edge, Person
from tests.server.finished import ground_of
from tests.server.people.people import ask, finished, follow
from tests.server.wiring import ZONE

RULES = RuleName.HYPERGAMMON


async def winner_of(edge: Edge, match: UUID, people: list[Person]) -> tuple[Person, Person]:
    """Who won, and who lost."""
    _, listed = await edge.get("/api/v1/me/matches", people[0])
    results = {each["id"]: each["result"] for each in listed["matches"]}
    return (people[0], people[1]) if results[str(match)] == "won" else (people[1], people[0])


async def points(database: Database, person: Person) -> dict[RuleName, tuple[float, int]]:
    async with database.reading() as tx:
        known = await Ratings(tx).of(person.id)
    return {rules: (rating.points, rating.experience) for rules, rating in known.items()}


async def test_a_rated_match_moves_both_ratings_once(
    edge: Edge, opened_database: Database
) -> None:
    people = [await edge.person(), await edge.person()]
    match = await finished(edge, people, rated=True, form="match", length=3)

    await asyncio.gather(*(follow(edge) for _ in range(3)))
    later = AfterMatch(ground_of(edge, 100 * CLAIMED_FOR), people_steps(ZONE))
    while await later.work_off():
        pass

    winner, loser = await winner_of(edge, match, people)
    won, lost = rated(FRESH, FRESH, 3)
    assert await points(opened_database, winner) == {RULES: (won.points, 3)}
    assert await points(opened_database, loser) == {RULES: (lost.points, 3)}
    async with opened_database.reading() as tx:
        assert {each.account: each.gained for each in await Ratings(tx).changes(match)} == {
            winner.id: round(won.points - 1500, 3),
            loser.id: round(lost.points - 1500, 3),
        }


async def test_ratings_are_kept_apart_by_rule_set(edge: Edge, opened_database: Database) -> None:
    people = [await edge.person(), await edge.person()]
    await finished(edge, people, rated=True)
    await finished(edge, people, rated=True, rules="nackgammon")

    await follow(edge)

    assert set(await points(opened_database, people[0])) == {RULES, RuleName.NACKGAMMON}


async def test_an_unrated_match_moves_nothing_but_counts_as_a_win(
    edge: Edge, opened_database: Database
) -> None:
    people = [await edge.person(), await edge.person()]
    match = await finished(edge, people, rated=False)

    await follow(edge)

    assert await points(opened_database, people[0]) == {}
    winner, loser = await winner_of(edge, match, people)
    async with opened_database.reading() as tx:
        assert (await Standings(tx).of(winner.id))[RULES].wins == 1
        place = (await Standings(tx).of(loser.id))[RULES]
        assert (place.wins, place.matches, place.rating) == (0, 1, None)


async def test_games_of_guests_are_never_rated_and_rank_nobody(
    edge: Edge, opened_database: Database
) -> None:
    """Even where a log says that the match was rated."""
    people = [await edge.person(), await edge.guest()]
    match = await finished(edge, people, rated=True)

    await follow(edge)

    assert await points(opened_database, people[0]) == {}
    async with opened_database.reading() as tx:
        assert await Standings(tx).of(people[0].id) == {}
        assert await Ratings(tx).changes(match) == []


async def test_a_private_match_ranks_nobody(edge: Edge, opened_database: Database) -> None:
    people = [await edge.person(), await edge.person()]
    match = await finished(edge, people, rated=False)
    async with opened_database.transaction() as tx:
        hidden = text("UPDATE matches SET private = true WHERE id = :match")
        await tx.execute(hidden, {"match": match})

    await follow(edge)

    async with opened_database.reading() as tx:
        assert await Standings(tx).of(people[0].id) == {}
        assert await Standings(tx).of(people[1].id) == {}


async def test_a_void_match_does_nothing(edge: Edge, opened_database: Database) -> None:
    people = [await edge.person(), await edge.person()]
    match = await finished(edge, people, rated=True)
    async with opened_database.transaction() as tx:
        await tx.execute(
            text(
                "UPDATE commits SET events = convert_to(regexp_replace(convert_from(events, "
                "'UTF8'), '.\"event\":\"match_ended\".*', "
                '\'{"event":"match_voided","cause":"operator"}]\'), \'UTF8\')'
                " WHERE stream = :match"
            ),
            {"match": match},
        )

    await follow(edge)

    assert await points(opened_database, people[0]) == {}
    async with opened_database.reading() as tx:
        assert await Standings(tx).of(people[0].id) == {}


async def test_a_merged_player_is_rated_as_the_one_he_became(
    edge: Edge, opened_database: Database
) -> None:
    old, other, new = [await edge.person() for _ in range(3)]
    await finished(edge, [old, other], rated=True)
    async with opened_database.transaction() as tx:
        forwarding = text("UPDATE accounts SET forwarded_to = :new WHERE id = :old")
        await tx.execute(forwarding, {"new": new.id, "old": old.id})

    await follow(edge)

    assert await points(opened_database, old) == {}
    assert (await points(opened_database, new))[RULES][1] == 1


async def test_many_matches_of_the_same_two_that_end_at_once_all_count(
    edge: Edge, opened_database: Database
) -> None:
    people = [await edge.person(), await edge.person()]
    for seed in range(12):
        await finished(edge, people if seed % 2 else people[::-1], seed, rated=True)

    await asyncio.gather(*(follow(edge) for _ in range(4)))

    one, other = [(await points(opened_database, person))[RULES] for person in people]
    assert one[1] == other[1] == 12
    async with opened_database.reading() as tx:
        places = [(await Standings(tx).of(person.id))[RULES] for person in people]
    assert [place.matches for place in places] == [12, 12]
    assert sum(place.wins for place in places) == 12
    assert [place.rating for place in places] == [one[0], other[0]]


async def test_coins_won_are_counted_and_losses_are_not(
    edge: Edge, opened_database: Database
) -> None:
    people = [await edge.person(), await edge.person()]
    match = await finished(edge, people, form="match", length=3, stake=50)

    await follow(edge)

    winner, loser = await winner_of(edge, match, people)
    async with opened_database.reading() as tx:
        assert (await Standings(tx).of(winner.id))[RULES].coins == 50
        assert (await Standings(tx).of(loser.id))[RULES].coins == 0


async def told(edge: Edge, who: Person, about: Person) -> tuple[list[str], list[list[float]]]:
    """The results of somebody's matches as another reads them, at both doors; and his ratings
    with the experience behind them.
    """
    _, profile = await edge.get(f"/api/v1/players/{about.id}", who)
    _, listed = await edge.get(f"/api/v1/players/{about.id}/matches", who)
    assert listed["matches"] == profile["recent"]
    ratings = [[each["rating"], each["experience"]] for each in profile["strengths"]]
    return [each["result"] for each in listed["matches"]], ratings


async def test_a_match_for_coins_is_news_to_others_when_spectators_know_its_end(
    edge: Edge, opened_database: Database
) -> None:
    """Its players know at once; a free match that ends meanwhile tells nothing of it either."""
    people, stranger = [await edge.person(), await edge.person()], await edge.person()
    match = await finished(edge, people, form="match", length=3, stake=50, rated=True)
    await follow(edge, spectator_delay=60_000)
    winner, loser = await winner_of(edge, match, people)
    won = rated(FRESH, FRESH, 3)[0].points

    for player in (winner, loser):
        assert await told(edge, player, winner) == (["won"], [[won, 3]])
        assert await told(edge, stranger, player) == ([], [])
    async with opened_database.reading() as tx:
        assert await Standings(tx).of(winner.id) == {}
        assert await RatedStrengths().rating(tx, winner.id, RULES) == 1500

    free = await finished(edge, [winner, stranger], rated=True)
    await follow(edge, spectator_delay=60_000)
    async with opened_database.reading() as tx:
        gained = {each.account: each.gained for each in await Ratings(tx).changes(free)}
        place = (await Standings(tx).of(winner.id))[RULES]
    known = pytest.approx(1500 + gained[winner.id], abs=0.001)
    assert (await told(edge, stranger, winner))[1] == [
        pytest.approx([1500 + gained[winner.id], 1], abs=0.001)
    ]
    assert (place.matches, place.coins) == (1, 0)
    assert place.rating == known

    await follow(edge, later=60_000, spectator_delay=60_000)
    results, ((rating, experience),) = await told(edge, stranger, winner)
    assert (len(results), experience) == (2, 4)
    assert rating == pytest.approx(won + gained[winner.id], abs=0.001)
    async with opened_database.reading() as tx:
        place = (await Standings(tx).of(winner.id))[RULES]
    assert (place.matches, place.coins, place.rating) == (2, 50, rating)


async def test_a_day_ends_at_the_operators_midnight(edge: Edge, opened_database: Database) -> None:
    """At 13:59 and 14:01 in Greenwich it is 23:59 and 00:01 in Vladivostok."""
    people = [await edge.person(), await edge.person()]
    for minute, seed in ((59, 1), (1, 2)):
        hour = 23 if minute == 59 else 0
        day = 8 if minute == 59 else 9
        moment = datetime(2026, 3, day, hour, minute, tzinfo=ZONE)  # a Sunday, then a Monday
        await finished(edge, people, seed, int(moment.timestamp() * 1000))
    await follow(edge)

    async def matches(span: Span, at: datetime) -> int:
        board = next(
            board
            for board in boards(RULES, int(at.timestamp() * 1000), ZONE)
            if board.span is span
        )
        async with opened_database.reading() as tx:
            places = await Standings(tx).page(board, RankedBy.WINS, 100)
        return sum(each.matches for each in places if each.account in {p.id for p in people})

    sunday, monday = datetime(2026, 3, 8, 12, tzinfo=ZONE), datetime(2026, 3, 9, 12, tzinfo=ZONE)
    assert [await matches(Span.DAY, day) for day in (sunday, monday)] == [1, 1]
    assert [await matches(Span.WEEK, day) for day in (sunday, monday)] == [1, 1]
    assert await matches(Span.EVER, monday) in (1, 2), "of two wins both may be one person's"


def test_spans_begin_where_the_calendar_says() -> None:
    at = int(datetime(2026, 3, 12, 0, 30, tzinfo=ZONE).timestamp() * 1000)

    assert since(Span.DAY, at, ZONE) == date(2026, 3, 12).toordinal()
    assert since(Span.WEEK, at, ZONE) == date(2026, 3, 9).toordinal()
    assert since(Span.EVER, at, ZONE) == 0


@pytest.mark.parametrize("measure", list(RankedBy))
async def test_a_board_is_read_page_by_page_without_holes_or_repeats(
    edge: Edge, opened_database: Database, measure: RankedBy
) -> None:
    people = [await edge.person() for _ in range(6)]
    board = boards(RuleName.NARDGAMMON, local_now(), ZONE)[0]
    async with opened_database.transaction() as tx:
        for number, person in enumerate(people):
            values = {"account": person.id, "since": board.since, "value": number // 2 + 1}
            await tx.execute(
                text(
                    "INSERT INTO standings VALUES"
                    " ('day', :since, 'nardgammon', :account, 9,"
                    " CAST(:value AS integer), CAST(:value AS integer), CAST(:value AS integer))"
                ),
                values,
            )
    path = f"/api/v1/leaderboards?rules=nardgammon&span=day&by={measure}&limit=2"

    seen, cursor = [], ""
    for _ in range(10):
        _, page = await edge.get(path + cursor, people[0])
        seen += [UUID(place["account"]) for place in page["places"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"

    async with opened_database.transaction() as tx:
        await tx.execute(text("DELETE FROM standings WHERE rules = 'nardgammon'"))
    expected = sorted(
        ((number // 2, person.id) for number, person in enumerate(people)), reverse=True
    )
    assert seen == [account for _, account in expected]


@pytest.mark.parametrize(
    "cursor", ["x", "1:", "nan:" + "0" * 32, "inf:" + "0" * 32, ":", "1e99:0"]
)
async def test_an_invented_cursor_is_refused(edge: Edge, cursor: str) -> None:
    person = await edge.person()

    status, body = await ask(
        edge, person, "GET", f"/api/v1/leaderboards?rules=short&cursor={cursor}"
    )

    assert (status, body["error"]["code"]) == (400, "malformed")
