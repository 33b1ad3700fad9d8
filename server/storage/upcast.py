"""Events over time: what an older release wrote, brought to the shape of this one.

Structs grow by optional fields and new tags, which needs nothing here. A change that cannot be
read so adds one step; the logs kept from every release must fold for ever.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

Step: TypeAlias = Callable[[bytes], bytes]
"""From one schema to the next, over the JSON text of one commit's events."""

STEPS: Final[tuple[Step, ...]] = ()
"""The first leads from schema 1 to 2, and so on."""

SCHEMA: Final = len(STEPS) + 1
"""The schema that this release writes into every commit."""


class UnreadableSchema(Exception):
    """The commit was written in a schema that this release does not know."""


def upcast(schema: int, events: bytes, steps: Sequence[Step] = STEPS) -> bytes:
    """The events of a commit as this release would have written them."""
    if not 0 < schema <= len(steps) + 1:
        raise UnreadableSchema(f"schema {schema}; this release reads 1 to {len(steps) + 1}")
    for step in steps[schema - 1 :]:
        events = step(events)
    return events
