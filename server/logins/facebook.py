"""Facebook Login, as we ask it."""

from platforms.facebook.login import GRAPH, FacebookLogin
from platforms.identity import Visitor
from platforms.page_login import Handshake, Returned
from server.outbound.calls import PlatformApi


class FacebookPage:
    """A `LoginPage`."""

    def __init__(self, app: FacebookLogin, api: PlatformApi) -> None:
        self._app = app
        self._api = api

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return self._app.address(login)

    async def visitor(self, returned: Returned, login: Handshake, now: int) -> Visitor:
        """Who came back."""
        app, api = self._app, self._api
        query = app.token_query(returned, login)
        token = app.read_token(await api.get(f"/{GRAPH}/oauth/access_token", query))
        owner = app.read_owner(await api.get(f"/{GRAPH}/debug_token", app.debug_query(token)), now)
        return app.read_user(await api.get(f"/{GRAPH}/me", app.user_query(token)), owner)
