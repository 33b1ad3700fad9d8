"""VK ID as far as a login goes: the proof key, the device, and who holds a token."""

from aiohttp import web

from tests.standins.login_page import OURS, LoginPageStandIn, form_of, refusal


class VkIdStandIn(LoginPageStandIn):
    """May say of a token's user, or of its login, what is not so."""

    authorize = "/authorize"

    def __init__(self) -> None:
        super().__init__()
        self.state_told: str | None = None
        self.user_told: str | None = None

    def server(self) -> list[web.RouteDef]:
        """Tokens, and who holds one."""
        return [
            web.post("/oauth2/auth", self._auth),
            web.post("/oauth2/user_info", self._user_info),
        ]

    def returned(self, asked: dict[str, str]) -> dict[str, str]:
        """With the device, without which no code is changed."""
        assert asked["code_challenge_method"] == "S256"
        return {**super().returned(asked), "device_id": "a-device", "expires_in": "600"}

    async def _auth(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        assert form["grant_type"] == "authorization_code"
        grant = self.grant(form) if form["device_id"] == "a-device" else None
        if grant is None:
            return refusal()
        return web.json_response(
            {
                "access_token": self.token(grant),
                "refresh_token": "another",
                "id_token": "a.b.c",
                "token_type": "Bearer",
                "expires_in": 3600,
                "user_id": int(grant.person.user),
                "state": self.state_told or form["state"],
                "scope": "vkid.personal_info",
            }
        )

    async def _user_info(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        grant = self.known(form["access_token"])
        if grant is None or form["client_id"] != OURS:
            return refusal("invalid_token")
        person = grant.person
        user: dict[str, object] = {"user_id": self.user_told or person.user}
        user |= {"first_name": person.name, "last_name": "К", "avatar": "", "sex": 1}
        return web.json_response({"user": {**user, "verified": False, **person.shown}})
