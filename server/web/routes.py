"""The routes of the page: its files out of memory, and in a demo the launches of its people."""

import gzip
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from aiohttp import hdrs, web

from platforms.doors import Door
from platforms.refusals import DoorClosed
from server.demo.people import DemoLaunches, DemoPerson

STATIC: Final = Path(__file__).parent / "static"

FRAMES: Final = (
    "https://vk.com https://*.vk.com https://vk.ru https://*.vk.ru https://ok.ru https://*.ok.ru "
    "https://web.telegram.org https://*.facebook.com https://*.fbsbx.com"
)
"""The platforms that show the page in a frame of theirs."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    f"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' {FRAMES}"
)

_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

PAGES: Final = {
    "/": "index.html",
    "/auth/{door:[a-z_]{1,32}}/return": "index.html",
    "/dice": "dice.html",
    "/matches": "replay.html",
    "/matches/{id:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}": "replay.html",
}
"""The file of each address; what a match's page shows, the service's API decides."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def page_routes(demo: DemoLaunches | None) -> list[web.RouteDef]:
    """The page at `/`, that of the dice at `/dice`, that of a match at `/matches/{id}`, where
    `/matches` opens one that was kept; their files under `/static/`.

    `/demo/launches` is there only where `demo` is given.
    """
    files = _read_files()
    routes = [web.get(path, _serve(files[name])) for path, name in PAGES.items()]
    routes += [
        web.get(f"/static/{name}", _serve(file))
        for name, file in files.items()
        if name not in PAGES.values()
    ]
    if demo is not None:
        routes += [
            web.get("/demo/launches", _people(demo)),
            web.get("/demo/launches/{door}/{user}", _launch(demo)),
        ]
    return routes


class _File(NamedTuple):
    """A file of the page, as it is sent."""

    plain: bytes
    packed: bytes
    media_type: str
    etag: str


def _read_files() -> dict[str, _File]:
    paths = (path for path in STATIC.rglob("*") if path.suffix in _TYPES)
    return {path.relative_to(STATIC).as_posix(): _read(path) for path in paths}


def _read(path: Path) -> _File:
    plain = path.read_bytes()
    etag = hashlib.sha256(plain).hexdigest()[:32]
    return _File(plain, gzip.compress(plain, mtime=0), _TYPES[path.suffix], etag)


def _serve(file: _File) -> Handler:
    """The file, or 304 where the browser has it; names carry no version, so it always asks."""

    async def serve(request: web.Request) -> web.Response:
        headers: dict[str, str] = {
            hdrs.CACHE_CONTROL: "no-cache",
            hdrs.CONTENT_SECURITY_POLICY: POLICY,
            hdrs.VARY: hdrs.ACCEPT_ENCODING,
        }
        known = request.if_none_match or ()
        if any(tag.value in (file.etag, "*") for tag in known):
            answer = web.Response(status=304, headers=headers)
        elif "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
            headers[hdrs.CONTENT_ENCODING] = "gzip"
            answer = _body(file.packed, file.media_type, headers)
        else:
            answer = _body(file.plain, file.media_type, headers)
        answer.etag = file.etag
        return answer

    return serve


def _body(content: bytes, media_type: str, headers: Mapping[str, str]) -> web.Response:
    return web.Response(body=content, content_type=media_type, charset="utf-8", headers=headers)


class DemoPeople(msgspec.Struct, frozen=True):
    """The answer of `/demo/launches`."""

    people: tuple[DemoPerson, ...]


class DemoLaunch(msgspec.Struct, frozen=True):
    """The answer of `/demo/launches/{door}/{user}`: what the platform would give the client."""

    launch: str


def _people(demo: DemoLaunches) -> Handler:
    async def people(_: web.Request) -> web.Response:
        return _json(DemoPeople(demo.people()))

    return people


def _launch(demo: DemoLaunches) -> Handler:
    async def launch(request: web.Request) -> web.Response:
        try:
            door = Door(request.match_info["door"])
            nonce = request.query.get("nonce", "")
            return _json(DemoLaunch(demo.launch(door, request.match_info["user"], nonce)))
        except (ValueError, DoorClosed) as unknown:
            raise web.HTTPNotFound from unknown

    return launch


def _json(answer: msgspec.Struct) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(answer),
        content_type="application/json",
        headers={hdrs.CACHE_CONTROL: "no-store"},
    )
