"""Login with Telegram, as we ask it: the code, and the keys by which its answer is verified."""

import asyncio
from typing import Final

from platforms.identity import Visitor
from platforms.page_login import Handshake, Returned, Unanswered
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.telegram.login import KEYS_PATH, TelegramLogin
from platforms.telegram.oidc import Keys, read_keys, verify_id_token
from server.outbound.calls import PlatformApi

KEYS_LIVE: Final = 3600.0
"""Seconds, after which a key may have been withdrawn."""


class TelegramPage:
    """A `LoginPage`. Keys are fetched when they are needed, and once more for a new one."""

    def __init__(self, client: TelegramLogin, secret: Secrets, api: PlatformApi) -> None:
        self._client = client
        self._secret = secret
        self._api = api
        self._keys: Keys = {}
        self._keys_end = 0.0

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return self._client.address(login)

    async def visitor(self, returned: Returned, login: Handshake, now: int) -> Visitor:
        """Who came back."""
        form = self._client.token_form(returned, login)
        ours = (self._client.client_id, self._secret.current)
        token = self._client.read_token(await self._api.post("/token", form, ours)).id_token
        if asyncio.get_running_loop().time() >= self._keys_end:
            await self._fetch_keys()
        expected = self._client.expected(login)
        try:
            return verify_id_token(token, self._keys, expected, now)
        except Forged as forged:
            if forged.reason is not Reason.UNKNOWN_KEY:
                raise
        await self._fetch_keys()
        return verify_id_token(token, self._keys, expected, now)

    async def _fetch_keys(self) -> None:
        answer = await self._api.get(KEYS_PATH, {})
        keys = read_keys(answer) if isinstance(answer, dict) else {}
        if not keys:
            raise Unanswered("nonsense: no keys")
        self._keys = keys
        self._keys_end = asyncio.get_running_loop().time() + KEYS_LIVE
