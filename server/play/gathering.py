"""What happens to many at once, done for all of them together.

When a thousand people lose their network at the same moment, a question to the database for each
would fill every session with them; so one batch is under way, and all that come meanwhile make the
next. Nobody is forgotten because the database was away, or because of another's fault.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Generic, TypeVar

import structlog

from server.play.errands import Errands
from server.storage.database import Unavailable

AGAIN_AFTER: Final = 1.0
"""Seconds until a batch that found no database is tried again."""

_log = structlog.get_logger(__name__)

T = TypeVar("T")


class Gathering(Generic[T]):
    """Hands what is added to `work`, in batches; `work` must bear to be told the same twice."""

    def __init__(
        self,
        errands: Errands,
        name: str,
        work: Callable[[list[T]], Awaitable[object]],
        again_after: float = AGAIN_AFTER,
    ) -> None:
        self._errands = errands
        self._name = name
        self._work = work
        self._again_after = again_after
        self._waiting: dict[T, None] = {}
        self._under_way = False

    def add(self, items: Iterable[T]) -> None:
        """Have it done for these, soon."""
        self._waiting.update(dict.fromkeys(items))
        if self._waiting and not self._under_way:
            self._under_way = True
            self._errands.start(self._work_off(), self._name)

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, {}
                await self._try(batch)
        finally:
            self._under_way = False

    async def _try(self, batch: dict[T, None]) -> None:
        try:
            await self._work(list(batch))
        except Unavailable as error:
            _log.warning("gathering_postponed", work=self._name, of=len(batch), error=str(error))
            self._waiting = batch | self._waiting
            await asyncio.sleep(self._again_after)
        except Exception:  # noqa: BLE001 - nobody waits for it, so it is told here
            _log.exception("gathering_failed", work=self._name, of=len(batch))
            if len(batch) > 1:  # whoever is at fault shall fail alone
                for item in batch:
                    await self._try({item: None})
