"""Pictures for an event loop: drawn in a process of their own, each only once while it is fresh.

The renderer holds the interpreter's lock for as long as it draws, so a thread would stop all play
for that time; a process stops nobody.
"""

import asyncio
import os
import signal
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from multiprocessing import get_context
from types import TracebackType
from typing import Final, Self

import msgspec

from bots.drawing.picture import PIXELS, board_svg, png_of
from bots.view import BoardView

_KEPT: Final = 64
"""Pictures kept, some hundred kilobytes each: what a group and its watchers ask for at once."""
_PATIENCE: Final = 20.0
"""Seconds for one picture, waiting its turn included."""
_POLITENESS: Final = 5
"""Drawing gives way to play where both want the processor."""


SPARE: Final = max(1, (os.cpu_count() or 1) - 1)
"""Processors that may draw: all but the one on which the service plays."""


class NotDrawn(Exception):
    """The picture did not come in time, or its process died twice: show the text board."""


class Picture(msgspec.Struct, frozen=True):
    """A board as PNG; equal boards have the same digest, on every machine."""

    digest: str
    png: bytes


class Studio:
    """Draws boards, so many pixels wide, while open: `async with Studio() as studio`."""

    def __init__(self, workers: int = SPARE, pixels: int = PIXELS) -> None:
        self._workers = workers
        self._pixels = pixels
        self._pool = self._new_pool()
        self._drawing: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._drawing.values():
            task.cancel()
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    async def picture(self, view: BoardView) -> Picture:
        """Draw a board, or give what was drawn of it before. Raises NotDrawn."""
        svg = board_svg(view)
        digest = sha256(svg.encode()).hexdigest()
        task = self._drawing.get(digest)
        if task is None or _came_to_nothing(task):
            task = self._drawing[digest] = asyncio.create_task(self._drawn(svg))
        self._drawing.move_to_end(digest)
        while len(self._drawing) > _KEPT and next(iter(self._drawing.values())).done():
            self._drawing.popitem(last=False)
        # Who no longer waits for a picture does not take it from the others.
        return Picture(digest, await asyncio.shield(task))

    async def _drawn(self, svg: str) -> bytes:
        try:
            async with asyncio.timeout(_PATIENCE):
                try:
                    return await self._rendered(svg)
                except BrokenProcessPool:
                    return await self._rendered(svg)
        except (TimeoutError, BrokenProcessPool, OSError, ValueError) as error:
            raise NotDrawn(type(error).__name__) from error

    async def _rendered(self, svg: str) -> bytes:
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, png_of, svg, self._pixels
            )
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = self._new_pool()
            raise

    def _new_pool(self) -> ProcessPoolExecutor:
        # The child knows nothing of our sockets and threads.
        return ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=_begin)


def _came_to_nothing(task: asyncio.Task[bytes]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _begin() -> None:
    """Leave the terminal's interrupt to the parent, who ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_POLITENESS)
