"""Commands about tournaments."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.desk import Desk, at_desk
from server.cli.moments import FORMATS, millis
from server.cli.money import By, Key, Why

if TYPE_CHECKING:
    from server.tournaments.desk import TournamentDesk

app = typer.Typer(help="Tournaments that people may enter.", no_args_is_help=True)

Moment = Annotated[datetime | None, typer.Option(formats=FORMATS, help="In UTC.")]


@app.command("list")
def list_(
    by: By,
    phase: Annotated[str, typer.Option(help="registering, playing, over or cancelled")] = (
        "registering"
    ),
    before: Annotated[UUID | None, typer.Option(help="Go on after this tournament.")] = None,
) -> None:
    """Print tournaments of one phase, the last announced first, one JSON a line."""
    from game.tournament import TournamentPhase
    from server.operators.staff import require
    from server.storage.operators import Role
    from server.tournaments.showing import Showing

    if phase not in set(TournamentPhase):
        raise typer.BadParameter(f"one of {', '.join(TournamentPhase)}", param_hint="--phase")

    async def look(desk: Desk) -> None:
        require(desk.by, Role.MODERATOR)
        showing = Showing(desk.office.database, _tournaments(desk).arena.fees)
        found = await showing.listed((TournamentPhase(phase),), LISTED, before, "en")
        print_lines(found.tournaments)

    at_desk(by, look)


@app.command("create")
def create(
    en: Annotated[str, typer.Argument(help="What it is called in English.")],
    ru: Annotated[str, typer.Argument(help="What it is called in Russian.")],
    by: By,
    why: Why,
    capacity: Annotated[int, typer.Option(help="The most entrants, 2 to 256.")],
    conventions: Annotated[
        str, typer.Option(help='What matches are played by, as JSON: {"rules": "short", …}.')
    ] = '{"rules": "short", "form": "match", "length": 3}',
    system: Annotated[str, typer.Option(help="swiss or knockout")] = "swiss",
    least: Annotated[int, typer.Option(help="With fewer entrants it is cancelled.")] = 2,
    starts: Moment = None,
    closes: Moment = None,
    wait: Annotated[int, typer.Option(help="Seconds that a no-show is waited for.")] = 300,
    fee: Annotated[int, typer.Option(help="What an entry costs.")] = 0,
    currency: Annotated[str, typer.Option(help="coins or points")] = "coins",
    guaranteed: Annotated[int, typer.Option(help="Coins in the prize fund at least.")] = 0,
    shares: Annotated[str, typer.Option(help="Per cents of the fund, by place.")] = "50,30,20",
    least_rating: Annotated[int | None, typer.Option()] = None,
    most_rating: Annotated[int | None, typer.Option()] = None,
    key: Key = None,
) -> None:
    """Announce a tournament and print its id; without a start it begins when it is full."""
    import msgspec

    from server.http.arranging import NewTournament
    from server.storage.clock import local_now
    from server.storage.ids import Ids

    given = {
        "id": str(key or Ids().new(local_now())),
        "en": en,
        "ru": ru,
        "system": system,
        "capacity": capacity,
        "least": least,
        "starts": None if starts is None else millis(starts),
        "closes": None if closes is None else millis(closes),
        "wait_seconds": wait,
        "fee": fee,
        "currency": currency,
        "guaranteed": guaranteed,
        "least_rating": least_rating,
        "most_rating": most_rating,
        "why": why,
    }
    try:
        told = {
            "conventions": msgspec.json.decode(conventions),
            "shares": [int(share) for share in shares.split(",")],
        }
        new = msgspec.convert(given | told, NewTournament)
    except (ValueError, msgspec.MsgspecError) as wrong:
        raise typer.BadParameter(str(wrong)) from wrong

    async def do(desk: Desk) -> None:
        await _tournaments(desk).announce(desk.by, new.announcement(), why)
        typer.echo(str(new.id))

    at_desk(by, do)


@app.command("cancel")
def cancel(tournament: UUID, by: By, why: Why) -> None:
    """Let it not take place, or not to its end; everybody has his fee back."""
    from game.tournament import TournamentRefused
    from server.cli.refusing import told

    async def do(desk: Desk) -> None:
        await _tournaments(desk).cancel(desk.by, tournament, why)
        typer.echo("cancelled")

    with told(TournamentRefused):
        at_desk(by, do)


def _tournaments(desk: Desk) -> "TournamentDesk":
    """The desk of tournaments; serving processes find by healing what it tells."""
    from server.config import load
    from server.money.entries import Fees
    from server.money.loyalty import Loyalty
    from server.storage.clock import DatabaseClock
    from server.storage.sealing import Sealing
    from server.tables.strengths import RatedStrengths
    from server.tournaments.arena import Arena
    from server.tournaments.desk import TournamentDesk

    config = load()
    terms = config.settings
    fees = Fees(terms.stakes, terms.vip, Loyalty(terms.loyalty), RatedStrengths())
    arena = Arena(Sealing(config.dice_keys), fees)
    return TournamentDesk(desk.office.database, DatabaseClock(), arena, lambda _: None)
