"""Webhooks of Meta: the answer to their verification, and the signature over their bodies.

Source: developers.facebook.com, docs/graph-api/webhooks/getting-started.
"""

import hmac
import re
from collections.abc import Mapping

from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

SIGNATURE_HEADER = "X-Hub-Signature-256"

_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")
# Anything else would be echoed to whoever asks, markup included.
_CHALLENGE = re.compile(r"[A-Za-z0-9_.-]{1,256}")


def verification(query: Mapping[str, str], verify_tokens: Secrets) -> str:
    """The challenge to answer with, as plain text; raises `Forged`.

    Facebook asks by GET when the settings are edited. The names have dots in them.
    """
    if query.get("hub.mode") != "subscribe":
        raise Forged(Reason.BAD_MODE)
    if not verify_tokens.hold(query.get("hub.verify_token", "")):
        raise Forged(Reason.BAD_SECRET)
    challenge = query.get("hub.challenge", "")
    if not _CHALLENGE.fullmatch(challenge):
        raise Forged(Reason.BAD_CHALLENGE)
    return challenge


def require_signature(header: str | None, body: bytes, secrets: Secrets) -> None:
    """Raise `Forged` unless Facebook signed this body.

    `header` is the value of SIGNATURE_HEADER; the older one, of SHA-1, is never looked at.
    `body` is the bytes as they came: the same JSON written anew has another signature.
    """
    if not header:
        raise Forged(Reason.NO_SIGN)
    if not _SIGNATURE.fullmatch(header):
        raise Forged(Reason.MALFORMED)
    if not secrets.any_makes(header, lambda secret: signature(body, secret)):
        raise Forged(Reason.BAD_SIGN)


def signature(body: bytes, secret: str, algorithm: str = "sha256") -> str:
    """The header's value for a body, such as `sha256=4a41…`."""
    return f"{algorithm}={hmac.new(secret.encode(), body, algorithm).hexdigest()}"
