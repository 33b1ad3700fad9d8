"""The page of figures, `docs/performance.md`: every number comes from one run of `make bench`."""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.contestants import NARDY, NARDY_LISTS, REFERENCE, REFERENCE_ALONE, Contestant
from bench.layers import EVENTS_OF_A_MATCH, Layer
from bench.runs import PACED, SETTINGS, Length, Results, Setting

INTRODUCTION = """\
# Performance

Written by `make bench`. Do not edit: run it again, on a machine that does nothing else.

Nardy is measured beside a bare relay (`bench/reference.py`, a page of aiohttp and asyncpg) that
parses the same JSON frames, inserts one row per message by group commit and relays it to both of
a pair, but signs nobody in, judges nothing and answers no repeat. Both are durable; durability is
never switched off. Nardy plays real matches over its real protocol: dice are drawn, plays are
judged by the rules, clocks are charged, states are hashed, alarms are set; every command is
answered and relayed to both seats. A command is a roll or a whole play.

The server shares one core with PostgreSQL; the load has the other core to itself. Pairs have one
command in flight each. A delay is the time from sending a command to the arrival of its event at
the opponent. Contestants run by turns; figures are medians of the rounds. CPU is what Linux
counted for the server and for all processes of PostgreSQL, per command, in microseconds.
"""


@dataclass(frozen=True)
class Measured:
    """What a run of everything gave."""

    results: Results
    layers: Sequence[Layer]
    folds: float


@dataclass(frozen=True)
class Bound:
    """One thing that was asked for, what was measured, and whether that is enough."""

    asked: str
    measured: str
    holds: bool


def report(measured: Measured, length: Length) -> str:
    """The whole page."""
    return "\n".join(
        [
            INTRODUCTION,
            f"{length.rounds} rounds of {length.seconds:g} s on {_machine()}.",
            "",
            "## What was asked",
            "",
            *_table(("asked", "measured", "holds"), map(_bound, bounds(measured))),
            "",
            "## At full speed",
            "",
            *_loads(measured.results, None),
            "",
            f"## At {PACED:,.0f} commands a second",
            "",
            *_loads(measured.results, PACED),
            "",
            "## Where the rest goes",
            "",
            *_layers(measured),
            "",
        ]
    )


def bounds(measured: Measured) -> list[Bound]:
    """Compare what was measured with what was asked for."""
    results = measured.results
    full, paced = _setting(1_000, None), _setting(1_000, PACED)
    few, many = _setting(100, PACED), _setting(4_000, PACED)
    rate = results.typical(NARDY, full, "rate")
    delay = results.typical(NARDY, paced, "p99")
    return [
        _at_least(
            "rate, beside the relay's", 0.5, rate / results.typical(REFERENCE, full, "rate")
        ),
        _at_least(
            "rate, beside a commit per message",
            1.2,
            rate / results.typical(REFERENCE_ALONE, full, "rate"),
        ),
        _at_most(
            "CPU per command, paced, beside the relay's",
            2,
            results.typical(NARDY, paced, "micros") / results.typical(REFERENCE, paced, "micros"),
        ),
        _at_most(
            "p99, paced, beside the relay's", 3, delay / results.typical(REFERENCE, paced, "p99")
        ),
        Bound("p99, paced: at most 10 ms", f"{delay:.1f} ms", delay <= 10),
        _at_most(
            "p99 at 4,000 sockets, beside 100 (paced)",
            3,
            results.typical(NARDY, many, "p99") / results.typical(NARDY, few, "p99"),
        ),
        _at_most(
            "memory of an idle signed-in socket, beside a bare one",
            1.7,
            median(results.idle[NARDY.name]) / median(results.idle[REFERENCE.name]),
        ),
        _cold_start(median(results.starts[NARDY.name])),
    ]


def _at_least(what: str, bound: float, ratio: float) -> Bound:
    return Bound(f"{what}: at least {bound:g} ×", f"{ratio:.2f} ×", ratio >= bound)


def _at_most(what: str, bound: float, ratio: float) -> Bound:
    return Bound(f"{what}: at most {bound:g} ×", f"{ratio:.2f} ×", ratio <= bound)


def _cold_start(seconds: float) -> Bound:
    return Bound("cold start to the first answer: under 2 s", f"{seconds:.2f} s", seconds < 2)


def _bound(bound: Bound) -> Sequence[str]:
    return bound.asked, bound.measured, "yes" if bound.holds else "**no**"


def _setting(sockets: int, rate: float | None) -> Setting:
    return next(one for one in SETTINGS if (one.sockets, one.rate) == (sockets, rate))


def _loads(results: Results, rate: float | None) -> list[str]:
    settings = sorted(
        (one for one in SETTINGS if one.rate == rate), key=lambda setting: setting.sockets
    )
    rows = [
        _load(results, setting, contestant)
        for setting in settings
        for contestant in setting.contestants
    ]
    head = ("sockets", "server", "commands/s", "p50, ms", "p99, ms", "server CPU", "database CPU")
    return _table(head, rows)


def _load(results: Results, setting: Setting, contestant: Contestant) -> Sequence[str]:
    def typical(figure: str) -> float:
        return results.typical(contestant, setting, figure)

    return (
        f"{setting.sockets:,}",
        contestant.name,
        f"{typical('rate'):,.0f}",
        f"{typical('p50'):.1f}",
        f"{typical('p99'):.1f}",
        f"{typical('server_micros'):.0f} µs",
        f"{typical('database_micros'):.0f} µs",
    )


def _layers(measured: Measured) -> list[str]:
    """What a command costs beyond a relayed row, layer by layer."""
    results, full = measured.results, _setting(1_000, None)
    whole = results.typical(NARDY, full, "server_micros")
    bare = results.typical(REFERENCE, full, "server_micros")
    *always, lists = measured.layers
    rest = whole - sum(layer.micros for layer in always)
    rows = [(layer.name, f"{layer.micros:.1f} µs") for layer in always]
    idle = {name: f"{median(taken) / 1024:.1f} KiB" for name, taken in results.idle.items()}
    return [
        "The same commands of a match of short nardy, through one layer at a time in one process",
        "(CPU per command). The remainder is sockets, framing, the event loop, the database's",
        f"driver and the life of a command around them; all of the bare relay is {bare:.0f} µs.",
        "",
        *_table(
            ("layer", "CPU per command"),
            [*rows, ("the remainder", f"{rest:.0f} µs"), ("Nardy, whole", f"{whole:.0f} µs")],
        ),
        "",
        f"Where a client wants lists, {lists.name.partition(',')[0]} costs {lists.micros:.1f} µs",
        f"more per command ({NARDY_LISTS.name}: see the tables). A match of {EVENTS_OF_A_MATCH}",
        f"events is folded from its bytes {measured.folds:,.0f} times a second. An idle signed-in",
        f"socket takes {idle[NARDY.name]}, a bare one {idle[REFERENCE.name]}.",
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _machine() -> str:
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 2**20 if memory else 0
    return (
        f"a virtual machine of {os.cpu_count()} cores ({cpu[1] if cpu else platform.machine()}),"
        f" {gigabytes:.0f} GiB, Linux, Python {platform.python_version()}"
    )
