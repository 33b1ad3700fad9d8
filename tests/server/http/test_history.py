"""A history: the caller's ended matches, page by page, by variant, opponent and result."""

from typing import Any
from uuid import UUID

import pytest

from game.events import MatchEnded, MatchVoided
from game.vocabulary import EndCause, VoidCause
from server.records.history import Filter, Histories, Reach
from server.storage.match_summaries import Result
from tests.server.edge import Edge, Person
from tests.server.finished import ground_of, keep, new_id, played_by
from tests.server.http.test_dice import count, play


async def history(edge: Edge, person: Person, query: str = "") -> dict[str, Any]:
    status, body = await edge.get(f"/api/v1/me/matches?{query}", person)
    assert status == 200, body
    return body


async def ids(edge: Edge, person: Person, query: str = "") -> list[str]:
    return [match["id"] for match in (await history(edge, person, query))["matches"]]


def id_of(commits: Any) -> str:
    match: str = commits[0][0].match
    return match


async def test_both_players_find_a_match_each_from_his_seat(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    commits = await play(edge, ann, bob, rules="long", form="match", length=3)

    (of_ann,) = (await history(edge, ann))["matches"]
    (of_bob,) = (await history(edge, bob))["matches"]

    assert of_ann["id"] == of_bob["id"] == id_of(commits)
    assert of_ann["players"] == of_bob["players"] == [str(ann.id), str(bob.id)]
    assert (of_ann["seat"], of_bob["seat"]) == (0, 1)
    assert (of_ann["rules"], of_ann["form"], of_ann["length"]) == ("long", "match", 3)
    assert {of_ann["result"], of_bob["result"]} == {"won", "lost"}
    winner = 0 if of_ann["result"] == "won" else 1
    assert of_ann["score"][winner] == 3 > of_ann["score"][1 - winner]


async def test_the_last_begun_comes_first_page_by_page(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    played = [id_of(await play(edge, ann, bob, seed=seed)) for seed in range(5)]

    found: list[str] = []
    query = "limit=2"
    while True:
        page = await history(edge, ann, query)
        found += [match["id"] for match in page["matches"]]
        if page["next"] is None:
            break
        query = f"limit=2&cursor={page['next']}"

    assert found == played[::-1]


async def test_a_history_is_filtered_by_variant_opponent_and_result(edge: Edge) -> None:
    ann, bob, cid = [await edge.person() for _ in range(3)]
    short = id_of(await play(edge, ann, bob, rules="nackgammon", seed=1))
    hyper = id_of(await play(edge, ann, cid, seed=2))

    assert await ids(edge, ann, "rules=nackgammon") == [short]
    assert await ids(edge, ann, f"opponent={cid.id}") == [hyper]
    assert await ids(edge, ann, f"opponent={ann.id}") == []
    assert await ids(edge, ann, f"opponent={cid.id}&rules=nackgammon") == []
    won, lost = [await ids(edge, ann, f"result={result}") for result in ("won", "lost")]
    assert sorted(won + lost) == sorted([short, hyper])
    assert await ids(edge, bob, "result=won") == ([short] if short in lost else [])
    assert await ids(edge, ann, "result=void") == await ids(edge, ann, "result=level") == []


async def test_a_match_that_nobody_won_is_found_as_such(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    bound, *_ = played_by([ann.id, bob.id], new_id(edge))
    void = ((*bound, MatchVoided(VoidCause.SEED_MISSED, (1,))),)
    whole = played_by([ann.id, bob.id], new_id(edge))
    level = (*whole[:6], (MatchEnded(None, EndCause.AGREEMENT, (0, 0)),))
    for commits in (void, level):
        await keep(ground_of(edge).database, commits, edge.services.clock.now())
    await count(edge)

    for person in (ann, bob):
        assert await ids(edge, person, "result=void") == [id_of(void)]
        assert await ids(edge, person, "result=level") == [id_of(level)]
        assert await ids(edge, person, "result=lost") == []


async def test_a_history_reaches_as_far_back_as_the_settings_say(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    await play(edge, ann, bob, seed=1, days_ago=31)
    recent = id_of(await play(edge, ann, bob, seed=2, days_ago=29))

    assert (await history(edge, ann))["days"] == 30
    assert await ids(edge, ann) == [recent]


class OneVip:
    """Knows one VIP."""

    def __init__(self, vip: UUID) -> None:
        self._vip = vip

    async def is_vip(self, account: UUID) -> bool:
        return account == self._vip


async def test_a_vip_sees_further_back(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]
    await play(edge, ann, bob, seed=1, days_ago=31)
    await play(edge, ann, bob, seed=2, days_ago=61)
    shown = Reach(days=30, vip_days=60)
    histories = Histories(ground_of(edge).database, edge.services.clock, shown, OneVip(ann.id))

    assert [await histories.days(person.id) for person in (ann, bob)] == [60, 30]
    assert len(await histories.of(ann.id, Filter(), 10)) == 1
    assert await histories.of(bob.id, Filter(), 10) == []


async def test_a_match_that_runs_is_in_no_history(edge: Edge) -> None:
    ann, bob = [await edge.person() for _ in range(2)]

    assert await history(edge, ann) == {"matches": [], "next": None, "days": 30}
    assert await ids(edge, bob) == []


@pytest.mark.parametrize(
    "query", ["rules=chess", "opponent=bob", "result=tie", "limit=0", "cursor=first"]
)
async def test_what_cannot_be_asked_for_is_refused(edge: Edge, query: str) -> None:
    status, body = await edge.get(f"/api/v1/me/matches?{query}", await edge.person())

    assert (status, body["error"]["code"]) == (400, "malformed")


def test_every_result_can_be_asked_for() -> None:
    assert {result.value for result in Result} == {"won", "lost", "level", "void"}
