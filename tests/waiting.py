"""Waiting for the thing itself: a condition that comes true soon, or a test that fails."""

import asyncio
from collections.abc import Awaitable, Callable


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
