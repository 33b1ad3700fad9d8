"""Reading a platform's record to its end, whatever the platform answers."""

from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from typing import Final, TypeVar

from platforms.identity import Platform
from server.outbound.calls import NoAnswer

MOST_PAGES: Final = 10_000

Line = TypeVar("Line")


async def pages(
    platform: Platform,
    ask: Callable[[int], Awaitable[list[Line]]],
    name: Callable[[Line], Hashable],
    offset: int = 0,
    step: int = 0,
) -> AsyncIterator[list[Line]]:
    """Pages until one is empty; `ask` gives the lines after so many, `name` tells them apart.

    `step` is how far a page reaches, where some of its lines may be left out.

    Raises `NoAnswer` for a page that brings nothing new, as a record gives that ignores the
    offset, and for a record without an end.
    """
    seen: set[Hashable] = set()
    for _ in range(MOST_PAGES):
        page = await ask(offset)
        if not page:
            return
        names = {name(line) for line in page}
        if names <= seen:
            raise NoAnswer(platform, "nonsense: the same page again")
        seen |= names
        yield page
        offset += step or len(page)
    raise NoAnswer(platform, "nonsense: a record without an end")
