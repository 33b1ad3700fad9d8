"""Tables: offered, listed, joined, withdrawn."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, resolve
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.tables.views import TableView
from server.wordings import Code


class TableAsked(msgspec.Struct, frozen=True):
    """On what to play: the keys of the rules' section 12, defaults for all that is left out."""

    conventions: ConventionsAsked


class Page(msgspec.Struct, frozen=True):
    """Which page of a list: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class TablesListed(msgspec.Struct, frozen=True):
    """Open tables, the newest first; ``next`` is null on the last page."""

    tables: tuple[TableView, ...]
    next: UUID | None


async def list_tables(call: Call[Nothing, Page]) -> TablesListed:
    """List the open tables."""
    page = call.query
    tables = await call.services.lobby.listed(page.limit + 1, page.cursor)
    shown = tables[: page.limit]
    more = len(tables) > page.limit
    return TablesListed(tuple(map(TableView.of, shown)), shown[-1].id if more else None)


async def open_table(call: Call[TableAsked, Nothing]) -> Reply:
    """Open a table."""
    table = await call.services.lobby.open(call.account, resolve(call.body.conventions))
    return Reply(201, TableView.of(table))


async def show_table(call: Call[Nothing, Nothing]) -> TableView:
    """Show one table."""
    return TableView.of(await call.services.lobby.get(call.id))


async def sit_down(call: Call[Nothing, Nothing]) -> TableView:
    """Take the free seat."""
    return TableView.of(await call.services.seating.sit(call.id, call.account))


async def close_table(call: Call[Nothing, Nothing]) -> TableView:
    """Withdraw an offer."""
    return TableView.of(await call.services.lobby.close(call.id, call.account))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/tables",
        handler=list_tables,
        summary="Open tables, the newest first",
        query=Page,
        answers={200: TablesListed},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/tables",
        handler=open_table,
        summary="Open a table and take its first seat",
        body=TableAsked,
        answers={201: TableView},
        raises=(Code.CONVENTIONS_REFUSED, Code.TOO_MANY_TABLES),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/tables/{id}",
        handler=show_table,
        summary="One table",
        answers={200: TableView},
        raises=(Code.TABLE_NOT_FOUND,),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/tables/{id}/seat",
        handler=sit_down,
        summary="Take the free seat; the last one begins the match, which has the table's id",
        answers={200: TableView},
        raises=(
            Code.TABLE_NOT_FOUND,
            Code.TABLE_TAKEN,
            Code.TABLE_CLOSED,
            Code.OWN_TABLE,
            Code.RATED_TABLE,
        ),
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/tables/{id}",
        handler=close_table,
        summary="Withdraw one's own table",
        answers={200: TableView},
        raises=(Code.TABLE_NOT_FOUND, Code.TABLE_TAKEN, Code.NOT_TABLE_OWNER),
    ),
)
