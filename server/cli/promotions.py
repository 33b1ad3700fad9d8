"""Commands about promotions."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.desk import Desk, at_desk
from server.cli.moments import FORMATS, millis
from server.cli.money import By, Key, Why

app = typer.Typer(help="What is given away for a while.", no_args_is_help=True)


@app.command("list")
def list_(
    by: By,
    before: Annotated[UUID | None, typer.Option(help="Go on after this promotion.")] = None,
) -> None:
    """Print promotions that run, will run and ran, the last made first, one JSON a line."""

    async def look(desk: Desk) -> None:
        print_lines(await desk.office.promotions.listed(desk.by, LISTED, before))

    at_desk(by, look)


@app.command("create")
def create(
    bonus: Annotated[str, typer.Argument(help="coins, points or vip_days")],
    amount: Annotated[int, typer.Argument(min=1, help="So many each time.")],
    by: By,
    why: Why,
    ends: Annotated[datetime, typer.Option(formats=FORMATS, help="In UTC.")],
    en: Annotated[str, typer.Option(help="What it is called in English.")],
    ru: Annotated[str, typer.Option(help="What it is called in Russian.")],
    starts: Annotated[
        datetime | None, typer.Option(formats=FORMATS, help="In UTC; now where left out.")
    ] = None,
    audience: Annotated[str, typer.Option(help="everybody, newcomers, vip or not_vip")] = (
        "everybody"
    ),
    per_person: Annotated[int, typer.Option(min=1, max=1_000, help="So often each.")] = 1,
    key: Key = None,
) -> None:
    """Begin a promotion, and announce it as news to those whom it is for; print its id."""
    from server.storage.clock import local_now
    from server.storage.ids import Ids
    from server.storage.promotions import LONGEST_TITLE, Audience, Bonus, Promotion

    for given, known, hint in ((bonus, Bonus, "BONUS"), (audience, Audience, "--audience")):
        if given not in set(known):
            raise typer.BadParameter(f"one of {', '.join(known)}", param_hint=hint)
    for text, hint in ((en, "--en"), (ru, "--ru")):
        if not 1 <= len(text) <= LONGEST_TITLE:
            raise typer.BadParameter(f"1 to {LONGEST_TITLE} characters", param_hint=hint)
    now = local_now()
    promotion = Promotion(
        id=key or Ids().new(now),
        bonus=Bonus(bonus),
        amount=amount,
        audience=Audience(audience),
        starts=now if starts is None else millis(starts),
        ends=millis(ends),
        per_person=per_person,
        en=en,
        ru=ru,
    )
    if promotion.starts >= promotion.ends:
        raise typer.BadParameter("before it starts", param_hint="--ends")

    async def do(desk: Desk) -> None:
        await desk.office.promotions.begin(desk.by, promotion, why)
        typer.echo(str(promotion.id))

    at_desk(by, do)


@app.command("stop")
def stop(promotion: UUID, by: By, why: Why) -> None:
    """Give no more of it from now on; what was given stays."""

    async def do(desk: Desk) -> None:
        await desk.office.promotions.stop(desk.by, promotion, why)
        typer.echo("stopped")

    at_desk(by, do)
