"""What the dice have shown: everybody's in public, one's own for oneself."""

from server.http.endpoints import Call, Endpoint, Nothing
from server.records.statistics import DiceTold, Period
from server.requests import Malformed


async def house_dice(call: Call[Nothing, Period]) -> DiceTold:
    """Tell of everybody's dice."""
    return await call.services.statistics.of_house(_ordered(call.query))


async def my_dice(call: Call[Nothing, Period]) -> DiceTold:
    """Tell of the caller's dice."""
    return await call.services.statistics.of_account(call.account, _ordered(call.query))


def _ordered(period: Period) -> Period:
    if period.since and period.until and period.since > period.until:
        raise Malformed("query: since is after until")
    return period


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/dice",
        handler=house_dice,
        summary="What all dice of the house have shown, beside fair dice",
        query=Period,
        answers={200: DiceTold},
        public=True,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/dice",
        handler=my_dice,
        summary="What the caller's dice have shown, beside fair dice",
        query=Period,
        answers={200: DiceTold},
    ),
)
