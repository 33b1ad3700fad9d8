"""OK as far as payments go: it calls up to three times and takes the money back if all fail."""

from itertools import count
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

from aiohttp import ClientSession
from multidict import CIMultiDictProxy

from platforms.ok.signature import signature

TRIES = 3


class Ok:
    """Sells at the payments address of the service under `service`."""

    def __init__(self, key: str, secret: str, service: str, http: ClientSession) -> None:
        self.service = service
        self.kept: dict[str, bool] = {}
        """Whether the money of a transaction stayed with the app."""
        self._key = key
        self._secret = secret
        self._http = http
        self._numbers = count(90_000_000_001)

    def transaction(self) -> str:
        """A number for a new payment."""
        return str(next(self._numbers))

    def query(self, transaction: str, user: str, product: str, amount: int, **more: str) -> str:
        """The callback of a payment, signed."""
        return self.signed(
            uid=user,
            transaction_id=transaction,
            transaction_time="2026-01-01 03:00:00",
            product_code=product,
            amount=str(amount),
            **more,
        )

    def signed(self, **fields: str) -> str:
        """A query as OK signs it."""
        whole = {
            "application_key": self._key,
            "call_id": "1767225600123",
            "method": "callbacks.payment",
            **fields,
        }
        return urlencode(whole | {"sig": signature(whole, self._secret)})

    async def sell(self, user: str, product: str, amount: int) -> str:
        """A whole sale: called until it is answered well, at most three times."""
        transaction = self.transaction()
        for _ in range(TRIES):
            error = await self.call(self.query(transaction, user, product, amount))
            self.kept[transaction] = error is None
            if error not in (1, 2):
                break
        return transaction

    async def call(self, query: str) -> int | None:
        """Call once; the error that OK reads out of the answer, none for a good one."""
        async with self._http.get(
            f"{self.service}/platforms/ok/payments?{query}", allow_redirects=False
        ) as answer:
            assert answer.status == 200, await answer.text()
            return _read(answer.headers, await answer.text())


def _read(headers: "CIMultiDictProxy[str]", text: str) -> int | None:
    root = ET.fromstring(text)
    namespace = "{http://api.forticom.com/1.0/}"
    error = headers.get("Invocation-error")
    if error is None:
        assert (root.tag, root.text) == (f"{namespace}callbacks_payment_response", "true")
        return None
    assert root.tag == f"{namespace}error_response"
    assert root.findtext("error_code") == error
    return int(error)
