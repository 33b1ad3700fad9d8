"""Events over time: what an older release wrote, brought to the shape of this one.

Structs grow by optional fields and new tags, which needs nothing here. A change that cannot be
read so raises `SCHEMA` and adds one step; the logs kept from every release must fold for ever.
"""

from collections.abc import Callable, Mapping
from typing import Final

SCHEMA: Final = 1
"""The schema that this release writes into every commit."""

_STEPS: Mapping[int, Callable[[bytes], bytes]] = {}
"""From each older schema to the next, over the JSON text of one commit's events."""


class UnreadableSchema(Exception):
    """The commit was written in a schema that this release does not know."""


def upcast(schema: int, events: bytes) -> bytes:
    """The events of a commit as this release would have written them."""
    if schema == SCHEMA:
        return events
    if not 0 < schema < SCHEMA:
        raise UnreadableSchema(f"schema {schema}; this release reads 1 to {SCHEMA}")
    for step in range(schema, SCHEMA):
        events = _STEPS[step](events)
    return events
