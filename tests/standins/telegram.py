"""Telegram as far as Stars go: a Bot API with an account of Stars, and updates to a webhook."""

import json
from itertools import count
from typing import Any

from aiohttp import ClientSession, web

from tests.standins.trouble import StandIn

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Telegram(StandIn):
    """Sends updates to the webhook of the service under `service`."""

    def __init__(self, token: str, secret: str, service: str, http: ClientSession) -> None:
        super().__init__()
        self.service = service
        self.secret = secret
        self.invoices: dict[str, dict[str, Any]] = {}
        """By link."""
        self.checkouts: dict[str, str | None] = {}
        """What was answered to each query: none is good, else the words for the payer."""
        self.account: list[dict[str, Any]] = []
        self.said: list[tuple[int, str]] = []
        self.keeps_all = False
        """Whether it answers "no" where Stars are to be given back, and gives none."""
        self._token = token
        self._http = http
        self._numbers = count(1)

    def routes(self) -> list[web.RouteDef]:
        """The methods of the Bot API that payments need."""
        methods = {
            "createInvoiceLink": self._create_invoice_link,
            "answerPreCheckoutQuery": self._answer_pre_checkout,
            "refundStarPayment": self._refund,
            "getStarTransactions": self._transactions,
            "sendMessage": self._send_message,
        }
        return [
            web.post(f"/bot{self._token}/{name}", handler) for name, handler in methods.items()
        ]

    async def checkout(self, link: str, user: int, **changed: Any) -> str | None:
        """Press «pay» on an invoice: what the bot answers."""
        query = f"query-{next(self._numbers)}"
        invoice = self.invoices[link]
        status = await self.send(
            pre_checkout_query={
                "id": query,
                "from": self.user(user),
                "currency": "XTR",
                "total_amount": invoice["amount"],
                "invoice_payload": invoice["payload"],
                **changed,
            }
        )
        assert status == 200
        return self.checkouts[query]

    def charge(self, link: str, user: int, **more: Any) -> dict[str, Any]:
        """Take the Stars: the message that says so, which may be sent, or never arrive."""
        invoice = self.invoices[link]
        charge = f"stxcharge_{next(self._numbers)}"
        self.account.append(
            {
                "id": charge,
                "amount": invoice["amount"],
                "date": 1_790_000_000,
                "source": self._partner(user, invoice["payload"]),
            }
        )
        payment = {
            "currency": "XTR",
            "total_amount": invoice["amount"],
            "invoice_payload": invoice["payload"],
            "telegram_payment_charge_id": charge,
            "provider_payment_charge_id": "",
            **more,
        }
        return self.message(user, successful_payment=payment)

    def give_back(self, charge: str) -> dict[str, Any]:
        """Refund a charge: the message that says so."""
        line = next(each for each in self.account if each["id"] == charge)
        partner = line["source"]
        if not any(each["id"] == charge and "receiver" in each for each in self.account):
            self.account.append(
                {
                    "id": charge,
                    "amount": line["amount"],
                    "date": 1_790_000_100,
                    "receiver": partner,
                }
            )
        return self.message(
            partner["user"]["id"],
            refunded_payment={
                "currency": "XTR",
                "total_amount": line["amount"],
                "invoice_payload": partner["invoice_payload"],
                "telegram_payment_charge_id": charge,
            },
        )

    async def send(self, **update: Any) -> int:
        """Send an update to the webhook; the status of the answer."""
        return await self.post(json.dumps({"update_id": next(self._numbers), **update}).encode())

    async def post(self, body: bytes, secret: str | None = None) -> int:
        """Post a body to the webhook; the status of the answer."""
        headers = {SECRET_HEADER: self.secret if secret is None else secret}
        async with self._http.post(
            f"{self.service}/platforms/telegram/webhook", data=body, headers=headers
        ) as answer:
            return answer.status

    def message(self, user: int, **content: Any) -> dict[str, Any]:
        """A private message of a user's, or about one."""
        return {
            "message_id": next(self._numbers),
            "date": 1_790_000_000,
            "chat": {"id": user, "type": "private"},
            "from": self.user(user),
            **content,
        }

    @staticmethod
    def user(user: int) -> dict[str, Any]:
        """A user as updates name him."""
        return {"id": user, "is_bot": False, "first_name": "Анна"}

    def _partner(self, user: int, payload: str) -> dict[str, Any]:
        return {
            "type": "user",
            "transaction_type": "invoice_payment",
            "user": self.user(user),
            "invoice_payload": payload,
        }

    async def _create_invoice_link(self, request: web.Request) -> web.Response:
        form = await request.post()
        (price,) = json.loads(str(form["prices"]))
        assert form["currency"] == "XTR"
        assert "provider_token" not in form
        assert 1 <= len(str(form["title"])) <= 32
        assert len(str(form["payload"])) <= 128
        link = f"https://t.me/$invoice{next(self._numbers)}"
        self.invoices[link] = {
            "payload": form["payload"],
            "amount": price["amount"],
            "period": form.get("subscription_period"),
        }
        return _ok(link)

    async def _answer_pre_checkout(self, request: web.Request) -> web.Response:
        form = await request.post()
        refused = form["ok"] != "true"
        assert refused == ("error_message" in form)
        said = str(form["error_message"]) if refused else None
        self.checkouts[str(form["pre_checkout_query_id"])] = said
        return _ok(True)

    async def _refund(self, request: web.Request) -> web.Response:
        form = await request.post()
        charge = str(form["telegram_payment_charge_id"])
        if any(each["id"] == charge and "receiver" in each for each in self.account):
            return web.json_response(
                {
                    "ok": False,
                    "error_code": 400,
                    "description": "Bad Request: CHARGE_ALREADY_REFUNDED",
                },
                status=400,
            )
        if self.keeps_all:
            return _ok(False)
        self.give_back(charge)
        return _ok(True)

    async def _transactions(self, request: web.Request) -> web.Response:
        form = await request.post()
        offset, limit = int(str(form["offset"])), int(str(form["limit"]))
        assert limit <= 100
        offset = 0 if self.deaf else offset
        return _ok({"transactions": self.account[offset : offset + limit]})

    async def _send_message(self, request: web.Request) -> web.Response:
        form = await request.post()
        self.said.append((int(str(form["chat_id"])), str(form["text"])))
        return _ok({"message_id": next(self._numbers)})


def _ok(result: Any) -> web.Response:
    return web.json_response({"ok": True, "result": result})
