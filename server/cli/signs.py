"""Commands about what looks arranged."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.money import By, Why

if TYPE_CHECKING:
    from server.signs.desk import SignDesk
    from server.storage.operators import Operator

app = typer.Typer(help="What looks like arranged losses.", no_args_is_help=True)


@app.command("waiting")
def waiting(by: By) -> None:
    """Print what nobody has closed, the oldest first, one JSON a line."""

    async def look(operator: "Operator", desk: "SignDesk") -> None:
        print_lines(await desk.waiting(operator, LISTED))

    _run(by, look)


@app.command("show")
def show(sign: UUID, by: By) -> None:
    """Print a sign with the matches behind it and what its people came by together."""

    async def look(operator: "Operator", desk: "SignDesk") -> None:
        print_lines([await desk.file(operator, sign)])

    _run(by, look)


@app.command("close")
def close(
    sign: UUID,
    verdict: Annotated[str, typer.Argument(help="nothing or arranged")],
    by: By,
    why: Why,
) -> None:
    """Say what it was; whatever is to follow is an act of its own."""
    from server.storage.signs import Verdict

    if verdict not in set(Verdict):
        raise typer.BadParameter(f"one of {', '.join(Verdict)}", param_hint="VERDICT")

    async def do(operator: "Operator", desk: "SignDesk") -> None:
        await desk.close(operator, sign, Verdict(verdict), why)
        typer.echo("closed")

    _run(by, do)


def _run(by: str, doing: "Callable[[Operator, SignDesk], Awaitable[None]]") -> None:
    """Do it over the configuration's database, or tell why not."""
    import asyncio

    from server.cli.refusing import told
    from server.config import load
    from server.opening import opened_database
    from server.operators.staff import Staff, StaffRefused
    from server.signs.desk import SignDesk
    from server.storage.clock import DatabaseClock

    async def run() -> None:
        async with opened_database(load()) as database:
            clock = DatabaseClock()
            operator = await Staff(database, clock).by_name(by)
            await doing(operator, SignDesk(database, clock))

    with told(StaffRefused):
        asyncio.run(run())
