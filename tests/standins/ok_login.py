"""OK as far as a login goes: codes, tokens, and one signed call."""

from aiohttp import web

from platforms.ok.rest import token_signature
from tests.standins.login_page import OURS, LoginPageStandIn, form_of, refusal

KEY, SECRET = "CKEYKEYKEY", "ok-login-secret"


class OkLoginStandIn(LoginPageStandIn):
    """May know of other users, or of an error, when it is asked for the current one."""

    authorize = "/oauth/authorize"

    def __init__(self) -> None:
        super().__init__()
        self.uid_told: str | None = None
        self.error: int | None = None

    def server(self) -> list[web.RouteDef]:
        """Tokens, and who holds one."""
        return [web.post("/oauth/token.do", self._token), web.post("/fb.do", self._call)]

    async def _token(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        if (form["client_id"], form["client_secret"]) != (OURS, SECRET):
            return refusal("invalid_client")
        grant = self.grant(form)
        if grant is None:
            return refusal()
        answer = {"access_token": self.token(grant), "refresh_token": "r", "expires_in": "1800"}
        return web.json_response(answer)

    async def _call(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        signature = form.pop("sig")
        if signature != token_signature(form, SECRET) or form["application_key"] != KEY:
            return _error(104)
        grant = self.known(form["access_token"])
        if grant is None or self.error is not None:
            return _error(self.error or 103)
        assert form["method"] == "users.getCurrentUser"
        uid = self.uid_told or grant.person.user
        told = {"uid": uid, "name": grant.person.name, "locale": "ru"}
        asked = form["fields"].split(",")
        shown = {name: each for name, each in grant.person.shown.items() if name in asked}
        return web.json_response(told | shown)


def _error(code: int) -> web.Response:
    return web.json_response({"error_code": code, "error_msg": "NO : no", "error_data": None})
