"""The older login button on a page, and `login_url` buttons of a bot, which sign alike.

Source: core.telegram.org/widgets/login-legacy.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping

from platforms.freshness import MINUTE, Freshness
from platforms.identity import Identity, Kind, Platform, Visitor, cleaned_name, is_number
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.telegram.init_data import check_string

WIDGET_FRESHNESS = Freshness(max_age=5 * MINUTE, skew=MINUTE)

_HASH = re.compile(r"[0-9a-f]{64}")


def signed_by_widget(fields: Mapping[str, object], tokens: Secrets) -> dict[str, str]:
    """The fields as text, if Telegram signed them for one of these bots; raises `Forged`.

    A page gives numbers as JSON numbers, a redirect as text. Fields of our own that a redirect
    carries have to be taken out before.
    """
    texts = {key: _text(value) for key, value in fields.items()}
    claimed = texts.pop("hash", "")
    if not claimed:
        raise Forged(Reason.NO_SIGN)
    if not _HASH.fullmatch(claimed):
        raise Forged(Reason.MALFORMED)
    if not tokens.any_makes(claimed, lambda token: widget_hash(texts, token)):
        raise Forged(Reason.BAD_SIGN)
    return texts


def widget_visitor(fields: Mapping[str, str], freshness: Freshness, now: int) -> Visitor:
    """The person in fields that were found to be signed; raises `Forged` or `Stale`."""
    user, auth_date = fields.get("id", ""), fields.get("auth_date", "")
    if not is_number(user) or not is_number(auth_date):
        raise Forged(Reason.BAD_FIELD)
    freshness.require(int(auth_date), now)
    return Visitor(
        Identity(Platform.TELEGRAM, Kind.USER, user),
        name=cleaned_name(fields.get("first_name"), fields.get("last_name")),
    )


def widget_hash(fields: Mapping[str, str], token: str) -> str:
    """The field `hash`; its key is not the one of mini apps, so neither passes as the other."""
    secret = hashlib.sha256(token.encode()).digest()
    text = check_string(fields)
    return hmac.new(secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
        return str(value)
    raise Forged(Reason.MALFORMED)
