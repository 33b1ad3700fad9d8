"""The load: scripted pairs over real sockets, in a process and on a core of its own.

Each pair has one command in flight; the next goes out when both have the event of the last. The
delay is from sending a command to the event's arrival at the opponent. Run as
`python -m bench.load PLAN`: reads a `Plan`, prints a `Load`, both JSON.
"""

import asyncio
import gc
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import msgspec
import uvloop

from bench.processes import cpu_seconds, family_cpu_seconds, pin
from bench.sockets import Socket, connect, masked, source

AT_ONCE = 16
"""Sockets that are opened at the same time."""
MEASURING = "measuring"
"""Said on standard error when the warm-up is over: the moment to attach a profiler."""
WARMING_LINES = 2
"""Lines that a pair plays as soon as it is there, so that not all matches are woken at once."""
PATIENCE = 30.0
"""Seconds in which an answer must come."""


class Line(msgspec.Struct, array_like=True):
    """One command of a script: who sends it, what it is known by, the frame."""

    seat: int
    command_id: str
    frame: str


class Script(msgspec.Struct):
    """What a pair does: `greetings` of each seat, answered one by one, then the lines."""

    greetings: tuple[list[str], list[str]]
    lines: list[Line]


class Plan(msgspec.Struct):
    """One run. ``rate`` is in commands a second; without it every pair goes as fast as it can."""

    port: int
    core: int
    server: int
    database: int
    scripts: list[Script]
    warm_up: float
    seconds: float
    rate: float | None = None


class Load(msgspec.Struct):
    """What came of it. CPU is seconds of the window; delays are in milliseconds."""

    commands: int
    seconds: float
    p50: float
    p99: float
    server_cpu: float
    database_cpu: float
    late: int
    """Commands whose time had come while every pair was still waiting."""

    @property
    def rate(self) -> float:
        """Commands a second."""
        return self.commands / self.seconds

    @property
    def server_micros(self) -> float:
        """The server's CPU time per command, in microseconds."""
        return self.server_cpu / self.commands * 1e6

    @property
    def database_micros(self) -> float:
        """The database's, of all its processes."""
        return self.database_cpu / self.commands * 1e6

    @property
    def micros(self) -> float:
        """Both together."""
        return self.server_micros + self.database_micros


class Failed(RuntimeError):
    """The server did not do what the script says; the run is void."""


class Pair:
    """Two seats and their script."""

    __slots__ = (
        "_conductor",
        "_heard",
        "_lines",
        "_next",
        "_pending",
        "_seats",
        "_sent_at",
        "_warming",
    )

    def __init__(self, conductor: "Conductor", lines: list[Line]) -> None:
        self._conductor = conductor
        self._lines = deque(
            (line.seat, line.command_id.encode(), masked(line.frame.encode())) for line in lines
        )
        self._seats: list[Socket] = []
        self._pending = b""
        self._next = 0
        self._heard = 0
        self._sent_at = 0.0
        self._warming: asyncio.Future[None] | None = None

    async def open(self, port: int, number: int, greetings: tuple[list[str], list[str]]) -> None:
        """Connect both seats, say what each says first, and see that the match goes on."""
        for seat, frames in enumerate(greetings):
            answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            socket = await connect(port, source(2 * number + seat), _first(answer))
            self._seats.append(socket)
            for frame in frames:
                answer = asyncio.get_running_loop().create_future()
                socket.heard = _first(answer)
                socket.send(masked(frame.encode()))
                text = await asyncio.wait_for(answer, PATIENCE)
                if b'"error"' in text:
                    raise Failed(text.decode())
            socket.heard = self._hear
        for _ in range(WARMING_LINES):
            self._warming = asyncio.get_running_loop().create_future()
            self.begin()
            await asyncio.wait_for(self._warming, PATIENCE)
        self._warming = None

    def begin(self) -> bool:
        """Send the next line; false when the script is at its end."""
        if not self._lines:
            return False
        self._next, self._pending, frame = self._lines.popleft()
        self._heard = 0
        self._sent_at = time.perf_counter()
        self._seats[self._next].send(frame)
        return True

    def _hear(self, socket: Socket, text: bytes) -> None:
        if text.startswith(b'{"re":'):
            if b'"error"' in text:
                self._conductor.fail(Failed(text.decode()))
        elif self._pending and self._pending in text:
            self._heard += 1
            if socket is not self._seats[self._next]:
                self._conductor.delays.append(time.perf_counter() - self._sent_at)
            if self._heard == 2:
                self._pending = b""
                if self._warming is None:
                    self._conductor.done(self)
                else:
                    self._warming.set_result(None)

    def close(self) -> None:
        """Cut both sockets."""
        for socket in self._seats:
            socket.close()


