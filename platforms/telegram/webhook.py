"""The address to which Telegram sends a bot's updates. Source: core.telegram.org/bots/api."""

import re
from collections.abc import Container

from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  a header's name

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


def is_secret_token(text: str) -> bool:
    """Whether Telegram would take this as a webhook's secret."""
    return _SECRET.fullmatch(text) is not None


def require_secret_token(header: str | None, secrets: Secrets) -> None:
    """Raise `Forged` unless the update came with one of our secrets."""
    if header is None:
        raise Forged(Reason.NO_SIGN)
    if not secrets.hold(header):
        raise Forged(Reason.BAD_SECRET)


def is_repeat(update_id: int, seen: Container[int]) -> bool:
    """Whether this update has come before.

    Ids arrive out of order, and may fall after a quiet week: every id of the last two days
    has to be remembered, not the highest.
    """
    return update_id in seen
