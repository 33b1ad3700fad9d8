"""VK as far as payments go: it asks and tells by signed notifications and keeps a record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, web

from platforms.vk.notifications import signature
from tests.standins.trouble import StandIn


@dataclass(frozen=True)
class VotesOrder:
    """An order as VK keeps it; `status` is its own word."""

    id: int
    user: str
    item: str
    price: int
    date: int
    status: str = "created"
    discount: str = ""


@dataclass(frozen=True)
class VotesSubscription:
    """A subscription as VK keeps it."""

    id: int
    user: str
    item: str
    price: int
    status: str
    next_bill_time: int
    pending_cancel: bool = False


class Vk(StandIn):
    """Buys for its users at the payments address of the service under `service`."""

    def __init__(self, app_id: str, secret: str, service: str, http: ClientSession) -> None:
        super().__init__()
        self.service = service
        self.orders: dict[int, VotesOrder] = {}
        self.subscriptions: dict[int, VotesSubscription] = {}
        self._app_id = app_id
        self._secret = secret
        self._http = http
        self._numbers = count(2_044_594)

    def routes(self) -> list[web.RouteDef]:
        """The methods that read its record."""
        return [
            web.post("/method/orders.get", self._get),
            web.post("/method/orders.getById", self._get_by_id),
            web.post("/method/orders.getUserSubscriptionById", self._subscription),
        ]

    async def ask(self, user: str, item: str, kind: str = "get_item", **more: str) -> Any:
        """What the service says the item is."""
        return await self.notify(
            self.signed(
                notification_type=kind,
                user_id=user,
                receiver_id=user,
                order_id=str(next(self._numbers)),
                item=item,
                lang="ru_RU",
                **more,
            )
        )

    async def sell(self, user: str, item: str, now: int) -> VotesOrder:
        """Ask what the item is, and make an order of it; nothing is told yet."""
        answer = await self.ask(user, item)
        price = answer["response"]["price"]
        order = VotesOrder(next(self._numbers), user, item, price, now)
        self.orders[order.id] = order
        return order

    async def charge(self, order: VotesOrder) -> Any:
        """Tell that it is to be paid; a good answer takes the votes, a bad one cancels it."""
        answer = await self.notify(self.told(order))
        error = answer.get("error")
        if error is None:
            self.settle(order, "charged")
        elif error["critical"]:
            self.settle(order, "cancelled")
        return answer

    def settle(self, order: VotesOrder, status: str) -> None:
        """Write down what became of it."""
        self.orders[order.id] = replace(order, status=status)

    def told(self, order: VotesOrder, status: str = "chargeable", test: str = "") -> bytes:
        """The notification that an order was paid, or paid back."""
        return self.signed(
            notification_type=f"order_status_change{test}",
            user_id=order.user,
            receiver_id=order.user,
            order_id=str(order.id),
            item=order.item,
            item_id=order.item,
            item_title="что-то",
            item_price=str(order.price),
            item_discount=order.discount,
            date=str(order.date),
            status=status,
        )

    def told_of(self, subscription: VotesSubscription, status: str, **more: str) -> bytes:
        """The notification that a subscription changed."""
        return self.signed(
            notification_type="subscription_status_change",
            user_id=subscription.user,
            subscription_id=str(subscription.id),
            item_id=subscription.item,
            item_price=str(subscription.price),
            status=status,
            **more,
        )

    def signed(self, **fields: str) -> bytes:
        """A form as VK signs it."""
        whole = {"app_id": self._app_id, "version": "5.132", **fields}
        return urlencode(whole | {"sig": signature(whole, self._secret)}).encode()

    async def notify(self, body: bytes) -> Any:
        """Post to the service; VK reads nothing but status 200."""
        async with self._http.post(
            f"{self.service}/platforms/vk/payments",
            data=body,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        ) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def _get(self, request: web.Request) -> web.Response:
        form = await request.post()
        assert form["access_token"]
        assert form["test_mode"] == "0"
        newest = sorted(self.orders.values(), key=lambda each: -each.id)
        offset, most = int(str(form["offset"])), int(str(form["count"]))
        offset = 0 if self.deaf else offset
        return _listed(newest[offset : offset + most])

    async def _get_by_id(self, request: web.Request) -> web.Response:
        form = await request.post()
        found = self.orders.get(int(str(form["order_id"])))
        return _listed([] if found is None else [found])

    async def _subscription(self, request: web.Request) -> web.Response:
        form = await request.post()
        found = self.subscriptions.get(int(str(form["subscription_id"])))
        if found is None or found.user != form["user_id"]:
            return web.json_response({"error": {"error_code": 100, "error_msg": "unknown"}})
        kept: Mapping[str, Any] = {
            "id": found.id,
            "item_id": found.item,
            "price": found.price,
            "status": found.status,
            "next_bill_time": found.next_bill_time,
            "pending_cancel": found.pending_cancel,
        }
        return web.json_response({"response": kept})


def _listed(orders: list[VotesOrder]) -> web.Response:
    return web.json_response(
        {
            "response": [
                {
                    "id": str(each.id),
                    "app_order_id": "0",
                    "status": each.status,
                    "user_id": each.user,
                    "receiver_id": each.user,
                    "item": each.item,
                    "amount": str(each.price),
                    "date": str(each.date),
                }
                for each in orders
            ]
        }
    )
