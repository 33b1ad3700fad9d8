"""Commands about payments."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from platforms.identity import Platform
    from server.purchases.payments import Payments
    from server.purchases.reconciling import Reconciling


def reconcile(
    platform: Annotated[
        str | None, typer.Argument(help="vk, telegram or facebook; all whose keys are given else.")
    ] = None,
) -> None:
    """Compare the platforms' own records of payments with ours, and mend what can be mended.

    May be given while the service runs. Exit status 1: something is left for a human, or a
    platform did not answer.
    """
    import asyncio

    from server.cli.refusing import told

    async def compare() -> bool:
        async with open_payments() as payments:
            reconciling = payments.reconciling
            known = reconciling.platforms
            wanted = [each for each in known if platform in (None, str(each))]
            if not wanted:
                names = ", ".join(known) or "none, as no keys are given"
                raise typer.BadParameter(f"one of {names}", param_hint="PLATFORM")
            return all([await _compared(reconciling, each) for each in wanted])

    with told():
        agrees = asyncio.run(compare())
    raise typer.Exit(0 if agrees else 1)


async def _compared(reconciling: "Reconciling", platform: "Platform") -> bool:
    from server.outbound.calls import CallFailed

    try:
        found = await reconciling.compare(platform)
    except CallFailed as failed:
        typer.echo(f"nardy: {failed}", err=True)
        return False
    typer.echo(
        f"{platform}: {found.seen} seen, {found.credited} given, {found.taken_back} taken back, "
        f"{found.cases} for a human"
    )
    return found.agrees


@asynccontextmanager
async def open_payments() -> "AsyncIterator[Payments]":
    """All use cases of payments over the configuration's database and platforms."""
    from server.config import load
    from server.money.vip import Vip
    from server.opening import opened_database
    from server.paying import opened_payments
    from server.purchases.till import Books
    from server.storage.clock import DatabaseClock
    from server.storage.ids import Ids

    config, clock = load(), DatabaseClock()
    async with opened_database(config) as database:
        books = Books(
            database=database,
            clock=clock,
            ids=Ids(),
            vip=Vip(database, clock, config.settings.vip),
            bonuses=config.settings.bonuses,
            posted=lambda _: None,  # a serving process tells of it within a second
        )
        async with opened_payments(config, books) as payments:
            yield payments
