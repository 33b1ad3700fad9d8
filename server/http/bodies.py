"""Bodies larger than our API takes: those that platforms send us."""

from aiohttp import web

from server.requests import TooLarge


async def whole_body(request: web.Request, limit: int) -> bytes:
    """The whole body, at most so many bytes; raises `TooLarge`."""
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > limit:
            raise TooLarge
    return bytes(body)
