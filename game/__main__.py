"""`python -m game plays`: the rules as a filter, for people who have the rules alone."""

import os
import sys

from game.plays_filter import run


def main(arguments: list[str]) -> int:
    """Run the one subcommand there is; return the exit status."""
    if arguments != ["plays"]:
        sys.stderr.write("usage: python -m game plays <requests >answers\n")
        return 2
    try:
        return run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever read the answers has gone; nothing may be written while the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
