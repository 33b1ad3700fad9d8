"""The endpoints, one subject a file; ``ENDPOINTS`` lists them in the order of the document."""

from typing import Final

from server.http.endpoints import Endpoint
from server.http.resources import dice, history, matches, me, records, sessions, tables

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *sessions.ENDPOINTS,
    *me.ENDPOINTS,
    *tables.ENDPOINTS,
    *matches.ENDPOINTS,
    *records.ENDPOINTS,
    *history.ENDPOINTS,
    *dice.ENDPOINTS,
)
