"""The lobby, live: told once and in order in every process, never of what is private."""

import asyncio
from typing import Any

import pytest

from server.storage.database import Database
from tests.server.edge import Edge, running_edge
from tests.server.play.test_left_tables import SOON
from tests.server.tables.calling import done, offer
from tests.server.tables.test_lobby import delete_table, post_table
from tests.server.tables.test_sitting import sit


def lobby_of(pushes: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Number, event and table of each entry of the lobby."""
    entries = [push for push in pushes if push.get("topic") == "lobby"]
    return [(entry["seq"], entry["told"]["event"], _table_in(entry)) for entry in entries]


def _table_in(entry: dict[str, Any]) -> str:
    table = entry["told"]["table"]
    id_: str = table if isinstance(table, str) else table["id"]
    return id_


async def test_two_processes_tell_every_change_once_in_one_order(edge: Edge, there: Edge) -> None:
    owner, guest = await edge.person(), await there.person()
    here_talker, there_talker = await edge.talker(owner), await there.talker(guest)
    assert (await here_talker.done("watch", topic="lobby"))["seq"] == -1
    await there_talker.done("watch", topic="lobby")

    _, first = await post_table(edge, owner)
    second = await offer(there, guest, conventions={"rules": "long"}, when_ready=True)
    await sit(edge, owner, second["id"])
    await done(edge, owner, "DELETE", f"tables/{second['id']}/seat")
    await sit(there, guest, first["id"])
    await delete_table(there, guest, second["id"])

    expected = [
        (0, "table_opened", first["id"]),
        (1, "table_opened", second["id"]),
        (2, "table_changed", second["id"]),
        (3, "table_changed", second["id"]),
        (4, "table_taken", first["id"]),
        (5, "table_closed", second["id"]),
    ]
    for talker in (here_talker, there_talker):
        await talker.told("table_closed")
        assert lobby_of(talker.pushes) == expected


async def test_the_list_says_where_to_go_on_and_a_return_misses_nothing(edge: Edge) -> None:
    owner = await edge.person()
    _, old = await post_table(edge, owner)
    _, page = await edge.get("/api/v1/tables", owner)
    assert ([table["id"] for table in page["tables"]], page["seq"]) == ([old["id"]], 0)
    _, new = await post_table(edge, owner)

    talker = await edge.talker(owner)
    assert (await talker.done("watch", topic="lobby", after=page["seq"]))["seq"] == 1

    assert lobby_of(talker.pushes) == [(1, "table_opened", new["id"])]
    assert await talker.refused("watch", topic="lobby", after=7) == "too_far_behind"
    await talker.done("unwatch", topic="lobby")
    await post_table(edge, owner)
    await talker.done("ping")
    assert len(lobby_of(talker.pushes)) == 1


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rules=long", ["long"]),
        ("form=match", ["short", "long"]),
        ("form=money", []),
        ("least_rating=1500&most_rating=1500", ["short", "long", "game"]),
        ("most_rating=1499", []),
        ("least_stake=1", []),
        ("most_stake=0&rules=short", ["short", "game"]),
    ],
)
async def test_the_list_is_filtered(edge: Edge, query: str, expected: list[str]) -> None:
    owner = await edge.person()
    made = {
        "short": (await post_table(edge, owner, rules="short", length=3))[1]["id"],
        "long": (await post_table(edge, owner, rules="long", length=3))[1]["id"],
        "game": (await post_table(edge, owner, rules="short", form="game"))[1]["id"],
    }

    status, page = await edge.get(f"/api/v1/tables?{query}", owner)

    assert status == 200
    assert {table["id"] for table in page["tables"]} == {made[name] for name in expected}


async def test_offers_of_who_is_gone_are_told_to_be_closed(opened_database: Database) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        owner, watcher = await edge.person(), await edge.person()
        talker, watching = await edge.talker(owner), await edge.talker(watcher)
        await watching.done("watch", topic="lobby")
        opened = await talker.done("open_table", conventions={"rules": "short"})
        waiting = await watching.done(
            "open_table", conventions={"rules": "short"}, when_ready=True
        )
        await talker.done("sit", table=waiting["table"]["id"])

        talker.vanish()

        came, left = [(await watching.told("table_changed"))["table"] for _ in range(2)]
        assert came["id"] == left["id"] == waiting["table"]["id"]
        assert (len(came["seats"]), left["seats"]) == (2, [str(watcher.id)])
        assert (await watching.told("table_closed"))["table"] == opened["table"]["id"]


async def test_what_has_stood_for_a_day_is_closed(edge: Edge, opened_database: Database) -> None:
    owner = await edge.person()
    _, old = await post_table(edge, owner)
    _, new = await post_table(edge, owner)
    async with opened_database.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE tables SET created_at = created_at - 86400001 WHERE id = $1", (old["id"],)
        )

    await edge.services.tables.abandoned.close_old()

    _, page = await edge.get("/api/v1/tables", owner)
    assert [table["id"] for table in page["tables"]] == [new["id"]]


async def test_many_who_open_and_close_at_once_leave_no_hole(edge: Edge, there: Edge) -> None:
    people = [await edge.person() for _ in range(8)]
    talker = await there.talker(people[0])
    await talker.done("watch", topic="lobby")

    async def busy(number: int) -> None:
        house = (edge, there)[number % 2]
        for _ in range(4):
            _, table = await post_table(house, people[number])
            await delete_table(house, people[number], table["id"])

    await asyncio.gather(*(busy(number) for number in range(len(people))))

    for _ in range(8 * 4):
        await talker.told("table_closed")
    seqs = [seq for seq, _, _ in lobby_of(talker.pushes)]
    assert seqs == list(range(8 * 4 * 2))
