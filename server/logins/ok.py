"""OK's OAuth, as we ask it."""

from platforms.identity import Visitor
from platforms.ok.oauth import CALL_PATH, TOKEN_PATH, OkLogin
from platforms.page_login import Handshake, Returned
from server.outbound.calls import PlatformApi


class OkPage:
    """A `LoginPage`."""

    def __init__(self, app: OkLogin, api: PlatformApi) -> None:
        self._app = app
        self._api = api

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return self._app.address(login)

    async def visitor(self, returned: Returned, login: Handshake, now: int) -> Visitor:
        """Who came back."""
        del now  # what OK answers is of this moment
        form = self._app.token_form(returned, login)
        token = self._app.read_token(await self._api.post(TOKEN_PATH, form))
        return self._app.read_user(await self._api.post(CALL_PATH, self._app.user_form(token)))
