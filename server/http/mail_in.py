"""`POST /api/v1/admin/mail` on the operations address: one raw letter to support."""

from typing import Final

import msgspec
from aiohttp import hdrs, web

from server.correspondence.receiving import LARGEST, Correspondence, Taken
from server.errors import ErrorBody, Errors
from server.http.bodies import whole_body
from server.http.languages import language_of
from server.operators.staff import Staff, require
from server.storage.operators import Role

PATH: Final = "/api/v1/admin/mail"

_encode = msgspec.json.Encoder().encode


class MailIn:
    """Takes letters of whoever has the token of an operator, as a mail server's pipe has."""

    def __init__(self, staff: Staff, correspondence: Correspondence, errors: Errors) -> None:
        self._staff = staff
        self._correspondence = correspondence
        self._errors = errors

    def routes(self) -> list[web.RouteDef]:
        """The one route."""
        return [web.post(PATH, self._handle)]

    async def _handle(self, request: web.Request) -> web.Response:
        try:
            return _json(await self._take(request), 200)
        except web.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - whatever happened, the mail server is told
            language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
            rendered = self._errors.render(error, language)
            return _json(ErrorBody(rendered), rendered.status)

    async def _take(self, request: web.Request) -> Taken:
        token = request.headers.get(hdrs.AUTHORIZATION, "").removeprefix("Bearer ")
        require(await self._staff.by_token(token), Role.MODERATOR)
        return await self._correspondence.take(await whole_body(request, LARGEST))


def _json(body: Taken | ErrorBody, status: int) -> web.Response:
    return web.Response(
        body=_encode(body),
        status=status,
        content_type="application/json",
        headers={hdrs.CACHE_CONTROL: "no-store"},
    )
