"""Waiting for the thing itself: a condition that comes true soon, or a test that fails."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def until(
    condition: Callable[[], Awaitable[bool] | bool], seconds: float = 10, every: float = 0.01
) -> None:
    """Return as soon as the condition holds; `TimeoutError` says that it never did."""
    async with asyncio.timeout(seconds):
        while True:
            answer = condition()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(every)


async def at_last(
    ask: Callable[[], Awaitable[T]],
    passes: Callable[[Exception], bool],
    seconds: float = math.inf,
    every: float = 0.05,
) -> T:
    """What is answered once the trouble has passed; after so many seconds trouble is raised.

    An answer may take as long as it likes: it may be a whole match.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        try:
            return await ask()
        except Exception as trouble:
            if not passes(trouble) or loop.time() > deadline:
                raise
        await asyncio.sleep(every)
