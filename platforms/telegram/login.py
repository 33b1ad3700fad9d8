"""Login with Telegram on a page (OpenID Connect): the code becomes an id_token, which says who.

Source: core.telegram.org/bots/telegram-login.
"""

from dataclasses import dataclass

import msgspec

from platforms.page_login import Form, Handshake, Returned, code_wanted, read_answer, with_query
from platforms.telegram.oidc import ExpectedLogin

KEYS_PATH = "/.well-known/jwks.json"


class TelegramToken(msgspec.Struct, frozen=True):
    """What a code was changed for, as far as we need it: text that is still to be verified."""

    id_token: str


@dataclass(frozen=True, slots=True)
class TelegramLogin:
    """Our client, as BotFather names it; `url` is Telegram's own."""

    client_id: str
    url: str

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return with_query(
            f"{self.url}/auth",
            code_wanted(self.client_id, login) | {"scope": "openid profile", "nonce": login.nonce},
        )

    def token_form(self, returned: Returned, login: Handshake) -> Form:
        """What to post to `/token`, with id and secret of the client by HTTP Basic."""
        return {
            "grant_type": "authorization_code",
            "code": returned.code,
            "redirect_uri": login.return_url,
            "client_id": self.client_id,
            "code_verifier": login.verifier,
        }

    def read_token(self, answer: object) -> TelegramToken:
        """Its answer; raises `Forged` or `Unanswered`."""
        return read_answer(answer, TelegramToken)

    def expected(self, login: Handshake) -> ExpectedLogin:
        """What the id_token must say of the login."""
        return ExpectedLogin(client_id=self.client_id, nonce=login.nonce)
