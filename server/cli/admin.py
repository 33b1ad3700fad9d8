"""Commands of the people who run the service."""

import sys
from contextlib import AbstractContextManager, nullcontext
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, BinaryIO
from uuid import UUID

import typer

app = typer.Typer(help="For those who run the service.", no_args_is_help=True)

Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="A day in UTC.")]


@app.callback()
def admin() -> None:
    """For those who run the service."""


@app.command()
def settings() -> None:
    """Print the settings of the business, in a form that NARDY_SETTINGS may name."""
    from server.cli.refusing import told
    from server.config import settings_in_force
    from server.settings import as_toml

    with told():
        typer.echo(as_toml(settings_in_force()), nl=False)


@app.command()
def dice_report(since: Day = None, until: Day = None) -> None:
    """Count all dice again from the logs, and hold them against what people are shown.

    Matches count on the day on which they ended; both days are included. Exit status 1: what is
    shown is not what the logs say.
    """
    import asyncio

    from server.cli.refusing import told
    from server.config import load
    from server.opening import opened_database
    from server.records.dice_report import DiceReport, Recount
    from server.records.report_words import report_lines
    from server.storage.clock import local_now
    from server.storage.roll_tallies import Days, day_of

    _see_order(since, until)
    now = local_now()
    days = Days(_day(since) or 0, _day(until) or day_of(now))

    async def recount() -> Recount:
        async with opened_database(load()) as database:
            report = DiceReport(database, days, now)
            with typer.progressbar(
                length=await report.count(), label="matches read", file=sys.stderr
            ) as bar:
                return await report.recount(bar.update)

    with told():
        counted = asyncio.run(recount())
    typer.echo("\n".join(report_lines(counted)))
    raise typer.Exit(0 if counted.agrees else 1)


@app.command()
def export(
    output: Annotated[Path | None, typer.Option(help="Where to; standard output else.")] = None,
    since: Day = None,
    until: Day = None,
    after: Annotated[
        UUID | None, typer.Option(help="Go on after this match, where a stream was cut.")
    ] = None,
) -> None:
    """Write all matches as JSON lines, the first begun first; each line is a log.

    Those that run are among them, without their secrets, unless an end is asked for by its day.
    """
    import asyncio

    from server.cli.files import see_place_for, writing
    from server.cli.refusing import told
    from server.config import load
    from server.opening import opened_database
    from server.records.export import Export
    from server.storage.match_listing import Span
    from server.storage.roll_tallies import DAY
    from server.storage.sealing import Sealing

    _see_order(since, until)
    if output is not None:
        see_place_for(output)
    last = _day(until)
    span = Span(
        since=(_day(since) or 0) * DAY,
        until=Span().until if last is None else (last + 1) * DAY,
        running=since is None and until is None,
    )

    async def write() -> int:
        config = load()
        async with opened_database(config) as database:
            export = Export(database, Sealing(config.dice_keys))
            with (
                writing(output) if output else _standard_output() as file,
                typer.progressbar(
                    length=await export.count(span), label="matches", file=sys.stderr
                ) as bar,
            ):
                async for line in export.lines(span, after):
                    file.write(line)
                    bar.update(1)
            return len(export.sealed)

    with told():
        sealed = asyncio.run(write())
    if sealed:
        typer.echo(f"nardy: {sealed} ended matches are sealed under a key that is lost", err=True)
        raise typer.Exit(1)


@app.command()
def reseal() -> None:
    """Seal all dice secrets under the first of NARDY_DICE_KEYS, so that older keys can go.

    May be given while the service runs. Exit status 1: some are sealed under a key that is lost.
    """
    import asyncio

    from server.cli.refusing import told
    from server.config import load
    from server.opening import opened_database
    from server.records.resealing import Resealing
    from server.storage.sealing import Sealing

    async def seal() -> list[UUID]:
        config = load()
        async with opened_database(config) as database:
            resealing = Resealing(database, Sealing(config.dice_keys))
            with typer.progressbar(
                length=await resealing.count(), label="secrets", file=sys.stderr
            ) as bar:
                return await resealing.reseal(bar.update)

    with told():
        lost = asyncio.run(seal())
    for match in lost:
        typer.echo(
            f"nardy: match {match}: its secret is sealed under a key that is lost", err=True
        )
    raise typer.Exit(1 if lost else 0)


@app.command()
def void_running(
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
) -> None:
    """End every running match without a result: after a database was restored.

    Players may already know the dice that a restored match would throw again. Stakes go back, the
    secrets are published. Do it before the first process serves again.
    """
    import asyncio

    from game.vocabulary import VoidCause
    from server.app import operating
    from server.cli.refusing import told
    from server.config import load
    from server.logs import log_to_stderr
    from server.play.voiding import VoidedMatches, Voiding

    async def void() -> VoidedMatches | None:
        config = load()
        log_to_stderr(readable=config.demo)
        async with operating(config) as (ground, desk):
            voiding = Voiding(ground, desk)
            running = await voiding.running()
            if not (yes or typer.confirm(f"End {running} running matches without a result?")):
                return None
            return await voiding.void_running(VoidCause.RESTORED)

    with told():
        done = asyncio.run(void())
    if done is None:
        raise typer.Exit(1)
    typer.echo(f"{done.ended} matches ended without a result; their secrets are published")
    for match in done.failed:
        typer.echo(f"nardy: match {match} still runs: see the log", err=True)
    raise typer.Exit(1 if done.failed else 0)


def _see_order(since: datetime | None, until: datetime | None) -> None:
    if since and until and since > until:
        raise typer.BadParameter("--since is after --until")


def _day(moment: datetime | None) -> int | None:
    """The day of an option, as tallies count days."""
    return None if moment is None else (moment.date() - date(1970, 1, 1)).days


def _standard_output() -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdout.buffer)
