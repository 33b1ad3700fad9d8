"""Serving until told to stop, and the planned shutdown: nobody is dropped without a word.

On SIGTERM or Ctrl-C the process says that it is not ready, opens no more tables, closes its
sockets with 1001 so that clients go to another process, and is gone within ten seconds.
"""

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TypeAlias

import structlog
import uvloop
from aiohttp import web

from server.app import Running, running
from server.config import Address, Config, Unusable
from server.http.access_log import AccessLog
from server.services import Services

GC_THRESHOLDS = (50_000, 50, 100)
"""Young collections in the middle of a burst were half of p99 from 1,000 sockets up."""

SHUTDOWN_SECONDS = 3.0
"""How long requests may take to end once their sockets were closed."""

_log = structlog.get_logger(__name__)


Beside: TypeAlias = Callable[[Config, Services], AbstractAsyncContextManager[None]]
"""What goes on in the same process beside serving: chat play."""


@asynccontextmanager
async def nothing(_config: Config, _services: Services) -> AsyncIterator[None]:
    """Do nothing beside."""
    yield


def serve(config: Config, announce: Callable[[str], None], beside: Beside = nothing) -> None:
    """Serve until SIGTERM or SIGINT; ``announce`` is told the URL once it answers."""
    gc.freeze()  # modules are here for good
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()
    uvloop.run(_serve(config, announce, beside))


def work(config: Config, beside: Beside) -> None:
    """Do only what is beside, until SIGTERM or SIGINT: nobody is served."""
    gc.enable()
    uvloop.run(_work(config, beside))


async def _serve(config: Config, announce: Callable[[str], None], beside: Beside) -> None:
    told = _told_to_stop()
    async with (
        running(config) as process,
        beside(config, process.services),
        listening(process, config),
    ):
        _log.info("serving", at=str(config.listen), ops=str(config.ops_listen))
        announce(config.public_url)
        await told.wait()
        _log.info("stopping")


async def _work(config: Config, beside: Beside) -> None:
    told = _told_to_stop()
    async with running(config) as process, beside(config, process.services):
        _log.info("working")
        await told.wait()
        process.health.leave()
        _log.info("stopping")


def _told_to_stop() -> asyncio.Event:
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    return told


@asynccontextmanager
async def listening(process: Running, config: Config) -> AsyncIterator[None]:
    """Answer on both addresses; leaving says goodbye to every socket first.

    Raises `Unusable` for an address that cannot be had.
    """
    public = web.AppRunner(
        process.public, access_log_class=AccessLog, shutdown_timeout=SHUTDOWN_SECONDS
    )
    ops = web.AppRunner(process.ops, access_log=None)
    async with AsyncExitStack() as stack:
        for runner in (ops, public):
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
        await _bind(ops, "OPS_LISTEN", config.ops_listen)
        await _bind(public, "LISTEN", config.listen)
        try:
            yield
        finally:
            process.health.leave()
            for site in tuple(public.sites):
                await site.stop()
            await process.upkeep.farewell()


async def _bind(runner: web.AppRunner, variable: str, address: Address) -> None:
    try:
        for host in hosts(address):
            await web.TCPSite(runner, host, address.port).start()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise Unusable(variable, f"cannot listen at {address}: {reason}") from error


def hosts(address: Address) -> tuple[str, ...]:
    """The addresses to bind: ``localhost`` is both loopbacks, as browsers may try either."""
    return ("127.0.0.1", "::1") if address.host == "localhost" else (address.host,)
