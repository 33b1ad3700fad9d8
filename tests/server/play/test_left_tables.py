"""Open tables of those who left: withdrawn after a while, unless their owners come back."""

from typing import Any

from server.storage.database import Database
from tests.server.edge import Edge, Person, Talker, running_edge
from tests.server.tables.test_lobby import post_table
from tests.server.tables.test_sitting import sit
from tests.waiting import until
from tests.waiting import until as until_soon

CONVENTIONS = {"rules": "short", "form": "match", "length": 3}
SOON = 0.3
"""Seconds in place of the minute."""


async def offering(edge: Edge, person: Person) -> tuple[Talker, str]:
    """Open a table over a socket."""
    talker = await edge.talker(person)
    opened: dict[str, Any] = await talker.done("open_table", conventions=CONVENTIONS)
    return talker, opened["table"]["id"]


async def status(edge: Edge, person: Person, table: str) -> str:
    found: str = (await edge.get(f"/api/v1/tables/{table}", person))[1]["status"]
    return found


async def closed(edge: Edge, person: Person, table: str) -> None:
    """Wait until this table is closed."""

    async def is_closed() -> bool:
        return await status(edge, person, table) == "closed"

    await until_soon(is_closed)


async def test_a_table_closes_when_its_owner_stays_away(opened_database: Database) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        owner, guest = await edge.person(), await edge.person()
        talker, table = await offering(edge, owner)

        talker.vanish()

        await closed(edge, guest, table)
        assert (await edge.get("/api/v1/tables", guest))[1]["tables"] == []
        answered, body = await sit(edge, guest, table)
        assert (answered, body["error"]["code"]) == (409, "table_closed")


async def test_a_table_stays_when_its_owner_comes_back(opened_database: Database) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        first, second = await edge.person(), await edge.person()
        talker, kept = await offering(edge, first)
        other, given_up = await offering(edge, second)

        await talker.socket.close()
        await edge.talker(first)
        await other.socket.close()

        await closed(edge, first, given_up)
        assert await status(edge, first, kept) == "open"


async def test_a_table_stays_while_one_of_its_owners_sockets_lives(
    opened_database: Database,
) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        first, second = await edge.person(), await edge.person()
        talker, kept = await offering(edge, first)
        await edge.talker(first)
        other, given_up = await offering(edge, second)

        await talker.socket.close()
        await other.socket.close()

        await closed(edge, first, given_up)
        assert await status(edge, first, kept) == "open"


async def test_who_never_had_a_socket_keeps_no_seat(opened_database: Database) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        owner, guest, host = [await edge.person() for _ in range(3)]
        _, opened = await post_table(edge, owner)
        talker = await edge.talker(host)
        waiting = await talker.done("open_table", conventions=CONVENTIONS, when_ready=True)
        _, kept = await post_table(edge, host)
        table = waiting["table"]["id"]
        await sit(edge, guest, table)

        await closed(edge, host, opened["id"])

        async def is_alone() -> bool:
            seats = (await edge.get(f"/api/v1/tables/{table}", host))[1]["seats"]
            return bool(seats == [str(host.id)])

        await until(is_alone)
        assert await status(edge, host, kept["id"]) == "open"


async def test_a_match_that_has_begun_is_no_open_table(opened_database: Database) -> None:
    async with running_edge(opened_database, linger=SOON) as edge:
        owner, guest = await edge.person(), await edge.person()
        talker, begun = await offering(edge, owner)
        _, waiting = await post_table(edge, owner)
        await sit(edge, guest, begun)

        await talker.socket.close()

        await closed(edge, guest, waiting["id"])
        assert await status(edge, guest, begun) == "taken"
