"""Open tables over HTTP: offered, listed, withdrawn."""

import asyncio
from typing import Any

import pytest

from tests.server.edge import Edge, Person

SHORT = {"rules": "short", "form": "match", "length": 3}


async def post_table(
    edge: Edge, person: Person, **conventions: object
) -> tuple[int, dict[str, Any]]:
    body = {"conventions": conventions or SHORT}
    async with edge.client.post("/api/v1/tables", json=body, headers=person.headers) as response:
        return response.status, await response.json()


async def delete_table(edge: Edge, person: Person, table: str) -> tuple[int, dict[str, Any]]:
    path = f"/api/v1/tables/{table}"
    async with edge.client.delete(path, headers=person.headers) as response:
        return response.status, await response.json()


async def test_an_open_table_shows_its_conventions_in_full(edge: Edge) -> None:
    person = await edge.person()

    status, table = await post_table(edge, person)

    assert status == 201
    assert table["status"] == "open"
    assert table["seats"] == [str(person.id)]
    assert table["conventions"]["rules"] == "short"
    assert table["conventions"]["cube"] == "doubling"
    assert await edge.get(f"/api/v1/tables/{table['id']}", person) == (200, table)


async def test_conventions_that_clash_are_refused_by_their_keys(edge: Edge) -> None:
    status, body = await post_table(edge, await edge.person(), rules="long", hitting="caucasian")

    assert (status, body["error"]["code"]) == (422, "conventions_refused")
    assert "hitting" in body["error"]["details"]["keys"]


@pytest.mark.parametrize(
    ("conventions", "reason", "english", "russian"),
    [
        (
            {"rules": "short", "length": 26},
            "out_of_range",
            "length is 1 to 25, not 26",
            "Условие length: число от 1 до 25.",
        ),
        (
            {"rules": "short", "length": 3, "cube": "doubling", "cube_cap": 5},
            "no_power_of_two",
            "the cap of the cube is a power of two from 2 to 1048576, not 5",
            "Условие cube_cap: степень двойки от 2 до 1048576.",
        ),
        (
            {"rules": "short", "hitting": "none"},
            "no_such_value",
            "not none",
            "Условие hitting: такого значения нет.",
        ),
        (
            {"rules": "long", "hitting": "caucasian"},
            "clash",
            "hitting is not an option of long",
            "Условие hitting не сочетается с rules.",
        ),
        (
            {"rules": "short", "form": "money", "until": "time"},
            "needed",
            "until time needs a session_limit",
            "Нужно указать session_limit.",
        ),
        ({"length": 3}, "needed", "a rule set or a preset must be named", "Нужно указать rules."),
        (
            {"preset": "chess"},
            "no_such_value",
            "there is no preset chess",
            "Условие preset: такого значения нет.",
        ),
    ],
)
async def test_both_languages_say_what_is_wrong_with_conventions_and_of_what(
    edge: Edge, conventions: dict[str, Any], reason: str, english: str, russian: str
) -> None:
    person = await edge.person()
    told = {}
    for language in ("en", "ru"):
        headers = person.headers | {"Accept-Language": language}
        body = {"conventions": conventions}
        async with edge.client.post("/api/v1/tables", json=body, headers=headers) as response:
            error = (await response.json())["error"]
            assert (error["code"], error["details"]["reason"]) == ("conventions_refused", reason)
            told[language] = error["message"]

    assert english in told["en"]
    assert not set("<>") & set(told["en"])
    assert told["ru"] == russian


async def test_a_guest_opens_no_rated_table_and_others_do(edge: Edge) -> None:
    guest = await edge.guest()

    status, body = await post_table(edge, guest, rules="short", rated=True)

    assert (status, body["error"]["code"]) == (422, "conventions_refused")
    assert body["error"]["details"]["keys"] == ["rated"]
    assert (await edge.get("/api/v1/tables", guest))[1]["tables"] == []
    assert (await post_table(edge, guest, rules="short", rated=False))[0] == 201
    assert (await post_table(edge, await edge.person(), rules="short", rated=True))[0] == 201


@pytest.mark.parametrize(
    "conventions", [{}, {"rules": "chess"}, {"rules": 7}, {"rules": "short", "lenght": 3}]
)
async def test_conventions_that_cannot_be_read_are_refused(
    edge: Edge, conventions: dict[str, Any]
) -> None:
    person = await edge.person()

    async with edge.client.post(
        "/api/v1/tables", json={"conventions": conventions}, headers=person.headers
    ) as response:
        assert response.status in (400, 422)


async def test_four_tables_are_the_most_that_one_may_offer(edge: Edge) -> None:
    person = await edge.person()

    answers = await asyncio.gather(*(post_table(edge, person) for _ in range(8)))

    assert sorted(status for status, _ in answers) == [201] * 4 + [409] * 4
    assert {b["error"]["code"] for s, b in answers if s == 409} == {"too_many_tables"}


async def test_a_withdrawn_table_makes_room_and_leaves_the_list(edge: Edge) -> None:
    person = await edge.person()
    _, table = await post_table(edge, person)

    status, closed = await delete_table(edge, person, table["id"])

    assert (status, closed["status"]) == (200, "closed")
    assert (await edge.get("/api/v1/tables", person))[1]["tables"] == []
    assert (await delete_table(edge, person, table["id"]))[0] == 200


async def test_only_the_owner_withdraws_a_table(edge: Edge) -> None:
    _, table = await post_table(edge, await edge.person("1"))

    status, body = await delete_table(edge, await edge.person("2"), table["id"])

    assert (status, body["error"]["code"]) == (403, "not_table_owner")


async def test_tables_are_listed_page_by_page_the_newest_first(edge: Edge) -> None:
    people = [await edge.person(str(number)) for number in range(1, 4)]
    made = [(await post_table(edge, person))[1]["id"] for person in people for _ in range(2)]
    listed: list[str] = []
    path = "/api/v1/tables?limit=4"
    while path:
        _, page = await edge.get(path, people[0])
        listed += [table["id"] for table in page["tables"]]
        path = f"/api/v1/tables?limit=4&cursor={page['next']}" if page["next"] else ""

    assert listed == made[::-1]


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor=%00"])
async def test_a_page_that_cannot_be_is_refused(edge: Edge, query: str) -> None:
    status, body = await edge.get(f"/api/v1/tables?{query}", await edge.person())

    assert (status, body["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("id_", ["00000000-0000-7000-8000-000000000000", "x", "1", "..%2f..%2fme"])
async def test_a_table_that_does_not_exist_is_not_found(edge: Edge, id_: str) -> None:
    status, body = await edge.get(f"/api/v1/tables/{id_}", await edge.person())

    assert status == 404
    assert body["error"]["code"] in ("table_not_found", "not_found")
