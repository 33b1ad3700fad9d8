"""`python -m game plays`: the rules as a filter, for people who have the rules alone."""

import sys
from contextlib import suppress

from game.plays_filter import run


def main(arguments: list[str]) -> int:
    """Run the one subcommand there is; return the exit status."""
    if arguments != ["plays"]:
        sys.stderr.write("usage: python -m game plays <requests >answers\n")
        return 2
    try:
        return run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever read the answers has gone. Closed by us, the stream is no matter at the very end.
        with suppress(BrokenPipeError):
            sys.stdout.close()
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
