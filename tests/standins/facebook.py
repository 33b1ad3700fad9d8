"""Facebook as far as payments in Instant Games go: receipts, webhooks, and Graph's own record."""

import json
import time
from itertools import count
from typing import Any

from aiohttp import ClientSession, web

from platforms.facebook.graph import appsecret_proof
from platforms.facebook.signed_request import sign
from platforms.facebook.webhooks import SIGNATURE_HEADER, signature
from tests.standins.trouble import StandIn


class Facebook(StandIn):
    """Sells to its players; `consumed` are the tokens that the client has consumed."""

    def __init__(self, app_id: str, secret: str, service: str, http: ClientSession) -> None:
        super().__init__()
        self.service = service
        self.purchases: dict[str, dict[str, Any]] = {}
        """By payment id; the receipts' fields."""
        self.actions: dict[str, list[dict[str, str]]] = {}
        self.consumed: set[str] = set()
        self._app_id = app_id
        self._secret = secret
        self._http = http
        self._numbers = count(3_500_000_001)

    def routes(self) -> list[web.RouteDef]:
        """Graph, one payment at a time."""
        return [web.get("/v25.0/{payment}", self._payment)]

    def buy(self, product: str, **changed: Any) -> str:
        """`purchaseAsync`: the receipt that the client gets."""
        payment = str(next(self._numbers))
        fields = {
            "algorithm": "HMAC-SHA256",
            "app_id": self._app_id,
            "is_consumed": False,
            "issued_at": time.time(),
            "payment_action_type": "charge",
            "payment_id": payment,
            "product_id": product,
            "purchase_price": {"amount": "0.99", "currency": "USD"},
            "purchase_time": int(time.time()),
            "purchase_token": f"token-{payment}",
            **changed,
        }
        self.purchases[payment] = fields
        self.act(payment, "charge")
        return self.signed(fields)

    def signed(self, fields: dict[str, Any]) -> str:
        """A signed request of these fields."""
        return sign(fields, self._secret)

    def act(self, payment: str, kind: str, status: str = "completed") -> None:
        """Write down what happens to a payment."""
        action = {"type": kind, "status": status, "currency": "USD", "amount": "0.99"}
        self.actions.setdefault(payment, []).append(action)

    @property
    def newest(self) -> dict[str, Any]:
        """The receipt's fields of the last purchase."""
        return self.purchases[max(self.purchases)]

    async def tell(self, content: Any) -> int:
        """A webhook of this content; the status of the answer."""
        body = json.dumps(content).encode()
        return await self.post(body, signature(body, self._secret))

    async def post(self, body: bytes, signed: str | None) -> int:
        """Post a body to the webhook; the status of the answer."""
        headers = {} if signed is None else {SIGNATURE_HEADER: signed}
        async with self._http.post(
            f"{self.service}/platforms/facebook/payments", data=body, headers=headers
        ) as answer:
            return answer.status

    async def verify(self, **query: str) -> tuple[int, str]:
        """Ask whether the address is ours, as the dashboard does."""
        async with self._http.get(
            f"{self.service}/platforms/facebook/payments", params=query
        ) as answer:
            return answer.status, await answer.text()

    async def _payment(self, request: web.Request) -> web.Response:
        token = f"{self._app_id}|{self._secret}"
        assert request.query["access_token"] == token
        assert request.query["appsecret_proof"] == appsecret_proof(token, self._secret)
        payment = request.match_info["payment"]
        if payment not in self.actions:
            error = {"message": "Unsupported get request.", "code": 100}
            return web.json_response({"error": error}, status=400)
        return web.json_response({"id": payment, "actions": self.actions[payment]})
