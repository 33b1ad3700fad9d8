"""The figures of the dice: of the house for everybody, of a player for himself, by period."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from game.dice_statistics import total
from game.roll_counting import count_rolls
from server.play.after_match import AfterMatch
from server.records.projections import PROJECTIONS
from server.storage.ids import Millis
from server.storage.roll_tallies import DAY
from tests.server.edge import Edge, Person
from tests.server.finished import Commits, ground_of, keep, new_id, played_by


async def told(edge: Edge, path: str, person: Person | None = None) -> dict[str, Any]:
    headers = person.headers if person else {}
    async with edge.client.get(path, headers=headers) as response:
        body: dict[str, Any] = await response.json()
        assert response.status == 200, body
        return body


async def play(edge: Edge, *people: Person, days_ago: int = 0, **conventions: Any) -> Commits:
    """A match between two people that ended so many days ago, with what follows it done."""
    commits = played_by([person.id for person in people], new_id(edge), **conventions)
    ended_at = Millis(edge.services.clock.now() - days_ago * DAY)
    await keep(ground_of(edge).database, commits, ended_at)
    await count(edge)
    return commits


async def count(edge: Edge) -> None:
    """Do what follows the matches that have ended."""
    worker = AfterMatch(ground_of(edge), PROJECTIONS)
    while await worker.work_off():
        pass


def thrown(commits: Commits, seat: int) -> int:
    return count_rolls([event for commit in commits for event in commit]).seats[seat].rolls


def day(ago: int) -> str:
    return (datetime.now(UTC) - timedelta(days=ago)).date().isoformat()


async def test_a_player_is_told_of_his_own_dice_alone(edge: Edge) -> None:
    ann, bob, cid = [await edge.person() for _ in range(3)]
    one = await play(edge, ann, bob, seed=1)
    other = await play(edge, cid, ann, seed=2)

    (of_ann,) = (await told(edge, "/api/v1/me/dice", ann))["kinds"]
    (of_bob,) = (await told(edge, "/api/v1/me/dice", bob))["kinds"]

    assert of_ann["figures"]["rolls"] == thrown(one, 0) + thrown(other, 1)
    assert of_bob["figures"]["rolls"] == thrown(one, 1)
    assert sum(each["observed"] for each in of_bob["figures"]["pairs"]) == thrown(one, 1)


async def test_whoever_has_not_played_has_no_figures(edge: Edge) -> None:
    assert (await told(edge, "/api/v1/me/dice", await edge.person()))["kinds"] == []


async def test_the_figures_of_the_house_are_public(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    await count(edge)  # what other tests have ended in this database
    before = await told(edge, "/api/v1/dice")
    usual = await play(edge, ann, bob, rules="short")
    crazy = await play(edge, ann, bob, rules="crazy")

    house = await told(edge, "/api/v1/dice")

    rolls = {kind["figures"]["kind"]: kind["figures"]["rolls"] for kind in house["kinds"]}
    known = {kind["figures"]["kind"]: kind["figures"]["rolls"] for kind in before["kinds"]}
    for kind, commits in (("usual", usual), ("cascade", crazy)):
        assert rolls[kind] - known.get(kind, 0) == thrown(commits, 0) + thrown(commits, 1)


async def test_a_period_holds_the_matches_that_ended_in_it(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    old = await play(edge, ann, bob, seed=3, days_ago=40)
    new = await play(edge, ann, bob, seed=4, days_ago=2)

    async def rolls(query: str) -> int:
        kinds = (await told(edge, f"/api/v1/me/dice?{query}", ann))["kinds"]
        return sum(kind["figures"]["rolls"] for kind in kinds)

    assert await rolls("") == thrown(old, 0) + thrown(new, 0)
    assert await rolls(f"since={day(30)}") == thrown(new, 0)
    assert await rolls(f"until={day(30)}") == thrown(old, 0)
    assert await rolls(f"since={day(40)}&until={day(40)}") == thrown(old, 0)
    assert await rolls(f"since={day(39)}&until={day(3)}") == 0


async def test_luck_is_told_day_by_day_from_the_beginning_of_the_period(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    both = [await play(edge, ann, bob, seed=ago, days_ago=ago) for ago in (5, 3)]

    (kind,) = (await told(edge, "/api/v1/me/dice", ann))["kinds"]

    assert [point["day"] for point in kind["days"]] == [day(5), day(3)]
    assert kind["days"][0]["rolls"] == thrown(both[0], 0)
    assert kind["days"][-1]["rolls"] == kind["figures"]["rolls"]
    assert kind["days"][-1]["luck"] == pytest.approx(kind["figures"]["luck"]["observed"])
    assert kind["days"][-1]["reach"] == pytest.approx(kind["figures"]["luck"]["high"])


@pytest.mark.parametrize(
    "query", ["since=yesterday", "since=2025-02-30", "since=2025-02-02&until=2025-02-01"]
)
async def test_what_is_no_period_is_refused(edge: Edge, query: str) -> None:
    async with edge.client.get(f"/api/v1/dice?{query}") as response:
        body = await response.json()

    assert (response.status, body["error"]["code"]) == (400, "malformed")
    assert "since" in body["error"]["details"]["where"]


async def test_ones_own_figures_need_a_session(edge: Edge) -> None:
    async with edge.client.get("/api/v1/me/dice") as response:
        assert response.status == 401


async def test_both_seats_together_threw_what_the_log_says(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    commits = await play(edge, ann, bob, rules="short", form="match", length=3)
    counted = total(count_rolls([event for commit in commits for event in commit]).seats)

    figures = [
        (await told(edge, "/api/v1/me/dice", person))["kinds"][0]["figures"]
        for person in (ann, bob)
    ]

    for place in range(36):
        assert sum(each["pairs"][place]["observed"] for each in figures) == counted.pairs[place]
    assert sum(each["from_bar"] for each in figures) == counted.from_bar
    assert sum(each["bar_sixes"]["observed"] for each in figures) == counted.bar_sixes
