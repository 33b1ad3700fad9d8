"""The commands of the demo."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.rulesets import RuleName
from platforms.doors import Door

if TYPE_CHECKING:
    from server.demo.performance import Performed, Wish
    from server.demo.screen import Screen


def demo(
    url: Annotated[
        str | None, typer.Option(help="A running demo; the one at NARDY_LISTEN by default.")
    ] = None,
    rules: Annotated[RuleName, typer.Option(help="The rule set.")] = RuleName.SHORT,
    length: Annotated[int, typer.Option(help="Points of the match; 0 for a single game.")] = 3,
    pace: Annotated[float, typer.Option(help="Seconds that a player thinks.")] = 0.15,
    seed: Annotated[int | None, typer.Option(help="Decides the choices; any by default.")] = None,
    cuts: Annotated[int, typer.Option(help="How often both connections are cut.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Where to keep the log.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines instead of a board.")] = False,
) -> None:
    """Let a VK player and an OK player play a whole match, and check its dice."""
    import os
    import secrets
    import sys

    from server.cli.files import see_place_for, writing
    from server.cli.refusing import told
    from server.config import listen_address
    from server.demo.performance import Wish
    from server.demo.screen import BoardScreen, PlainScreen, Screen
    from server.demo.words import Speaker
    from server.records.log import write_log

    if save is not None:
        see_place_for(save)
    with told():
        at = url or f"http://{listen_address()}"
    form = {"form": "match", "length": length} if length else {"form": "game"}
    chosen = secrets.randbelow(10**6) if seed is None else seed
    wish = Wish({"rules": rules, "clock": "bank", **form}, chosen, pace, cuts)
    speaker = Speaker(("VK", "OK"))

    def screen_of(match: str) -> Screen:
        typer.echo(f"match {match}, choices by --seed {chosen}")
        drawn = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not plain
        return BoardScreen(sys.stdout, speaker) if drawn else PlainScreen(sys.stdout, speaker)

    done = _performed(at, wish, screen_of)
    if save is not None:
        with writing(save) as file:
            file.write(write_log(done.log))
        typer.echo(f"log kept in {save}: check it again with `nardy verify-dice {save}`")
    typer.echo("\n".join(done.report.lines()))
    raise typer.Exit(0 if done.report.honest else 1)


def _performed(at: str, wish: "Wish", screen_of: Callable[[str], "Screen"]) -> "Performed":
    """Play it; what goes wrong is told in one line, and the command ends."""
    import asyncio

    import aiohttp

    from server.codes import Code
    from server.demo.client import LineClosed
    from server.demo.performance import perform
    from server.demo.wire import Refusal

    try:
        return asyncio.run(perform(at, wish, screen_of))
    except aiohttp.ClientConnectionError as nobody:
        typer.echo(f"nardy: nobody answers at {at}: start the demo with `make run`", err=True)
        raise typer.Exit(1) from nobody
    except (Refusal, LineClosed) as refused:
        seated = isinstance(refused, Refusal) and refused.code == Code.TOO_MANY_TABLES
        hint = f" (the players of --seed {wish.seed} still sit at others: give another)"
        typer.echo(f"nardy: {refused}{hint if seated else ''}", err=True)
        raise typer.Exit(1) from refused


def launch(
    platform: Annotated[Door, typer.Argument(help="The door that the launch is for.")],
    user: Annotated[str, typer.Option(help="The user's id on the platform.")] = "501001",
    nonce: Annotated[str, typer.Option(help="The server's nonce, for Facebook.")] = "",
) -> None:
    """Print a launch as the platform would sign it, with the throw-away keys of the demo.

    The demo is that of the data folder, NARDY_DATA; where none has begun, nothing is signed.
    """
    from platforms.refusals import DoorClosed
    from server.cli.refusing import told
    from server.config import load_begun_demo
    from server.demo.people import DemoLaunches
    from server.doors import doors_of

    with told():
        config = load_begun_demo()
    try:
        typer.echo(DemoLaunches(doors_of(config)).launch(platform, user, nonce))
    except (ValueError, DoorClosed) as refused:
        raise typer.BadParameter(str(refused), param_hint="--user") from refused
