"""Disputes: opened by players, seen whole by operators and in part by players, settled once."""

from collections.abc import AsyncIterator
from typing import Any, cast
from uuid import UUID

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import insert

from server.errors import Errors
from server.http.admin import DEEDS, LOOKS, Administration
from server.http.disputing import disputing
from server.money.terms import VipTerms
from server.operators.office import Office
from server.play.desk import Desk
from server.play.turned_away import TurnedAway
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.matches import Matches
from server.storage.operators import Role
from server.storage.schema import gaps
from tests.server.edge import Edge, Person
from tests.server.money.audited import require_clean
from tests.server.tables.calling import call, done, offer, refused
from tests.server.ws.playing import Played

STAKED = {"rules": "short", "form": "game", "stake": 50, "max_points": 2}
WELCOME, LOST, RAKE = 1_000, 100, 5


class Bench:
    """Where operators settle disputes of this service."""

    def __init__(self, client: TestClient[Any, Any], tokens: dict[str, str]) -> None:
        self._client = client
        self._tokens = tokens

    async def get(self, by: str, path: str) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._tokens[by]}"}
        async with self._client.get(f"/api/v1/admin/{path}", headers=headers) as answer:
            return answer.status, await answer.json()

    async def settle(self, by: str, match: str, verdict: str) -> tuple[int, Any]:
        body = {"match": match, "verdict": verdict, "why": "the line was ours"}
        return await self.deed(by, "disputes/settle", body)

    async def deed(self, by: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._tokens[by]}"}
        url = f"/api/v1/admin/{path}"
        async with self._client.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def bench(edge: Edge, opened_database: Database) -> AsyncIterator[Bench]:
    office = Office.on(opened_database, DatabaseClock(), Ids(), VipTerms())
    tokens = {
        name: (await office.staff.admit(None, name, role)).token
        for name, role in (("kira", Role.CASHIER), ("mark", Role.MODERATOR))
    }
    acts = disputing(edge.services.disputes, LOOKS, DEEDS)
    app = web.Application()
    app.router.add_routes(Administration(office, Errors(demo=False), *acts).routes())
    async with TestClient(TestServer(app)) as client:
        yield Bench(client, tokens)
    await require_clean(opened_database)


async def lost(edge: Edge, database: Database) -> Played:
    """A match for coins that seat 0 has left for good, after a command that was refused."""
    people = [await edge.person(), await edge.person()]
    table = await offer(edge, people[0], conventions=STAKED)
    talkers = [await edge.talker(person) for person in people]
    seat = {"card": table["card"]}
    await done(edge, people[1], "POST", f"tables/{table['id']}/seat", seat)
    for talker in talkers:
        await talker.done("watch", topic=f"match:{table['id']}")
    played = Played(edge, table["id"], people, talkers)
    await played.see(0)
    await played.tell_seeds()
    turned_away = TurnedAway(database)
    cast("Desk", edge.services.desk).on_refused = turned_away.note
    await talkers[0].refused("roll", **played.command(turn=99))
    await turned_away.write()
    await talkers[0].done("leave", **played.command(confirmed=True))
    return played


async def coins(edge: Edge, person: Person) -> int:
    balance: int = (await done(edge, person, "GET", "me/wallet"))["balances"]["coins"]
    return balance


async def test_a_bundle_has_everything_on_one_line_of_time(
    edge: Edge, bench: Bench, opened_database: Database
) -> None:
    played = await lost(edge, opened_database)
    words = {"words": "  my line was\ncut "}
    opened = await done(edge, played.people[0], "POST", f"matches/{played.match}/dispute", words)
    again = await done(edge, played.people[0], "POST", f"matches/{played.match}/dispute", words)

    assert again == opened
    assert opened["words"] == "my line was cut"
    _, waiting = await bench.get("mark", "disputes")
    assert [case["id"] for case in waiting["disputes"]] == [opened["case"]]
    async with opened_database.transaction() as tx:
        match = await Matches(tx).get(UUID(played.match))
        for began, cause in (
            (match.started_at - 9_000, "before"),
            (match.started_at, "meanwhile"),
        ):
            gap = {"began": began, "ended": began + 1_000, "recorded": began, "cause": cause}
            await tx.execute(insert(gaps).values(gap))
    _, bundle = await bench.get("mark", f"matches/dispute?match={played.match}")
    assert bundle["disputes"] == ["dispute of seat 0: my line was cut"]
    assert bundle["players"] == [str(person.id) for person in played.people]
    line = bundle["timeline"]
    assert [entry["at"] for entry in line] == sorted(entry["at"] for entry in line)
    kinds = {entry["what"] for entry in line}
    assert kinds >= {"commanded", "happened", "turned_down", "coins_moved"}
    assert [each["code"] for each in line if each["what"] == "turned_down"] == ["wrong_turn"]
    outages = [entry["cause"] for entry in line if entry["what"] == "not_served"]
    assert ("before" in outages, "meanwhile" in outages) == (False, True)
    moved = [entry for entry in line if entry["what"] == "coins_moved"]
    assert {(each["source"], each["cause"]) for each in moved} >= {("seat 0", "win")}
    assert bundle["dice"]["secret"]
    assert any("rolls is the committed one" in said for said in bundle["proof"])


