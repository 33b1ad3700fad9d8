"""What Meta's webhooks tell of payments, read tolerantly: their shape is not promised anywhere.

Wherever an object names a payment, that is a hint. The older shape, `entry` with ids and
`changed_fields`, says only that something happened, which is then asked of Graph.
Source: developers.facebook.com, documentation/games/monetize/iap-webhooks and
docs/games_payments/webhooks.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from platforms.identity import is_number

_DEPTH: Final = 8
_TOKEN_AT_MOST: Final = 512
_ACTIONS: Final = ("payment_action_type", "action_type", "action", "event_type", "type")
_REFUNDS: Final = ("refund", "chargeback", "decline")


class Hint(msgspec.Struct, frozen=True):
    """One payment that was told of; `is_vague` where not even what happened was said."""

    payment: str
    token: str | None = None
    product: str | None = None
    is_refund: bool = False
    is_vague: bool = False


def hints_in(body: bytes) -> list[Hint]:
    """The payments that a body tells of, each once; none in what is not understood."""
    try:
        content = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return []
    found = {hint.payment: hint for hint in _hints(content, _DEPTH)}
    return [found[payment] for payment in sorted(found)]


def _hints(content: object, depth: int) -> Iterator[Hint]:
    if not depth:
        return
    if isinstance(content, list):
        for each in content:
            yield from _hints(each, depth - 1)
    elif isinstance(content, dict):
        if (hint := _hint(content)) is not None:
            yield hint
        for each in content.values():
            yield from _hints(each, depth - 1)


def _hint(fields: dict[str, Any]) -> Hint | None:
    payment = _id(fields.get("payment_id"))
    if payment is not None:
        told = next((fields[name] for name in _ACTIONS if name in fields), "charge")
        action = str(told).lower()
        return Hint(
            payment,
            token=_text(fields.get("purchase_token")),
            product=_text(fields.get("product_id")),
            is_refund=any(word in action for word in _REFUNDS) and "reversal" not in action,
        )
    if "changed_fields" in fields and (named := _id(fields.get("id"))) is not None:
        return Hint(named, is_vague=True)
    return None


def _id(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return str(value) if is_number(str(value)) else None


def _text(value: object) -> str | None:
    usable = isinstance(value, str) and 0 < len(value) <= _TOKEN_AT_MOST and "\0" not in value
    return str(value) if usable else None
