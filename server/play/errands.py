"""Work that nobody waits for: owned, named, awaited at the end, loud when it fails."""

import asyncio
from collections.abc import Coroutine
from types import TracebackType
from typing import Self

import structlog

_log = structlog.get_logger(__name__)


class Errands:
    """A set of background tasks with one owner; leaving the context cancels and awaits them."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def start(self, work: Coroutine[None, None, None], name: str) -> None:
        """Begin; a failure is logged once with its traceback and ends nothing else."""
        task = asyncio.create_task(self._guarded(work, name), name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        # Who leaves at once cancels what has not begun yet; nothing shall say that it never was.
        task.add_done_callback(lambda _: work.close())

    async def _guarded(self, work: Coroutine[None, None, None], name: str) -> None:
        try:
            await work
        except Exception:  # noqa: BLE001 - nobody waits for it, so it is told here
            _log.exception("errand_failed", errand=name)
