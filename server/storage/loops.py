"""Work that goes on for as long as a process lives, whatever happens to one round of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from types import TracebackType
from typing import Self, TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)

_PAUSE_SECONDS = 0.5


async def spread(
    everything: Iterable[T], seconds: float, at_once: int
) -> AsyncIterator[tuple[T, ...]]:
    """Hand out all there is now, `at_once` at a time, with rests that take so long together.

    What is done for thousands in one go holds up everybody who is served meanwhile.
    """
    every = tuple(everything)
    firsts = range(0, len(every), at_once) or range(1)
    for first in firsts:
        yield every[first : first + at_once]
        await asyncio.sleep(seconds / len(firsts))


class Loop:
    """Runs `body` again and again until left; a body that raises is logged and begins anew.

    The task is held here, so it cannot be collected while it runs.
    """

    def __init__(self, name: str, body: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._body = body
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name=self._name)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            try:
                await self._body()
            except Exception as error:  # noqa: BLE001 - the loop outlives it
                log.warning("loop_round_failed", loop=self._name, error=repr(error))
                await asyncio.sleep(_PAUSE_SECONDS)
