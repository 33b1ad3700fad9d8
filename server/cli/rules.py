"""Commands that need the rules alone."""

import sys
from typing import Annotated

import typer

from game.rulesets import RuleName


def plays() -> None:
    """Answer questions about legal plays: one JSON a line in, one a line out."""
    from game.__main__ import main

    raise typer.Exit(main(["plays"]))


def adjudicate(
    position: Annotated[str, typer.Argument(help="Both sides' counts, the mover's first.")],
    rules: Annotated[RuleName, typer.Option(help="The rule set.")] = RuleName.SHORT,
) -> None:
    """Judge a game that cannot be played out, the mover being on roll."""
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
