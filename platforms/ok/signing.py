"""The other side of OK's door: launches as OK would make them, for the demo and the tests."""

from urllib.parse import quote, urlencode

from platforms.ok.launch import auth_signature
from platforms.ok.signature import signature


def app_launch(application_key: str, secret: str, user_id: str, session: str) -> str:
    """`location.search`, without its `?`; `session` makes this launch unlike any other."""
    session_key = f"-s-{session}"
    fields = {
        "application_key": application_key,
        "api_server": "https://api.ok.ru/",
        "auth_sig": auth_signature(user_id, session_key, secret),
        "authorized": "1",
        "container": "true",
        "first_start": "0",
        "logged_user_id": user_id,
        "new_sig": "1",
        "refplace": "user_apps",
        "session_key": session_key,
        "session_secret_key": "0" * 32,
        "web_server": "https://ok.ru",
    }
    return urlencode(fields | {"sig": signature(fields, secret)}, quote_via=quote)
