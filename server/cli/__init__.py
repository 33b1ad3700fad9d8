"""The command line, `nardy`: thin commands over the use cases, one file a group."""

import sys

WITHOUT_EXTRAS = """\
Usage: nardy plays <requests >answers

This install has the rules alone: `nardy plays` answers questions about legal plays, a JSON a line.
All other commands need more of it:

  pip install 'nardy[server]'           serve, migrate, launch, verify-dice, export, import,
                                        adjudicate, admin; demo, beside a demo that runs
  pip install 'nardy[server,bots]'      bot telegram, bot vk
  pip install 'nardy[server,embedded]'  serve with a PostgreSQL of its own, as the demo does
"""

_OURS = frozenset({"server", "game", "platforms", "bots"})
_FOR_BOTS = frozenset({"aiogram", "requests", "resvg_py", "vk_api"})


def main() -> None:
    """Run the command that the arguments name."""
    if sys.argv[1:] == ["plays"]:  # the rules are of use without any extra
        from game.__main__ import main as rules

        sys.exit(rules(sys.argv[1:]))
    try:
        from server.cli.app import app

        app()
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in _OURS:
            raise
        if package == "typer" and sys.argv[1:] in ([], ["--help"]):
            sys.stdout.write(WITHOUT_EXTRAS)
            return
        extras = "server,bots" if package in _FOR_BOTS else "server"
        sys.exit(f"nardy needs {missing.name}: install nardy[{extras}]")
