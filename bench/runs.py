"""The runs: every contestant by turns, several times, so that what disturbs one disturbs all."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import msgspec

from bench.arena import Arena
from bench.contestants import NARDY, NARDY_LISTS, REFERENCE, REFERENCE_ALONE, Contestant
from bench.idle import FIRST, MORE, bytes_per_socket
from bench.load import Load, Plan
from bench.serving import LOAD_CORE, Serving, free_port, serving

PACED = 1_000.0
"""Commands a second of the paced runs."""
FASTEST = 28_000
"""Commands a second for which scripts are long enough at full speed."""
SOCKETS = (100, 1_000, 4_000)


@dataclass(frozen=True)
class Setting:
    """How many sockets, and at which rate; full speed without one."""

    sockets: int
    rate: float | None
    contestants: Sequence[Contestant]


SETTINGS: tuple[Setting, ...] = (
    *(Setting(sockets, None, (REFERENCE, NARDY)) for sockets in (100, 4_000)),
    Setting(1_000, None, (REFERENCE, NARDY, REFERENCE_ALONE, NARDY_LISTS)),
    *(Setting(sockets, PACED, (REFERENCE, NARDY)) for sockets in (100, 4_000)),
    Setting(1_000, PACED, (REFERENCE, NARDY, REFERENCE_ALONE, NARDY_LISTS)),
)


@dataclass(frozen=True)
class Length:
    """How long and how often: seconds of warming up and of measuring, and rounds."""

    warm_up: float
    seconds: float
    rounds: int


@dataclass
class Results:
    """Everything measured, by contestant's name."""

    loads: dict[tuple[str, int, float | None], list[Load]] = field(default_factory=dict)
    idle: dict[str, list[float]] = field(default_factory=dict)
    starts: dict[str, list[float]] = field(default_factory=dict)

    def of(self, contestant: Contestant, sockets: int, rate: float | None) -> list[Load]:
        """The loads of one contestant in one setting."""
        return self.loads[contestant.name, sockets, rate]

    def typical(self, contestant: Contestant, setting: Setting, figure: str) -> float:
        """The median of one figure of the loads."""
        loads = self.of(contestant, setting.sockets, setting.rate)
        return float(median(getattr(load, figure) for load in loads))


def commands_needed(length: Length) -> list[int]:
    """How long the script of each match must be for all settings."""
    seconds = length.warm_up + length.seconds + 1
    needed = [0] * (max(SOCKETS) // 2)
    for setting in SETTINGS:
        pairs = setting.sockets // 2
        share = int((setting.rate or FASTEST) * seconds / pairs * 1.2) + 30
        needed[:pairs] = [max(one, share) for one in needed[:pairs]]
    return needed


class Bench:
    """Runs everything on one arena, and keeps logs and plans in a folder."""

    def __init__(self, arena: Arena, postmaster: int, folder: Path, length: Length) -> None:
        self._arena = arena
        self._postmaster = postmaster
        self._folder = folder
        self._length = length
        self.results = Results()

    async def run(self) -> Results:
        """Round after round: memory, then every setting with its contestants by turns."""
        for number in range(self._length.rounds):
            await self._idle(REFERENCE)
            await self._idle(NARDY)
            for setting in SETTINGS:
                for contestant in setting.contestants:
                    load = await self._load(setting, contestant)
                    _say(number, setting, contestant, load)
        return self.results

    async def _load(self, setting: Setting, contestant: Contestant) -> Load:
        pairs = setting.sockets // 2
        with await self._serving(contestant, pairs) as server:
            plan = Plan(
                port=server.port,
                core=LOAD_CORE,
                server=server.pid,
                database=self._postmaster,
                scripts=[contestant.script(ready) for ready in self._arena.ready[:pairs]],
                warm_up=self._length.warm_up,
                seconds=self._length.seconds,
                rate=setting.rate,
            )
            load = await _loaded(plan, self._folder / "plan.json")
        key = (contestant.name, setting.sockets, setting.rate)
        self.results.loads.setdefault(key, []).append(load)
        return load

    async def _idle(self, contestant: Contestant) -> None:
        some = self._arena.ready[: (FIRST + MORE) // 2]
        greetings = [contestant.greeting(ready, seat) for ready in some for seat in range(2)]
        with await self._serving(contestant, len(some)) as server:
            taken = await bytes_per_socket(server, greetings)
        self.results.idle.setdefault(contestant.name, []).append(taken)
        self.results.starts.setdefault(contestant.name, []).append(server.started_in)

    async def _serving(
        self, contestant: Contestant, matches: int
    ) -> AbstractContextManager[Serving]:
        port = free_port()
        program = await contestant.program(self._arena, port, matches)
        return serving(program, port, self._folder / "servers.log")


async def _loaded(plan: Plan, path: Path) -> Load:
    """Run the load generator in a process of its own."""
    await asyncio.to_thread(path.write_bytes, msgspec.json.encode(plan))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.load", str(path)), stdout=PIPE, stderr=PIPE
    )
    said, complaints = await process.communicate()
    if process.returncode:
        raise RuntimeError(complaints.decode()[-4000:])
    return msgspec.json.decode(said, type=Load)


def _say(number: int, setting: Setting, contestant: Contestant, load: Load) -> None:
    pace = "full speed" if setting.rate is None else f"{setting.rate:.0f}/s"
    print(
        f"round {number + 1}, {setting.sockets} sockets, {pace}, {contestant.name}:"
        f" {load.rate:.0f}/s, p50 {load.p50:.1f} ms, p99 {load.p99:.1f} ms,"
        f" CPU {load.server_micros:.0f} + {load.database_micros:.0f} µs",
        flush=True,
    )
