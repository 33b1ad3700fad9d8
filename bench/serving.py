"""Servers under test: each a process of its own, on the core it shares with PostgreSQL."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.processes import pin

SERVER_CORE, LOAD_CORE = 0, 1
START_SECONDS = 30.0


class NotServing(RuntimeError):
    """A server did not come up, or died."""


@dataclass(frozen=True)
class Serving:
    """A running server, and how long it took from its start to its first answer."""

    pid: int
    port: int
    started_in: float


@dataclass(frozen=True)
class Program:
    """How a server is started: arguments after the interpreter, and its environment."""

    arguments: Sequence[str]
    environment: Mapping[str, str]
    answers: str
    """The path at which it first answers."""


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def serving(program: Program, port: int, log: Path) -> Iterator[Serving]:
    """Run a server while the block lasts."""
    began = time.perf_counter()
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *program.arguments],
            env={**os.environ, **program.environment},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        pin([process.pid], SERVER_CORE)
        _await_answer(f"http://127.0.0.1:{port}{program.answers}", process, log)
        started_in = time.perf_counter() - began
        pin([process.pid], SERVER_CORE)
        yield Serving(process.pid, port, started_in)
    finally:
        process.terminate()
        try:
            process.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_answer(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.perf_counter() + START_SECONDS
    while time.perf_counter() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except urllib.error.HTTPError:
            return  # it answers, if only that this is not for us
        except OSError:
            time.sleep(0.005)
    raise NotServing(f"no answer at {url}:\n{log.read_text(errors='replace')[-2000:]}")
