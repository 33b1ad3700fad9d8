"""What Telegram takes as payloads; it counts bytes. Source: core.telegram.org/bots/api."""

import re

CALLBACK_DATA_BYTES = 64
INVOICE_PAYLOAD_BYTES = 128

_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_callback_data(text: str) -> bool:
    """Whether a button may carry this."""
    return _fits(text, CALLBACK_DATA_BYTES)


def is_invoice_payload(text: str) -> bool:
    """Whether an invoice may carry this."""
    return _fits(text, INVOICE_PAYLOAD_BYTES)


def is_start_payload(text: str) -> bool:
    """Whether a link `t.me/bot?start=…` may carry this."""
    return _START.fullmatch(text) is not None


def _fits(text: str, limit: int) -> bool:
    try:
        return 1 <= len(text.encode()) <= limit
    except UnicodeEncodeError:
        return False
