"""Commands about disputes: what players say went wrong in a match, and what comes of it."""

from typing import TYPE_CHECKING, Annotated, get_args
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.desk import Desk, at_desk
from server.cli.money import By, Why

if TYPE_CHECKING:
    from server.operators.disputes import Disputes

app = typer.Typer(help="What players say went wrong in a match.", no_args_is_help=True)


@app.command("waiting")
def waiting(by: By) -> None:
    """Print disputes that nobody has settled, the oldest first, one JSON a line."""

    async def look(desk: Desk) -> None:
        print_lines(await _disputes(desk).waiting(desk.by, LISTED))

    at_desk(by, look)


@app.command("show")
def show(match: UUID, by: By) -> None:
    """Print all that is known of a match on one line of time, as one JSON."""

    async def look(desk: Desk) -> None:
        print_lines([await _disputes(desk).bundle(desk.by, match)])

    at_desk(by, look)


@app.command("settle")
def settle(
    match: UUID,
    verdict: Annotated[str, typer.Argument(help="refund, restore or dismiss")],
    by: By,
    why: Why,
) -> None:
    """Give back what was lost at the house's cost, undo the match's coins, or do nothing."""
    from server.operators.disputes import Verdict

    found = next((each for each in get_args(Verdict) if each == verdict), None)
    if found is None:
        raise typer.BadParameter(f"one of {', '.join(get_args(Verdict))}", param_hint="VERDICT")

    async def do(desk: Desk) -> None:
        moved = await _disputes(desk).settle(desk.by, match, found, why)
        typer.echo(f"settled: {moved} coins moved")

    at_desk(by, do)


def _disputes(desk: Desk) -> "Disputes":
    """The use case over the desk's database; a serving process tells of it within a second."""
    from server.config import load
    from server.operators.disputes import Base, Disputes
    from server.records.downloads import Downloads
    from server.storage.clock import DatabaseClock
    from server.storage.group_commit import CommitLog
    from server.storage.ids import Ids
    from server.storage.sealing import Sealing

    database, clock = desk.office.database, DatabaseClock()
    return Disputes(
        Base(
            database=database,
            clock=clock,
            ids=Ids(),
            log=CommitLog(database, clock),
            downloads=Downloads(database, Sealing(load().dice_keys)),
            cashier=desk.office.cashier,
            posted=lambda _: None,
        )
    )
