"""Facebook's signed request: one format and one key for tokens, receipts and callbacks.

    base64url(HMAC-SHA256(app secret, payload part as received)) . base64url(JSON)

Since one key signs every kind, each reader names the field that its kind must have.
Source: developers.facebook.com, docs/reference/login/signed-request.
"""

import hashlib
import hmac
from typing import TypeVar

import msgspec

from platforms import base64url
from platforms.freshness import Freshness
from platforms.identity import is_number
from platforms.jsontext import read_object
from platforms.query import LAUNCH_LIMIT, require_ascii
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

ALGORITHM = "HMAC-SHA256"

_SIGNATURE_BYTES = 32

Fields = TypeVar("Fields", bound="Issued")
Id = str | int


class Issued(msgspec.Struct, frozen=True, kw_only=True):
    """What every kind carries besides its own fields; unknown fields are ignored."""

    issued_at: int | float


def authentic(text: str, secrets: Secrets) -> dict[str, object]:
    """The payload, if our app's key signed it. Says nothing of kind, age or purpose.

    Raises `Forged`: TOO_LONG, MALFORMED, BAD_SIGN, BAD_PAYLOAD or BAD_ALGORITHM.
    """
    signature, payload = _parts(text)
    if not any(hmac.compare_digest(signature, _mac(payload, secret)) for secret in secrets.values):
        raise Forged(Reason.BAD_SIGN)
    try:
        content = read_object(base64url.decode(payload))
    except ValueError as unreadable:
        raise Forged(Reason.BAD_PAYLOAD) from unreadable
    if content.get("algorithm") != ALGORITHM:
        raise Forged(Reason.BAD_ALGORITHM)
    return content


def require_kind(content: dict[str, object], *keys: str) -> None:
    """Raise `Forged` unless the payload has the fields that make it the kind we read."""
    if not all(key in content for key in keys):
        raise Forged(Reason.WRONG_KIND)


def typed(content: dict[str, object], fields: type[Fields]) -> Fields:
    """The payload as its kind's type; raises `Forged` with BAD_FIELD."""
    try:
        return msgspec.convert(content, fields)
    except msgspec.ValidationError as wrong_type:
        raise Forged(Reason.BAD_FIELD) from wrong_type


def numeric_id(value: Id) -> str:
    """An id as text; Facebook writes most as text and some as numbers."""
    if not is_number(str(value)):
        raise Forged(Reason.BAD_FIELD)
    return str(value)


def require_fresh(fields: Issued, freshness: Freshness, now: int) -> None:
    """Raise `Stale` unless the payload was signed recently enough."""
    freshness.require(fields.issued_at, now)


def sign(content: dict[str, object], secret: str) -> str:
    """A signed request with this content, as Facebook would send it."""
    payload = base64url.encode(msgspec.json.encode({"algorithm": ALGORITHM, **content}))
    return f"{base64url.encode(_mac(payload, secret))}.{payload}"


def _parts(text: str) -> tuple[bytes, str]:
    """The decoded signature and the payload as it was sent, for that is what was signed."""
    require_ascii(text, LAUNCH_LIMIT)
    parts = text.split(".")
    if len(parts) != 2 or not all(parts):
        raise Forged(Reason.MALFORMED)
    try:
        signature = base64url.decode(parts[0])
        base64url.decode(parts[1])
    except ValueError as not_base64:
        raise Forged(Reason.MALFORMED) from not_base64
    if len(signature) != _SIGNATURE_BYTES:
        raise Forged(Reason.MALFORMED)
    return signature, parts[1]


def _mac(payload: str, secret: str) -> bytes:
    return hmac.digest(secret.encode(), payload.encode(), hashlib.sha256)
