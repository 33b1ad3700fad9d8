"""Facebook as far as a login goes: codes, tokens, and Graph's word on them."""

from typing import Any

from aiohttp import web

from platforms.facebook.graph import appsecret_proof
from tests.standins.login_page import OURS, Grant, LoginPageStandIn

SECRET = "facebook-login-secret"


class FacebookLoginStandIn(LoginPageStandIn):
    """May say of a token what is not so."""

    authorize = "/v25.0/dialog/oauth"

    def __init__(self) -> None:
        super().__init__()
        self.token_told: dict[str, Any] = {}
        self.user_told: str | None = None

    def server(self) -> list[web.RouteDef]:
        """Tokens, what they are, and whose."""
        return [
            web.get("/v25.0/oauth/access_token", self._token),
            web.get("/v25.0/debug_token", self._debug),
            web.get("/v25.0/me", self._me),
        ]

    async def _token(self, request: web.Request) -> web.Response:
        query = dict(request.query)
        if query["client_secret"] != SECRET:
            return _error(1)
        grant = self.grant(query)
        if grant is None:
            return _error(100)
        answer = {"access_token": self.token(grant), "token_type": "bearer", "expires_in": 5184000}
        return web.json_response(answer)

    async def _debug(self, request: web.Request) -> web.Response:
        grant = self.known(request.query["input_token"])
        if request.query["access_token"] != f"{OURS}|{SECRET}" or grant is None:
            return _error(190)
        return web.json_response({"data": self._told(grant) | self.token_told})

    def _told(self, grant: Grant) -> dict[str, Any]:
        return {
            "app_id": OURS,
            "type": "USER",
            "application": "Nardy",
            "expires_at": 0,
            "is_valid": True,
            "scopes": ["public_profile"],
            "user_id": grant.person.user,
        }

    async def _me(self, request: web.Request) -> web.Response:
        token = request.query["access_token"]
        grant = self.known(token)
        if grant is None or request.query["appsecret_proof"] != appsecret_proof(token, SECRET):
            return _error(190)
        return web.json_response(
            {"id": self.user_told or grant.person.user, "name": grant.person.name}
        )


def _error(code: int) -> web.Response:
    error = {"message": "no", "type": "OAuthException", "code": code, "fbtrace_id": "x"}
    return web.json_response({"error": error}, status=400)
