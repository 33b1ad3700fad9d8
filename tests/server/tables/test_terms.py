"""The terms of a table: its card, whom it wants, what the house does not offer, how many."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Form
from game.rulesets import RuleName
from server.settings import Limits, Settings, TableTerms
from server.settings_people import Terms
from server.storage.conduct import Conduct, Conducts
from server.storage.database import Database
from tests.server.edge import Edge, Person, running_edge
from tests.server.tables.calling import GAME, SHORT, call, done, offer, refused
from tests.server.wiring import House


class Strong:
    """Knows ratings by heart."""

    def __init__(self, **ratings: int) -> None:
        self.ratings = ratings

    async def rating(self, _tx: AsyncConnection, account: Any, _rules: RuleName, /) -> int:
        return self.ratings.get(str(account), 1500)


async def test_a_card_shows_all_that_one_agrees_to(edge: Edge) -> None:
    owner = await edge.person()

    table = await offer(edge, owner, rating={"least": 1400, "most": 1600}, when_ready=True)

    assert table["conventions"]["rules"] == "short"
    assert table["rules_version"] == 1
    assert (table["stakes"], table["spectator_delay"]) == (None, 0)
    assert table["rating"] == {"least": 1400, "most": 1600}
    assert (table["owner_rating"], table["when_ready"], table["ready"]) == (1500, True, [])
    assert (table["private"], len(table["card"])) == (False, 64)


async def test_the_same_terms_have_the_same_card_and_others_another(edge: Edge) -> None:
    owner = await edge.person()

    tables = [
        await offer(edge, owner),
        await offer(edge, owner),
        await offer(edge, owner, when_ready=True),
        await offer(edge, owner, conventions=GAME),
    ]

    assert tables[0]["card"] == tables[1]["card"]
    assert len({table["card"] for table in tables}) == 3


async def test_whoever_agrees_to_another_card_is_refused(edge: Edge) -> None:
    owner, guest = await edge.person(), await edge.person()
    table = await offer(edge, owner)
    seat = f"tables/{table['id']}/seat"

    assert await refused(edge, guest, "POST", seat, {"card": "0" * 64}) == "card_changed"
    taken = await done(edge, guest, "POST", seat, {"card": table["card"]})

    assert taken["status"] == "taken"


@pytest.mark.parametrize(
    ("wanted", "welcome"),
    [
        ({"least": 1700}, {"strong"}),
        ({"most": 1400}, {"weak"}),
        ({"least": 1500, "most": 1500}, {"usual"}),
        ({"least": 1300, "most": 1700}, {"weak", "usual", "strong"}),
    ],
)
async def test_a_table_wants_players_of_a_rating(
    opened_database: Database, wanted: dict[str, int], welcome: set[str]
) -> None:
    strong = Strong()
    async with running_edge(opened_database, house=House(strengths=strong)) as edge:
        owner = await edge.person()
        people = {name: await edge.person() for name in ("weak", "usual", "strong")}
        strong.ratings = {str(people["weak"].id): 1300, str(people["strong"].id): 1700}
        let_in = set()
        for name, person in people.items():
            table = await offer(edge, owner, rating=wanted)
            status, answer = await call(edge, person, "POST", f"tables/{table['id']}/seat")
            if status == 200:
                let_in.add(name)
            else:
                assert answer["error"]["code"] == "rating_out_of_range"
                bounds = [wanted.get("least", 0), wanted.get("most", 10_000)]
                assert answer["error"]["details"]["bounds"] == bounds
                await done(edge, owner, "DELETE", f"tables/{table['id']}")

        assert let_in == welcome


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"rating": {"least": 1600, "most": 1500}}, "malformed"),
        ({"rating": {"least": -1}}, "malformed"),
        ({"rating": {"most": 10**30}}, "malformed"),
        ({"rating": 1500}, "malformed"),
        ({"to": str(uuid4())}, "account_not_found"),
        ({"to": "x"}, "malformed"),
        ({"when_ready": 1}, "malformed"),
    ],
)
async def test_terms_that_cannot_be_are_refused(
    edge: Edge, terms: dict[str, Any], code: str
) -> None:
    person = await edge.person()
    talker = await edge.talker(person)

    asked = {"conventions": SHORT} | terms
    assert await refused(edge, person, "POST", "tables", asked) == code
    assert await talker.refused("open_table", **asked) == code
    assert (await done(edge, person, "GET", "me/tables"))["tables"] == []


async def test_the_operator_switches_rule_sets_and_forms_off(opened_database: Database) -> None:
    terms = TableTerms(rules_off=(RuleName.CRAZY,), forms_off=(Form.MONEY,))
    house = House(settings=Settings(tables=terms))
    async with running_edge(opened_database, house=house) as edge:
        person = await edge.person()
        talker = await edge.talker(person)
        for conventions, key in (
            ({"rules": "crazy"}, "rules"),
            ({"rules": "short", "form": "money"}, "form"),
        ):
            asked = {"conventions": conventions}
            for method, path in (("POST", "tables"), ("PUT", "me/quick-game")):
                status, answer = await call(edge, person, method, path, asked)
                assert (status, answer["error"]["code"]) == (422, "conventions_refused")
                assert answer["error"]["details"] == {"reason": "not_offered", "keys": [key]}
            assert await talker.refused("open_table", **asked) == "conventions_refused"

        assert (await offer(edge, person))["status"] == "open"


async def test_a_house_that_changes_its_mind_closes_what_it_would_not_open(
    edge: Edge, opened_database: Database
) -> None:
    owner = await edge.person()
    crazy = await offer(edge, owner, conventions={"rules": "crazy"})
    usual = await offer(edge, owner)
    changed = Settings(tables=TableTerms(rules_off=(RuleName.CRAZY,)), terms=Terms(version=1))
    async with running_edge(opened_database, house=House(settings=changed)) as later:
        guest, abandoned = await later.person(), later.services.tables.abandoned
        accepted = {"version": 1, "of_age": True, "lawful": True}
        await done(later, guest, "POST", "me/terms", accepted)
        seat = f"tables/{crazy['id']}/seat"
        assert await refused(later, guest, "POST", seat, None) == "conventions_refused"

        await abandoned.close_unoffered()
        assert (await done(later, guest, "GET", f"tables/{crazy['id']}"))["status"] == "closed"
        assert (await done(later, guest, "GET", f"tables/{usual['id']}"))["status"] == "open"
        await abandoned.unseat_unagreed()
        assert (await done(later, guest, "GET", f"tables/{usual['id']}"))["status"] == "closed"


async def test_a_match_begins_when_both_are_ready(edge: Edge, there: Edge) -> None:
    owner, guest = await edge.person(), await there.person()
    table = await offer(edge, owner, when_ready=True)
    path = f"tables/{table['id']}"
    talker = await edge.talker(owner)
    await talker.done("watch", topic=f"match:{table['id']}")

    full = await done(there, guest, "POST", f"{path}/seat")
    assert (full["status"], full["seats"]) == ("open", [str(owner.id), str(guest.id)])
    third = await edge.person()
    assert await refused(edge, third, "POST", f"{path}/seat") == "table_taken"
    assert (await done(there, guest, "POST", f"{path}/ready"))["ready"] == [str(guest.id)]
    assert (await done(there, guest, "DELETE", f"{path}/ready"))["ready"] == []
    answers = await asyncio.gather(
        done(edge, owner, "POST", f"{path}/ready"), done(there, guest, "POST", f"{path}/ready")
    )

    assert {answer["status"] for answer in answers} == {"open", "taken"}
    assert (await talker.pushed(0))["commit"]["events"][0]["event"] == "match_opened"
    assert await refused(edge, owner, "DELETE", f"{path}/seat") == "table_taken"


async def test_whoever_gets_up_makes_room_and_nobody_is_ready_any_more(edge: Edge) -> None:
    owner, guest, third = [await edge.person() for _ in range(3)]
    table = await offer(edge, owner, when_ready=True)
    path = f"tables/{table['id']}"
    await done(edge, guest, "POST", f"{path}/seat")
    await done(edge, owner, "POST", f"{path}/ready")

    left = await done(edge, guest, "DELETE", f"{path}/seat")

    assert (left["status"], left["seats"], left["ready"]) == ("open", [str(owner.id)], [])
    assert (await done(edge, third, "POST", f"{path}/seat"))["ready"] == []
    assert (await done(edge, owner, "DELETE", f"{path}/seat"))["status"] == "closed"
    assert await refused(edge, third, "POST", f"{path}/ready") == "table_closed"


Door = Callable[[Edge, Person, str], Any]


async def _open(edge: Edge, person: Person, _table: str) -> str:
    return await refused(edge, person, "POST", "tables", {"conventions": SHORT})


async def _sit(edge: Edge, person: Person, table: str) -> str:
    return await refused(edge, person, "POST", f"tables/{table}/seat")


async def _seek(edge: Edge, person: Person, _table: str) -> str:
    return await refused(edge, person, "PUT", "me/quick-game", {"conventions": SHORT})


@pytest.mark.parametrize("door", [_open, _sit, _seek])
async def test_four_tables_are_the_most_through_whatever_door(
    edge: Edge, there: Edge, door: Door
) -> None:
    busy, others = await edge.person(), [await edge.person() for _ in range(3)]
    for other in others[:2]:
        theirs = await offer(there, other)
        await done(there, busy, "POST", f"tables/{theirs['id']}/seat")
    for _ in range(2):
        await offer(edge, busy)
    free = await offer(edge, others[2])

    assert await door(edge, busy, free["id"]) == "too_many_tables"
    assert (await done(edge, busy, "GET", "me/tables"))["tables"][0]["owner"] == str(busy.id)


async def test_of_many_doors_at_once_no_more_than_four_let_one_in(edge: Edge, there: Edge) -> None:
    busy, others = await edge.person(), [await edge.person() for _ in range(5)]
    tables = [await offer(there, other) for other in others]

    answers = await asyncio.gather(
        *(call(edge, busy, "POST", f"tables/{table['id']}/seat") for table in tables),
        *(call(there, busy, "POST", "tables", {"conventions": SHORT}) for _ in range(5)),
    )

    assert sum(status in (200, 201) for status, _ in answers) == 4
    assert {a["error"]["code"] for s, a in answers if s == 409} == {"too_many_tables"}


@pytest.mark.parametrize("door", [_open, _sit, _seek])
async def test_whoever_left_too_often_waits_and_is_told_until_when(
    edge: Edge, opened_database: Database, door: Door
) -> None:
    hasty, other = await edge.person(), await edge.person()
    free = await offer(edge, other)
    until = edge.services.clock.now() + 60_000
    async with opened_database.transaction() as tx:
        await Conducts(tx).locked(hasty.id)
        await Conducts(tx).keep(hasty.id, Conduct(2, 0, until))

    assert await door(edge, hasty, free["id"]) == "cooling_down"
    status, answer = await call(edge, hasty, "POST", "tables", {"conventions": SHORT})
    assert (status, answer["error"]["details"]) == (403, {"until": until})
    assert await done(edge, hasty, "GET", "me/conduct") == {
        "offences": 2,
        "waits_until": until,
        "next_wait": 30 * 60_000,
        "forgiven_in": 10,
    }


async def test_a_wider_house_lets_one_have_more(opened_database: Database) -> None:
    async with running_edge(opened_database, limits=Limits(tables_at_once=6)) as edge:
        person = await edge.person()
        tables = [await offer(edge, person) for _ in range(6)]

        assert len({table["id"] for table in tables}) == 6
        assert await _open(edge, person, "") == "too_many_tables"