async def test_a_players_copy_hides_what_is_the_others(
    edge: Edge, bench: Bench, opened_database: Database
) -> None:
    played = await lost(edge, opened_database)
    first, second = played.people
    body = {"words": "so that it is there"}
    await done(edge, first, "POST", f"matches/{played.match}/dispute", body)

    mine = await done(edge, first, "GET", f"matches/{played.match}/dispute.json")
    his = await done(edge, second, "GET", f"matches/{played.match}/dispute.json")

    assert mine["players"] == his["players"] == [str(first.id), str(second.id)]
    assert (len(mine["disputes"]), len(his["disputes"])) == (1, 0)
    assert [each["what"] for each in his["timeline"]].count("turned_down") == 0
    assert [each["what"] for each in mine["timeline"]].count("turned_down") == 1
    for entry in his["timeline"]:
        if entry["what"] == "commanded" and entry["who"] == "seat 0":
            assert entry["at"] == entry["judged_at"]


async def test_only_those_who_played_may_dispute(edge: Edge, opened_database: Database) -> None:
    played = await lost(edge, opened_database)
    stranger, path = await edge.person(), f"matches/{played.match}/dispute"

    assert await refused(edge, stranger, "POST", path, {"words": "mine"}) == "not_seated"
    assert await refused(edge, stranger, "GET", f"{path}.json") == "not_seated"
    assert (await call(edge, played.people[0], "POST", path, {"words": ""}))[0] == 400
    assert (await call(edge, played.people[0], "POST", path, {"words": " \u200b"}))[0] == 400
    nowhere = f"matches/{Ids().new(1)}/dispute"
    assert await refused(edge, stranger, "POST", nowhere, {"words": "x"}) == "match_not_found"


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ("refund", (LOST, 0, 0, LOST - RAKE)),
        ("restore", (LOST, RAKE - LOST, 0, 0)),
        ("dismiss", (0, 0, -LOST, LOST - RAKE)),
    ],
)
async def test_a_verdict_is_carried_out_once_and_told(
    edge: Edge,
    bench: Bench,
    opened_database: Database,
    verdict: str,
    expected: tuple[int, int, int, int],
) -> None:
    moved, of_the_winner, *left = expected
    played = await lost(edge, opened_database)
    body = {"words": "give it back"}
    await done(edge, played.people[0], "POST", f"matches/{played.match}/dispute", body)
    hearing = await edge.talker(played.people[1])
    await hearing.done("watch", topic="inbox")

    if verdict != "dismiss":
        assert (await bench.settle("mark", played.match, verdict))[0] == 403
    status, settled = await bench.settle("kira", played.match, verdict)
    late, again = await bench.settle("kira", played.match, verdict)

    assert (status, settled["moved"]) == (200, moved)
    assert (late, again["error"]["code"]) == (404, "case_not_found")
    assert [await coins(edge, each) - WELCOME for each in played.people] == left
    told = await hearing.told("dispute_closed")
    assert (told["verdict"], told["match"], told["moved"]) == (
        verdict,
        played.match,
        of_the_winner,
    )
    await done(edge, played.people[1], "POST", f"matches/{played.match}/dispute", body)
    _, later = await bench.settle("kira", played.match, verdict)
    assert later["moved"] == (await hearing.told("dispute_closed"))["moved"] == 0
    assert [await coins(edge, each) - WELCOME for each in played.people] == left


async def test_coins_that_the_winner_has_spent_are_not_restored(
    edge: Edge, bench: Bench, opened_database: Database
) -> None:
    played = await lost(edge, opened_database)
    body = {"words": "give it back"}
    await done(edge, played.people[0], "POST", f"matches/{played.match}/dispute", body)
    spent = {"account": str(played.people[1].id), "amount": WELCOME + LOST - RAKE, "why": "spent"}
    await bench.deed("kira", "coins/take", spent | {"key": str(Ids().new(1))})

    status, said = await bench.settle("kira", played.match, "restore")

    assert (status, said["error"]["code"]) == (402, "insufficient_coins")
    assert (await bench.get("mark", "disputes"))[1]["disputes"]
