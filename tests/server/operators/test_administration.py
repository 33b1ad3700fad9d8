"""The operators' door: who may do what, with a reason, once, and written down."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from platforms.secret import Secrets
from server.errors import Errors
from server.http.admin import DEEDS, LOOKS, Administration
from server.http.promoting import promoting
from server.money.refusals import AmountRefused
from server.money.terms import VipTerms
from server.operators.deeds import Deed
from server.operators.office import Office
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.forgetting import forget
from server.storage.ids import Ids
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse
from tests.server.money.staked import StakedMatch

FIRST = "f" * 40


class Desk:
    """The door as operators see it."""

    def __init__(self, client: TestClient[Any, Any], purse: Purse, office: Office) -> None:
        self._client = client
        self.office = office
        self.purse = purse
        self.tokens: dict[str, str] = {}

    async def post(self, by: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.tokens.get(by, by)}"}
        url = f"/api/v1/admin/{path}"
        async with self._client.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def get(self, by: str, path: str) -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.tokens.get(by, by)}"}
        async with self._client.get(f"/api/v1/admin/{path}", headers=headers) as answer:
            return answer.status, await answer.json()

    async def admitted(self, by: str, name: str, role: str) -> None:
        status, made = await self.post(by, "operators", name=name, role=role)
        assert status == 200, made
        self.tokens[name] = made["token"]


@pytest.fixture
async def desk(opened_database: Database) -> AsyncIterator[Desk]:
    """The door, with an owner, a cashier and a moderator."""
    office = Office.on(opened_database, DatabaseClock(), Ids(), VipTerms(), Secrets.of(FIRST))
    app = web.Application()
    acts = promoting(LOOKS, DEEDS)
    app.router.add_routes(Administration(office, Errors(demo=False), *acts).routes())
    async with TestClient(TestServer(app)) as client:
        desk = Desk(client, Purse(opened_database), office)
        status, made = await desk.post(FIRST, "operators/first", name="olga")
        assert (status, made["role"]) == (200, "owner")
        desk.tokens["olga"] = made["token"]
        await desk.admitted("olga", "kira", "cashier")
        await desk.admitted("olga", "mark", "moderator")
        yield desk
    await require_clean(opened_database)


async def test_the_first_token_makes_one_owner_and_opens_nothing_else(desk: Desk) -> None:
    status, body = await desk.post(FIRST, "operators/first", name="oleg")

    assert (status, body["error"]["code"]) == (401, "not_an_operator")
    assert (await desk.get(FIRST, "operators"))[0] == 401
    assert (await desk.post("x" * 43, "operators/first", name="oleg"))[0] == 401


async def test_every_door_is_shut_to_strangers_and_to_those_let_go(desk: Desk) -> None:
    for path in LOOKS:
        assert (await desk.get("nobody", path))[0] == 401
    for path in DEEDS:
        assert (await desk.post("nobody", path))[0] == 401
    await desk.post("olga", "operators/dismiss", name="kira", why="left us")
    assert (await desk.get("kira", "acts"))[0] == 401


async def test_a_moderator_moves_no_coins_and_a_cashier_makes_no_operators(desk: Desk) -> None:
    person = await desk.purse.person()
    deed = {"account": str(person), "amount": 5, "why": "kindness", "key": str(uuid4())}

    for path in ("coins/grant", "coins/take", "vip"):
        status, body = await desk.post("mark", path, **deed)
        assert (status, body["error"]["code"]) == (403, "role_too_low")
    assert (await desk.post("kira", "operators", name="kostya"))[0] == 403
    assert await desk.purse.coins(person) == 0


async def test_coins_are_granted_and_taken_once_and_the_log_says_by_whom_and_why(
    desk: Desk,
) -> None:
    person = await desk.purse.person()
    grant = {"account": str(person), "amount": 70, "why": " for  patience ", "key": str(uuid4())}
    take = {"account": str(person), "amount": 50, "why": "by mistake", "key": str(uuid4())}

    done = [(await desk.post("kira", "coins/grant", **grant))[1] for _ in range(2)]
    await desk.post("kira", "coins/take", **take)

    assert [each["new"] for each in done] == [True, False]
    assert await desk.purse.coins(person) == 20
    _, log = await desk.get("mark", f"acts?subject={person}")
    assert [(act["operator"], act["act"], act["why"]) for act in log["acts"]] == [
        ("kira", "coins.take", "by mistake"),
        ("kira", "coins.grant", "for patience"),
        ("kira", "coins.grant", "for patience"),
    ]


async def test_what_no_column_takes_is_refused_wherever_operators_look(desk: Desk) -> None:
    for query in ("people?platform=vk&id=%00", "people?platform=v%01&id=1", "people/find?who=%00"):
        status, body = await desk.get("mark", query)
        assert (status, body["error"]["code"]) == (400, "malformed")


async def test_nobody_loses_days_of_vip_that_he_never_had(desk: Desk) -> None:
    person = await desk.purse.person()
    take = {"account": str(person), "amount": -10, "why": "by mistake", "key": str(uuid4())}

    status, body = await desk.post("kira", "vip", **take)
    assert (status, body["error"]["code"]) == (400, "malformed")
    await desk.post("kira", "vip", **take | {"amount": 10, "key": str(uuid4())})
    assert (await desk.post("kira", "vip", **take))[0] == 200
    assert (await desk.post("kira", "vip", **take))[0] == 200, "a repeat is answered as before"


async def test_a_promotion_says_something_and_gives_no_more_than_a_deed_may(desk: Desk) -> None:
    whole = {
        "id": str(uuid4()),
        "bonus": "vip_days",
        "amount": 3_660,
        "audience": "everybody",
        "starts": 1,
        "ends": 2,
        "per_person": 1,
        "en": "A gift",
        "ru": "Подарок",
        "why": "a holiday",
    }
    for change in ({"amount": 3_661}, {"en": " "}, {"ru": "\u200b"}, {"ru": "Дар\u2067"}):
        status, body = await desk.post("kira", "promotions", **whole | change)
        assert (status, body["error"]["code"]) == (400, "malformed")
    assert (await desk.post("kira", "promotions", **whole))[0] == 200


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"why": "  "}, 422, "no_reason"),
        ({"why": "\u200b\x01"}, 422, "no_reason"),
        ({"why": "w" * 501}, 422, "no_reason"),
        ({"amount": 0}, 400, "malformed"),
        ({"amount": -5}, 400, "malformed"),
        ({"account": str(uuid4())}, 404, "account_not_found"),
        ({"key": None}, 400, "malformed"),
    ],
)
async def test_a_deed_that_is_not_whole_changes_nothing(
    desk: Desk, change: dict[str, object], status: int, code: str
) -> None:
    person = await desk.purse.person(10)
    deed = {"account": str(person), "amount": 5, "why": "a reason", "key": str(uuid4())} | change

    answer, body = await desk.post("kira", "coins/grant", **deed)

    assert (answer, body["error"]["code"]) == (status, code)
    assert await desk.purse.coins(person) == 10
    assert (await desk.get("mark", f"acts?subject={person}"))[1]["acts"] == []


async def test_more_than_there_is_cannot_be_taken(desk: Desk) -> None:
    person = await desk.purse.person(10)
    deed = {"account": str(person), "amount": 11, "why": "a reason", "key": str(uuid4())}

    status, body = await desk.post("kira", "coins/take", **deed)

    assert (status, body["error"]["code"]) == (402, "insufficient_coins")
    assert await desk.purse.coins(person) == 10


async def test_days_of_vip_are_given_and_taken(desk: Desk) -> None:
    deed = {"account": str(await desk.purse.person()), "why": "a reason"}

    _, given = await desk.post("kira", "vip", **deed, amount=30, key=str(uuid4()))
    _, taken = await desk.post("kira", "vip", **deed, amount=-10, key=str(uuid4()))

    assert given["until"] - taken["until"] == 10 * 24 * 60 * 60 * 1000
    assert (await desk.post("kira", "vip", **deed, amount=0, key=str(uuid4())))[0] == 400


async def test_a_match_is_made_good_once_at_the_cost_of_the_house(desk: Desk) -> None:
    players = [await desk.purse.person(100), await desk.purse.person(100)]
    match = StakedMatch(desk.purse.database, 1, stake=100, form="match", length=1)
    await match.seat(*players)
    await match.play()
    await match.end()

    refund = {"match": str(match.id), "why": "the clock was wrong"}
    answers = [(await desk.post("kira", "matches/refund", **refund))[1] for _ in range(2)]

    assert [answer["new"] for answer in answers] == [True, False]
    assert sorted([await desk.purse.coins(each) for each in players]) == [100, 195]
    unknown = {"match": str(uuid4()), "why": "a reason"}
    status, body = await desk.post("kira", "matches/refund", **unknown)
    assert (status, body["error"]["code"]) == (409, "nothing_lost")


async def test_a_person_is_found_by_account_and_by_identity(desk: Desk) -> None:
    person = await desk.purse.person(30)

    _, seen = await desk.get("mark", f"people?account={person}")
    name = seen["identities"][0]["id"]
    _, found = await desk.get("mark", f"people?platform=vk&id={name}")

    assert found == seen
    assert found["balances"]["coins"] == 30
    assert (await desk.get("mark", "people?platform=vk&id=none"))[0] == 404
    _, found = await desk.get("mark", f"people/find?who=vk:{name}")
    assert [each["account"]["id"] for each in found["people"]] == [str(person)]
    assert (await desk.get("mark", "people/find?who=none"))[1] == {"people": []}
    assert (await desk.get("mark", "people"))[0] == 400


async def test_a_key_counts_for_one_deed_and_answers_no_other(desk: Desk) -> None:
    person, other = await desk.purse.person(9), await desk.purse.person(9)
    said = {"account": str(person), "amount": 7, "why": "a reason"}
    house = {"coins": 7, "why": "a reason"}
    granted, lengthened, issued = ({"key": str(uuid4())} for _ in range(3))
    assert (await desk.post("kira", "coins/grant", **said, **granted))[0] == 200
    _, given = await desk.post("kira", "vip", **said, **lengthened)
    assert (await desk.post("kira", "certificates", **house, **issued))[0] == 200

    for path, deed in (
        ("coins/grant", said | granted | {"account": str(other)}),
        ("coins/grant", said | granted | {"amount": 8}),
        ("coins/take", said | granted),
        ("vip", said | granted),
        ("certificates", house | granted),
        ("vip", said | lengthened | {"amount": -7}),
        ("coins/take", said | lengthened),
        ("certificates", house | issued | {"coins": 8}),
        ("coins/grant", said | issued),
    ):
        status, body = await desk.post("kira", path, **deed)
        assert (status, body["error"]["code"]) == (409, "key_used"), path
    assert (await desk.post("kira", "vip", **said, **lengthened))[1] == given
    assert [await desk.purse.coins(each) for each in (person, other)] == [16, 9]


async def test_whoever_is_forgotten_is_given_nothing_new(desk: Desk) -> None:
    person = await desk.purse.person()
    deed = {"account": str(person), "amount": 7, "why": "a reason"}
    first = deed | {"key": str(uuid4())}
    await desk.post("kira", "coins/grant", **first)
    async with desk.purse.database.transaction() as tx:
        await forget(tx, person, 1)

    for path in ("coins/grant", "vip"):
        status, body = await desk.post("kira", path, **deed, key=str(uuid4()))
        assert (status, body["error"]["code"]) == (404, "account_not_found")
    assert (await desk.post("kira", "coins/grant", **first))[1]["new"] is False


async def test_a_deed_has_its_bound_whoever_asks_for_it(desk: Desk) -> None:
    person = await desk.purse.person()
    deed = Deed(account=person, amount=10**15 + 1, why="a reason", key=uuid4())
    kira = await desk.office.staff.by_name("kira")

    for act in (desk.office.cashier.grant, desk.office.cashier.take, desk.office.cashier.vip):
        with pytest.raises(AmountRefused):
            await act(kira, deed)


async def test_the_last_owner_cannot_dismiss_himself(desk: Desk) -> None:
    leaving = {"name": "olga", "why": "tired"}
    status, body = await desk.post("olga", "operators/dismiss", **leaving)
    assert (status, body["error"]["code"]) == (409, "last_owner")

    await desk.admitted("olga", "oleg", "owner")
    await desk.post("olga", "operators/dismiss", **leaving)
    assert (await desk.get("olga", "operators"))[0] == 401
    assert (await desk.get("oleg", "operators"))[0] == 200


async def test_names_of_operators_are_taken_for_ever(desk: Desk) -> None:
    await desk.post("olga", "operators/dismiss", name="mark", why="left us")

    status, body = await desk.post("olga", "operators", name="mark", role="owner")
    assert (status, body["error"]["code"]) == (409, "name_taken")
    status, body = await desk.post("olga", "operators", name="Mark!", role="owner")
    assert (status, body["error"]["code"]) == (422, "name_refused")


async def test_the_log_of_acts_only_grows(desk: Desk) -> None:
    with pytest.raises(DBAPIError, match="append-only"):
        async with desk.purse.database.transaction() as tx:
            await tx.execute(text("DELETE FROM audit_log"))


async def test_promotions_and_certificates_of_the_house(desk: Desk) -> None:
    promotion = {
        "id": str(Ids().new(1_700_000_000_000)),
        "bonus": "coins",
        "amount": 10,
        "audience": "everybody",
        "starts": 1,
        "ends": 2**50,
        "per_person": 1,
        "en": "Hello",
        "ru": "Привет",
        "why": "a holiday",
    }
    assert (await desk.post("kira", "promotions", **promotion))[0] == 200
    assert (await desk.post("kira", "promotions", **promotion))[0] == 200
    status, body = await desk.post("kira", "promotions", **promotion | {"amount": 11})
    assert (status, body["error"]["code"]) == (409, "key_used")
    assert (await desk.post("kira", "promotions", **promotion | {"ends": 1}))[0] == 400
    stop = {"promotion": promotion["id"], "why": "sold out"}
    assert (await desk.post("mark", "promotions/stop", **stop))[0] == 403
    status, stopped = await desk.post("kira", "promotions/stop", **stop)
    assert (status, stopped["starts"], stopped["ends"] < 2**50) == (200, 1, True)
    status, body = await desk.post("kira", "promotions/stop", **stop)
    assert (status, body["error"]["code"]) == (409, "promotion_over")
    _, listed = await desk.get("mark", "promotions?limit=1")
    assert [each["promotion"] for each in listed["promotions"]] == [stopped]
    _, body = await desk.get("mark", f"promotions?before={promotion['id']}")
    assert body["promotions"] == []
    _, issued = await desk.post("kira", "certificates", coins=50, why="a prize", key=str(uuid4()))
    assert issued["coins"] == 50
    assert len(issued["code"]) == 19
