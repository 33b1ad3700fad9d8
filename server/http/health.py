"""Is the process alive, and should it get work? And its figures, for the operator alone."""

from typing import Final, Literal

import msgspec
from aiohttp import web

from server.metrics import MEDIA_TYPE, Metrics
from server.services import Health

_METRICS: Final = web.AppKey("_METRICS", Metrics)
_encode = msgspec.json.Encoder().encode


class Alive(msgspec.Struct, frozen=True):
    """The loop turns."""

    status: Literal["alive"] = "alive"


class Readiness(msgspec.Struct, frozen=True):
    """Whether to send work here; ``troubles`` names what keeps the process from it."""

    ready: bool
    troubles: tuple[str, ...] = ()


async def healthz(_request: web.Request) -> web.Response:
    """Alive, if this is answered at all."""
    return web.Response(body=_encode(Alive()), content_type="application/json")


async def readiness(health: Health) -> web.Response:
    """200 when the process should get work, 503 when it should not."""
    troubles = await health.troubles()
    return web.Response(
        status=503 if troubles else 200,
        body=_encode(Readiness(not troubles, troubles)),
        content_type="application/json",
    )


def operations(metrics: Metrics) -> web.Application:
    """What listens on ``NARDY_OPS_LISTEN``, where only the operator comes."""
    app = web.Application()
    app[_METRICS] = metrics
    app.router.add_get("/metrics", _exposition)
    return app


async def _exposition(request: web.Request) -> web.Response:
    return web.Response(
        body=request.app[_METRICS].exposition(), headers={"Content-Type": MEDIA_TYPE}
    )
