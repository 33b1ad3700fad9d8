"""Proof key for code exchange (RFC 7636, S256), which VK ID and Telegram's login ask for."""

import hashlib
import re

from platforms import base64url

_VERIFIER = re.compile(r"[A-Za-z0-9_-]{43,128}")


def challenge(verifier: str) -> str:
    """What goes out with the redirect, so that only we can redeem the code that comes back.

    `verifier` is a secret of one login, 43 to 128 characters; ValueError if it is not.
    """
    if not _VERIFIER.fullmatch(verifier):
        raise ValueError("a verifier is 43 to 128 letters, digits, - and _")
    return base64url.encode(hashlib.sha256(verifier.encode()).digest())
