"""Commands that need the rules alone."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from game.rulesets import RuleName


def plays() -> None:
    """Answer questions about legal plays: one JSON a line in, one a line out."""
    from game.__main__ import main

    raise typer.Exit(main(["plays"]))


def adjudicate(
    position: Annotated[
        str | None, typer.Argument(help="Both sides' counts, the mover's first.")
    ] = None,
    rules: Annotated[RuleName, typer.Option(help="The rule set.")] = RuleName.SHORT,
    log: Annotated[
        Path | None, typer.Option(help="The log of a match instead, as JSON or log.zip.")
    ] = None,
) -> None:
    """Judge a game that cannot be played out, the mover being on roll.

    With --log: recompute how every game of a match was settled that a clock, absence, leaving or
    the match's time has ended; one JSON a line.

    Exit status 0: judged, and a log agrees with the rules; 1: the log differs.
    """
    if (position is None) is (log is None):
        raise typer.BadParameter("give a position, or --log", param_hint="POSITION")
    if log is not None:
        _recompute(log)
    elif position is not None:
        _judge(position, rules)


def _judge(position: str, rules: RuleName) -> None:
    import msgspec

    from game.adjudication import adjudicate as judge
    from game.position import Position, UnreadablePosition
    from game.rulesets import RULE_SETS

    try:
        parsed = Position.parse(position)
    except UnreadablePosition as error:
        raise typer.BadParameter(str(error), param_hint="POSITION") from error
    if wrong := parsed.problems(RULE_SETS[rules]):
        raise typer.BadParameter(
            f"cannot be played: {', '.join(wrong.codes)}", param_hint="POSITION"
        )
    verdict = judge(parsed, cube=1, score=(0, 0), rules=RULE_SETS[rules])
    sys.stdout.write(msgspec.json.encode(verdict).decode() + "\n")


def _recompute(log: Path) -> None:
    import msgspec

    from game.records import UnreadableRecord
    from server.cli.files import NO_SUCH_INPUT, content, refuse
    from server.records.adjudging import settlements
    from server.records.imports import log_bytes
    from server.records.log import read_log

    try:
        judged = list(settlements(read_log(log_bytes(content(log)))))
    except (UnreadableRecord, LookupError, ValueError, AttributeError) as broken:
        refuse(log, str(broken), NO_SUCH_INPUT)
    for each in judged:
        told = msgspec.structs.asdict(each) | {"agrees": each.agrees}
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    if not all(each.agrees for each in judged):
        raise typer.Exit(1)
