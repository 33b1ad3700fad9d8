"""The other side of Telegram's door: initData as Telegram would make it, for demo and tests."""

from urllib.parse import quote, urlencode

import msgspec

from platforms.telegram.init_data import WebAppUser, token_hash


def app_launch(token: str, user: WebAppUser, now: int) -> str:
    """`Telegram.WebApp.initData` of a mini app opened in a private chat."""
    fields = {
        "auth_date": str(now),
        "chat_instance": "-3788475317572404878",
        "chat_type": "private",
        "user": msgspec.json.encode(user).decode(),
    }
    return urlencode(fields | {"hash": token_hash(fields, token)}, quote_via=quote)
