"""The command line, `nardy`: thin commands over the use cases, one file a group."""

import sys


def main() -> None:
    """Run the command that the arguments name."""
    if sys.argv[1:] == ["plays"]:  # the rules are of use without any extra
        from game.__main__ import main as rules

        sys.exit(rules(sys.argv[1:]))
    try:
        from server.cli.app import app
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in {"server", "game", "platforms", "bots"}:
            raise
        sys.exit(f"nardy needs {missing.name}: install nardy[server]")
    app()
