"""VK's own record of orders and subscriptions, and any other method that a service token opens.

Source: dev.vk.com, method/orders.
"""

from typing import Any, Final, TypeVar

import msgspec

from platforms.secret import Secrets
from server.outbound.calls import CallRefused, NoAnswer, PlatformApi

PAGE: Final = 100
VERSION: Final = "5.199"

_PASSING: Final = frozenset({1, 6, 9, 10, 29})
Shape = TypeVar("Shape")


class VkOrder(msgspec.Struct, frozen=True):
    """An order as VK keeps it: all of it is text there, the number of votes too."""

    id: int | str
    user_id: int | str
    item: str
    amount: int | str
    status: str
    date: int | str


class VkSubscription(msgspec.Struct, frozen=True):
    """A subscription as VK keeps it."""

    id: int | str
    item_id: str
    price: int
    status: str
    next_bill_time: int | None = None
    pending_cancel: bool | int | None = None


class _Refusal(msgspec.Struct, frozen=True):
    error_code: int
    error_msg: str = ""


class VkApi:
    """Asks with the service token of the app."""

    def __init__(self, api: PlatformApi, token: Secrets) -> None:
        self._api = api
        self._token = token

    async def orders(self, offset: int, *, test: bool = False) -> list[VkOrder]:
        """At most `PAGE` orders, the newest first, after so many."""
        form = {"offset": str(offset), "count": str(PAGE), "test_mode": "1" if test else "0"}
        answer = await self.call("orders.get", form)
        listed = answer.get("items", []) if isinstance(answer, dict) else answer
        return self._as(list[VkOrder], listed)

    async def order(self, order: str) -> VkOrder | None:
        """One order by its number; none where VK knows none."""
        found = self._as(list[VkOrder], await self.call("orders.getById", {"order_id": order}))
        return found[0] if found else None

    async def subscription(self, user: str, subscription: str) -> VkSubscription:
        """One subscription as it stands."""
        form = {"user_id": user, "subscription_id": subscription}
        return self._as(VkSubscription, await self.call("orders.getUserSubscriptionById", form))

    async def call(self, method: str, form: dict[str, str]) -> Any:
        """What VK responds to one method; raises `CallFailed`."""
        signed = {**form, "access_token": self._token.current, "v": VERSION}
        answer = await self._api.post(f"/method/{method}", signed)
        if not isinstance(answer, dict):
            raise NoAnswer("vk", "nonsense: no object")
        if "error" in answer:
            refusal = self._as(_Refusal, answer["error"])
            if refusal.error_code in _PASSING:
                raise NoAnswer("vk", f"error {refusal.error_code}")
            raise CallRefused("vk", refusal.error_code, refusal.error_msg)
        if "response" not in answer:
            raise NoAnswer("vk", "nonsense: no response")
        return answer["response"]

    def _as(self, shape: type[Shape], answer: Any) -> Shape:
        try:
            return msgspec.convert(answer, shape)
        except msgspec.ValidationError as error:
            raise NoAnswer("vk", f"nonsense: {error}") from error
