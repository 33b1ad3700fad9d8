"""Pages of a list: how they are asked for, and how the cursor of the next one is made."""

from collections.abc import Sequence
from typing import Annotated, TypeVar
from uuid import UUID

import msgspec

Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]
Item = TypeVar("Item")


class ById(msgspec.Struct, frozen=True):
    """Which page: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Limit = 50


def cut(found: Sequence[Item], limit: int) -> tuple[tuple[Item, ...], Item | None]:
    """Of one item more than the page has: the page, and its last item if there is a next one."""
    shown = tuple(found[:limit])
    return shown, shown[-1] if len(found) > limit else None
