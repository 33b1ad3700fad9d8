"""Commands about promotions."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.money import By, Key, Why

if TYPE_CHECKING:
    from server.operators.office import Office
    from server.storage.operators import Operator

app = typer.Typer(help="What is given away for a while.", no_args_is_help=True)

_FORMATS = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]


@app.command("list")
def list_(
    by: By,
    before: Annotated[UUID | None, typer.Option(help="Go on after this promotion.")] = None,
) -> None:
    """Print promotions that run, will run and ran, the last made first, one JSON a line."""

    async def look(operator: "Operator", office: "Office") -> None:
        print_lines(await office.promotions.listed(operator, LISTED, before))

    _run(by, look)


@app.command("create")
def create(
    bonus: Annotated[str, typer.Argument(help="coins, points or vip_days")],
    amount: Annotated[int, typer.Argument(min=1, help="So many each time.")],
    by: By,
    why: Why,
    ends: Annotated[datetime, typer.Option(formats=_FORMATS, help="In UTC.")],
    en: Annotated[str, typer.Option(help="What it is called in English.")],
    ru: Annotated[str, typer.Option(help="What it is called in Russian.")],
    starts: Annotated[
        datetime | None, typer.Option(formats=_FORMATS, help="In UTC; now where left out.")
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
        starts=now if starts is None else _millis(starts),
        ends=_millis(ends),
        per_person=per_person,
        en=en,
        ru=ru,
    )
    if promotion.starts >= promotion.ends:
        raise typer.BadParameter("before it starts", param_hint="--ends")

    async def do(operator: "Operator", office: "Office") -> None:
        await office.promotions.begin(operator, promotion, why)
        typer.echo(str(promotion.id))

    _run(by, do)


@app.command("stop")
def stop(promotion: UUID, by: By, why: Why) -> None:
    """Give no more of it from now on; what was given stays."""

    async def do(operator: "Operator", office: "Office") -> None:
        await office.promotions.stop(operator, promotion, why)
        typer.echo("stopped")

    _run(by, do)


def _millis(moment: datetime) -> int:
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


def _run(by: str, doing: "Callable[[Operator, Office], Awaitable[None]]") -> None:
    """Do it in the office of the configuration, or tell why not."""
    import asyncio

    from server.cli.money import open_office
    from server.cli.refusing import told
    from server.money.refusals import MoneyRefused
    from server.operators.staff import StaffRefused

    async def run() -> None:
        async with open_office() as office:
            await doing(await office.staff.by_name(by), office)

    with told(StaffRefused, MoneyRefused):
        asyncio.run(run())
