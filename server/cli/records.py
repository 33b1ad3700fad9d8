"""Commands about what is left of matches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from game.records import MatchRecord
    from server.records.findings import Report
    from server.records.log import MatchLog


def verify_dice(
    log: Annotated[Path, typer.Argument(help="A log as JSON, or a log.zip.")],
    secret: Annotated[str | None, typer.Option(help="The published secret, in hex.")] = None,
    password: Annotated[str | None, typer.Option(help="The archive's password.")] = None,
    archive: Annotated[Path | None, typer.Option(help="The dice.zip that was kept.")] = None,
) -> None:
    """Check every roll of a match against what was promised before the first.

    The log is followed too: a play that is not legal or a state with another hash differs.

    Exit status 0: all is as promised; 1: it differs; 2: it cannot be checked, or not to its end,
    since the log was cut off.
    """
    from server.cli.files import content
    from server.records.log import Revealed
    from server.records.verify import verify

    read = _log(log)
    published = read.dice
    told_secret = secret or (published.secret if published else None)
    told_password = password or (published.password if published else None)
    told = {"--secret": told_secret, "--password": told_password}
    given = {"--secret": secret, "--password": password}
    if missing := " and ".join(name for name, value in told.items() if not value):
        raise typer.BadParameter(
            f"the log tells no secret, as while a match is played: give {missing}"
        )
    revealed = Revealed(
        *(_hex(name if given[name] else "LOG", value or "") for name, value in told.items())
    )
    report = verify(read, revealed, None if archive is None else content(archive))
    typer.echo("\n".join(report.lines()))
    raise typer.Exit(_status(report))


def _log(path: Path) -> "MatchLog":
    """A log that may have been tampered with, but that is one."""
    from game.records import UnreadableRecord
    from server.cli.files import NO_SUCH_INPUT, content, refuse
    from server.records.imports import log_bytes
    from server.records.log import UnreadableLog, decode_log

    try:
        return decode_log(log_bytes(content(path)))
    except (UnreadableLog, UnreadableRecord) as broken:
        refuse(path, f"this is no log of a match: {broken}", NO_SUCH_INPUT)


def _hex(name: str, text: str) -> str:
    """The digits as they were published, in whatever case they were typed."""
    try:
        return bytes.fromhex(text).hex()
    except ValueError:
        words = "secret and password are two hex digits for every byte"
        raise typer.BadParameter(words, param_hint=name) from None


def _status(report: "Report") -> int:
    if report.honest:
        return 0
    return 1 if report.differs else 2


def export(
    log: Annotated[Path, typer.Argument(help="A log as JSON, or a log.zip.")],
    to: Annotated[str, typer.Option(help="mat, sgf, en or ru (book notation).")] = "mat",
    white: Annotated[str | None, typer.Option(help="White's name.")] = None,
    black: Annotated[str | None, typer.Option(help="Black's name.")] = None,
) -> None:
    """Write the record of a match for people and other programs, to standard output.

    Exit status 0: written; 1: the log, or a record of it in this format, cannot be; 2: there is no
    such file, or it may not be read.
    """
    from msgspec.structs import replace

    kept = _imported(log)
    names = (white or kept.players[0], black or kept.players[1])
    _write(replace(kept, players=names), to)


def import_(
    record: Annotated[
        Path, typer.Argument(help="A .mat, SGF, book notation, log as JSON or log.zip.")
    ],
    to: Annotated[str | None, typer.Option(help="Write it as mat, sgf, en or ru.")] = None,
) -> None:
    """Read the record of a match, of ours or of other programs, and judge it by the rules.

    Exit status 0: every move, cube and score is as the rules have it; 1: it is not, or is no
    record; the line is named; 2: there is no such file, or it may not be read.
    """
    kept = _imported(record)
    if to is not None:
        _write(kept, to)
        return
    typer.echo(f"{' — '.join(kept.players)}, {kept.conventions.rules} {kept.conventions.form}")
    for game in kept.games:
        white, black = game.score
        ended = game.ended
        end = (
            "not over" if ended is None else f"{ended.winner} wins {ended.points}: {ended.ending}"
        )
        typer.echo(f"game {game.number}, {white}:{black}, {len(game.acts)} acts, {end}")
    typer.echo("every move, cube and score is as the rules have it")


def _imported(path: Path) -> "MatchRecord":
    from game.records import UnreadableRecord
    from server.cli.files import content, refuse
    from server.records.imports import imported

    try:
        return imported(content(path))
    except UnreadableRecord as unreadable:
        refuse(path, str(unreadable), 1)


def _write(kept: "MatchRecord", to: str) -> None:
    from game.records import NoSgf
    from server.records.formats import WRITERS, Format

    if to not in set(Format):
        raise typer.BadParameter(f"one of {', '.join(Format)}, not {to}", param_hint="--to")
    try:
        text = WRITERS[Format(to)](kept)
    except NoSgf as unknown:
        typer.echo(f"nardy: {unknown}", err=True)
        raise typer.Exit(1) from unknown
    typer.echo(text, nl=False)
