"""Commands about what people report, what they have said, and news."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import typer

from server.cli.casework import LISTED, print_lines
from server.cli.desk import Desk, at_desk
from server.cli.moments import FORMATS, millis
from server.cli.money import By, Why

reports = typer.Typer(help="What people report.", no_args_is_help=True)
news = typer.Typer(help="News of the house.", no_args_is_help=True)


@reports.command("waiting")
def waiting(
    by: By, after: Annotated[UUID | None, typer.Option(help="Go on after this report.")] = None
) -> None:
    """Print reports and appeals that wait, the oldest first, one JSON a line."""

    async def look(desk: Desk) -> None:
        print_lines(await desk.moderation.queue(desk.by, LISTED, after))

    at_desk(by, look)


@reports.command("close")
def close(
    report: UUID,
    outcome: Annotated[
        str, typer.Argument(help="nothing, removed, warned, muted, banned or lifted")
    ],
    by: By,
    why: Why,
) -> None:
    """Answer a report without a ruling; lifted is for appeals, and takes the ruling back."""
    from server.storage.reports import Outcome

    if outcome not in set(Outcome):
        raise typer.BadParameter(f"one of {', '.join(Outcome)}", param_hint="OUTCOME")

    async def do(desk: Desk) -> None:
        await desk.moderation.close(desk.by, report, Outcome(outcome), why)
        typer.echo("closed")

    at_desk(by, do)


@reports.command("remove-message")
def remove_message(topic: str, seq: int, by: By, why: Why) -> None:
    """Show a message no more, by the topic and the number that its report names."""

    async def do(desk: Desk) -> None:
        await desk.moderation.remove(desk.by, topic, seq, why)
        typer.echo("removed")

    at_desk(by, do)


@news.command("post")
def post(
    by: By,
    why: Why,
    en: Annotated[tuple[str, str], typer.Option(help="Headline and text in English.")],
    ru: Annotated[tuple[str, str], typer.Option(help="Headline and text in Russian.")],
    until: Annotated[
        datetime | None, typer.Option(formats=FORMATS, help="In UTC; for good where left out.")
    ] = None,
) -> None:
    """Post a piece of news; print its id."""
    from server.storage.news import Text

    async def do(desk: Desk) -> None:
        texts = {"en": Text(*en), "ru": Text(*ru)}
        ends = None if until is None else millis(until)
        piece = await desk.newsroom.publish(desk.by, texts, ends, why)
        typer.echo(str(piece.id))

    at_desk(by, do)


@news.command("end")
def end(piece: UUID, by: By, why: Why) -> None:
    """Show a piece of news to nobody any more."""

    async def do(desk: Desk) -> None:
        await desk.newsroom.end(desk.by, piece, why)
        typer.echo("ended")

    at_desk(by, do)
