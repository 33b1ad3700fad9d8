"""Commands about what is left of matches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from server.records.findings import Report


def verify_dice(
    log: Annotated[Path, typer.Argument(help="The log of a match, as JSON.", exists=True)],
    secret: Annotated[str | None, typer.Option(help="The published secret, in hex.")] = None,
    password: Annotated[str | None, typer.Option(help="The archive's password.")] = None,
    archive: Annotated[
        Path | None, typer.Option(help="The dice.zip that was kept.", exists=True)
    ] = None,
) -> None:
    """Check every roll of a match against what was promised before the first.

    The log is followed too: a play that is not legal or a state with another hash differs.

    Exit status 0: all is as promised; 1: it differs; 2: it cannot be checked, or not to its end,
    since the log was cut off.
    """
    from server.records.log import Revealed, UnreadableLog, read_log
    from server.records.verify import verify

    try:
        read = read_log(log.read_bytes())
    except UnreadableLog as broken:
        raise typer.BadParameter(str(broken), param_hint="LOG") from broken
    published = read.dice
    told_secret = secret or (published.secret if published else None)
    told_password = password or (published.password if published else None)
    if told_secret is None or told_password is None:
        raise typer.BadParameter(
            "the log tells no secret, as while a match is played: give --secret and --password"
        )
    try:
        revealed = Revealed(told_secret, told_password)
        report = verify(read, revealed, archive.read_bytes() if archive else None)
    except ValueError as malformed:
        raise typer.BadParameter(str(malformed), param_hint="--secret") from malformed
    typer.echo("\n".join(report.lines()))
    raise typer.Exit(_status(report))


def _status(report: "Report") -> int:
    if report.honest:
        return 0
    return 1 if report.differs else 2