def _first(answer: "asyncio.Future[bytes]") -> Callable[[Socket, bytes], None]:
    def heard(_socket: Socket, text: bytes) -> None:
        if text.startswith(b'{"re":') and not answer.done():
            answer.set_result(text)

    return heard


class Conductor:
    """Lets the pairs play, at full speed or in time."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.delays: list[float] = []
        self._done = 0
        self._late = 0
        self._idle: deque[Pair] = deque()
        self._playing = True
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(self, reason: Failed) -> None:
        """Make the run void."""
        if not self._failed.done():
            self._failed.set_exception(reason)

    def done(self, pair: Pair) -> None:
        """A pair has its event: what it does next."""
        self._done += 1
        if self._plan.rate is not None:
            self._idle.append(pair)
        elif self._playing and not pair.begin():
            self.fail(Failed("a script was too short for the run"))

    async def run(self) -> Load:
        """Open, warm up, measure, close."""
        plan = self._plan
        pairs = [Pair(self, script.lines) for script in plan.scripts]
        gate = asyncio.Semaphore(AT_ONCE)

        async def open_one(number: int) -> None:
            async with gate:
                await pairs[number].open(plan.port, number, plan.scripts[number].greetings)

        await asyncio.gather(*(open_one(number) for number in range(len(pairs))))
        gc.collect()
        gc.disable()
        if plan.rate is None:
            for pair in pairs:
                pair.begin()
        else:
            self._idle.extend(pairs)
            clock = asyncio.create_task(self._tick(plan.rate))
        await self._wait(plan.warm_up)
        load = await self._measured()
        self._playing = False
        if plan.rate is not None:
            clock.cancel()
        for pair in pairs:
            pair.close()
        return load

    async def _measured(self) -> Load:
        sys.stderr.write(f"{MEASURING}\n")
        sys.stderr.flush()
        self.delays.clear()
        self._done = self._late = 0
        began, spent = time.perf_counter(), self._cpu()
        await self._wait(self._plan.seconds)
        seconds, delays, commands = time.perf_counter() - began, sorted(self.delays), self._done
        server, database = (
            after - before for after, before in zip(self._cpu(), spent, strict=True)
        )
        if not delays:
            raise Failed("nothing was played")
        return Load(
            commands=commands,
            seconds=seconds,
            p50=delays[len(delays) // 2] * 1000,
            p99=delays[len(delays) * 99 // 100] * 1000,
            server_cpu=server,
            database_cpu=database,
            late=self._late,
        )

    def _cpu(self) -> tuple[float, float]:
        return cpu_seconds(self._plan.server), family_cpu_seconds(self._plan.database)

    async def _wait(self, seconds: float) -> None:
        """Let it run, and stop at once if it fails."""
        done, _ = await asyncio.wait([self._failed], timeout=seconds)
        if done:
            self._failed.result()

    async def _tick(self, rate: float) -> None:
        """Send commands when their time comes, each by the pair that has rested longest."""
        began = time.perf_counter()
        sent = 0
        while True:
            due = int((time.perf_counter() - began) * rate)
            while sent < due:
                sent += 1
                if not self._idle:
                    self._late += 1
                elif not self._idle.popleft().begin():
                    self.fail(Failed("a script was too short for the run"))
            await asyncio.sleep(0.0005)


def main() -> None:
    """Run one plan."""
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    pin([os.getpid()], plan.core)

    async def run() -> Load:
        return await Conductor(plan).run()

    sys.stdout.write(msgspec.json.encode(uvloop.run(run())).decode() + "\n")


if __name__ == "__main__":
    main()
