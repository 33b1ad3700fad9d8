"""From a request to a ``Call``: token, body, query, path, each strictly."""

import asyncio
from typing import Any
from uuid import UUID

import msgspec
from aiohttp import hdrs, web

from server.accounts.refusals import NotSignedIn
from server.http.addresses import client_address
from server.http.endpoints import NOTHING, Call, Caller, Endpoint, Nothing
from server.http.languages import language_of
from server.limits import Meters, neighbourhood
from server.requests import Malformed, NoSuchPage, NotJson, read, require_plain
from server.services import Services

_SCHEME = "bearer"


class Reader:
    """Reads the requests of one endpoint."""

    def __init__(self, endpoint: Endpoint, strangers: Meters) -> None:
        self._endpoint = endpoint
        self._strangers = strangers
        self._body = msgspec.json.Decoder(endpoint.body)

    async def call(self, request: web.Request, services: Services) -> Call[Any, Any]:
        """Everything the handler needs, or the refusal of what is missing."""
        caller = await self._caller(request, services)
        return Call(
            services,
            caller,
            await self._read_body(request),
            self._read_query(request),
            _id_of(request),
        )

    async def _caller(self, request: web.Request, services: Services) -> Caller:
        address = client_address(request, services.settings.trusted_proxies)
        language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
        if self._endpoint.public:
            self._strangers.take(neighbourhood(address), asyncio.get_running_loop().time())
            return Caller(address, language)
        token = _bearer(request)
        return Caller(address, language, await services.authority.holder(token), token)

    async def _read_body(self, request: web.Request) -> msgspec.Struct:
        if self._endpoint.body is Nothing:
            return NOTHING
        if not self._endpoint.body_needed and not request.can_read_body:
            return read(self._body, b"{}")
        if request.content_type != "application/json":
            raise NotJson
        return read(self._body, await request.read())

    def _read_query(self, request: web.Request) -> msgspec.Struct:
        if self._endpoint.query is Nothing:
            return NOTHING
        require_plain(request.query.values())
        try:
            return msgspec.convert(dict(request.query), self._endpoint.query, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed(f"query: {error}") from error


def _id_of(request: web.Request) -> UUID | None:
    text = request.match_info.get("id")
    if text is None:
        return None
    try:
        return UUID(text)
    except ValueError as error:
        raise NoSuchPage from error


def _bearer(request: web.Request) -> str:
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if scheme.lower() != _SCHEME or not token:
        raise NotSignedIn
    return token
