"""VK ID, as we ask it."""

from platforms.identity import Visitor
from platforms.page_login import Handshake, Returned
from platforms.vk.vk_id import VkId
from server.outbound.calls import PlatformApi


class VkIdPage:
    """A `LoginPage`."""

    def __init__(self, app: VkId, api: PlatformApi) -> None:
        self._app = app
        self._api = api

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return self._app.address(login)

    async def visitor(self, returned: Returned, login: Handshake, now: int) -> Visitor:
        """Who came back."""
        del now  # what VK answers is of this moment
        form = self._app.token_form(returned, login)
        token = self._app.read_token(await self._api.post("/oauth2/auth", form), login)
        told = await self._api.post("/oauth2/user_info", self._app.user_form(token))
        return self._app.read_user(told, token)
