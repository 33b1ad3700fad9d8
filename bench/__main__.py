"""Measure everything and write it down: `python -m bench [--rounds N] [--seconds S]`."""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from bench.arena import Arena
from bench.layers import folds_a_second, layers
from bench.plays import figures, section
from bench.processes import descendants, pin
from bench.report import Measured, report
from bench.runs import Bench, Length, commands_needed
from bench.serving import LOAD_CORE, SERVER_CORE
from game.rulesets import RuleName
from server.embedded import EmbeddedPostgres

COMPILED = "### Compiled\n"
PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


async def measured(folder: Path, length: Length) -> Measured:
    """Run everything on a PostgreSQL of its own."""
    postgres = EmbeddedPostgres(folder, database="postgres")
    url = await asyncio.to_thread(postgres.start)
    try:
        postmaster = postgres.pid
        if postmaster is None:
            raise RuntimeError("PostgreSQL has gone away")
        pin(descendants(postmaster), SERVER_CORE)
        arena = Arena(url, commands_needed(length))
        print("playing all matches beforehand …", flush=True)
        await arena.prepare()
        results = await Bench(arena, postmaster, folder, length).run()
    finally:
        await asyncio.to_thread(postgres.stop)
    short = next(ready for ready in arena.ready if ready.rules is RuleName.SHORT)
    return Measured(results, layers(short), folds_a_second(short))


def main() -> None:
    """Measure, print, write the page."""
    arguments = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=6.0)
    asked = arguments.parse_args()
    pin([os.getpid()], LOAD_CORE)
    length = Length(warm_up=2.0, seconds=asked.seconds, rounds=asked.rounds)
    with tempfile.TemporaryDirectory(prefix="nardy-bench-") as folder:
        Path(folder).chmod(0o755)  # the database's own user reads below it
        text = report(asyncio.run(measured(Path(folder), length)), length)
    PAGE.write_text(text + _rules(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(text)


def _rules(page: str) -> str:
    """The rules measured anew; what compiling them would give was measured by hand, and stays."""
    _, heading, kept = page.partition(COMPILED)
    return f"\n{section(figures())}\n{heading}{kept}"


if __name__ == "__main__":
    main()
