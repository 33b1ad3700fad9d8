"""How our calls of OK's REST methods are signed, by what the call is made on behalf of.

Source: the official SDKs. The text of apiok.ru leaves `session_key` out of the hash; they
include it. Source: apiok.ru, dev/methods; odnoklassniki/ok-js-sdk.
"""

from collections.abc import Mapping

from platforms.ok.signature import md5, signature

_LEFT_OUT = ("sig", "resig", "access_token")


def application_signature(fields: Mapping[str, str], application_secret: str) -> str:
    """`sig` of a call that the application makes for itself."""
    return signature(fields, application_secret, _LEFT_OUT)


def session_signature(fields: Mapping[str, str], session_secret: str) -> str:
    """`sig` of a call for a session, by its own secret; a token among the fields is left out."""
    return signature(fields, session_secret, _LEFT_OUT)


def token_signature(fields: Mapping[str, str], application_secret: str) -> str:
    """`sig` of a call with the `access_token` among its fields, made by a server."""
    return signature(fields, md5(fields["access_token"] + application_secret), _LEFT_OUT)
