"""The signature that VK puts on launches: mini apps and games share recipe and key.

Source: dev.vk.com, mini-apps/development/launch-params-sign.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote, quote_plus

from platforms import base64url
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

_SIGN = re.compile(r"[A-Za-z0-9_-]{43}")

Quote = Callable[[str], str]


def percent_form(text: str) -> str:
    """VK's documented form: everything but letters, digits and `_.-~` escaped."""
    return quote(text, safe="")


def plus_form(text: str) -> str:
    """The form of VK's published samples: the same, a blank being `+`."""
    return quote_plus(text, safe="")


# VK's text says %20 for a blank, the samples it publishes write a plus. A literal plus is %2B
# in both, so that no two values share a form and either may be believed.
_FORMS: tuple[Quote, ...] = (percent_form, plus_form)


def signature(fields: Mapping[str, str], form: Quote, secret: str) -> str:
    """HMAC-SHA256 over the pairs in order of their keys; base64url, 43 characters."""
    text = "&".join(f"{form(key)}={form(fields[key])}" for key in sorted(fields))
    return base64url.encode(hmac.digest(secret.encode(), text.encode(), hashlib.sha256))


def require_format(sign: str | None) -> str:
    """The signature, if there is one and it can be one at all."""
    if not sign:
        raise Forged(Reason.NO_SIGN)
    if not _SIGN.fullmatch(sign):
        raise Forged(Reason.BAD_SIGN_FORMAT)
    return sign


def require_signature(fields: Mapping[str, str], sign: str, secrets: Secrets) -> None:
    """Raise `Forged` unless one of the keys signed exactly these fields."""
    if not any(secrets.any_makes(sign, partial(signature, fields, form)) for form in _FORMS):
        raise Forged(Reason.BAD_SIGN)
