"""Graph's own record of a payment.

Source: developers.facebook.com, docs/graph-api/reference/payment.
"""

from typing import Final

import msgspec

from platforms.facebook.graph import Action, appsecret_proof
from platforms.secret import Secrets
from server.outbound.calls import CallRefused, NoAnswer, PlatformApi

VERSION: Final = "v25.0"
FIELDS: Final = "id,application,actions,items,user,request_id,test"

_TOO_MANY_CALLS: Final = frozenset({1, 2, 4, 17, 32, 613})


class GraphRecord(msgspec.Struct, frozen=True):
    """What Graph says happened to a payment. Of purchases in games no more is promised."""

    id: str
    actions: list[Action]
    test: int | bool = False


class _Error(msgspec.Struct, frozen=True):
    code: int
    message: str = ""


class _Refusal(msgspec.Struct, frozen=True):
    error: _Error


class FacebookApi:
    """Asks as the app."""

    def __init__(self, api: PlatformApi, app_id: str, secret: Secrets) -> None:
        self._api = api
        self._app_id = app_id
        self._secret = secret

    async def payment(self, payment: str) -> GraphRecord:
        """What happened to a payment; raises `CallRefused` where Graph does not know it."""
        secret = self._secret.current
        token = f"{self._app_id}|{secret}"
        query = {
            "fields": FIELDS,
            "access_token": token,
            "appsecret_proof": appsecret_proof(token, secret),
        }
        answer = await self._api.get(f"/{VERSION}/{payment}", query)
        try:
            if isinstance(answer, dict) and "error" in answer:
                refusal = msgspec.convert(answer, _Refusal).error
                if refusal.code in _TOO_MANY_CALLS:
                    raise NoAnswer("facebook", f"error {refusal.code}")
                raise CallRefused("facebook", refusal.code, refusal.message)
            return msgspec.convert(answer, GraphRecord)
        except msgspec.ValidationError as error:
            raise NoAnswer("facebook", f"nonsense: {error}") from error
