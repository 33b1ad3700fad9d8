"""Telegram's login pages as OpenID Connect: codes, id_tokens, and the keys that sign them."""

import base64
import json
import time
from functools import cache
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

from platforms import base64url
from tests.standins.login_page import OURS, Grant, LoginPageStandIn, form_of, refusal

SECRET = "telegram-login-secret"
FOREIGN_KEY = {"kty": "EC", "crv": "secp256k1", "alg": "ES256K", "kid": "k1", "x": "", "y": ""}


@cache
def private_key(kid: str) -> RSAPrivateKey:
    """A key of theirs; making one takes a while."""
    return generate_private_key(public_exponent=65537, key_size=2048)


class TelegramLoginStandIn(LoginPageStandIn):
    """May sign other claims than it should, and change its key."""

    authorize = "/auth"

    def __init__(self) -> None:
        super().__init__()
        self.claims: dict[str, Any] = {}
        self.secret = SECRET
        self.kid = "first"
        self.published: str | None = None
        """The key that is told; the one that signs, unless it differs."""

    def server(self) -> list[web.RouteDef]:
        """Tokens and keys."""
        return [web.post("/token", self._token), web.get("/.well-known/jwks.json", self._jwks)]

    async def _token(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        ours = base64.b64encode(f"{OURS}:{self.secret}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {ours}":
            return refusal("invalid_client")
        grant = self.grant(form)
        if grant is None:
            return refusal()
        token = self._signed(grant)
        return web.json_response({"access_token": "t", "token_type": "Bearer", "id_token": token})

    def _signed(self, grant: Grant) -> str:
        now = int(time.time())
        claims = {
            "iss": "https://oauth.telegram.org",
            "aud": OURS,
            "sub": "9000000001",
            "iat": now,
            "exp": now + 3600,
            "id": int(grant.person.user),
            "name": grant.person.name,
            "nonce": grant.asked["nonce"],
        }
        header = {"alg": "RS256", "typ": "JWT", "kid": self.kid}
        parts = (header, claims | self.claims)
        text = ".".join(base64url.encode(json.dumps(part).encode()) for part in parts)
        signature = private_key(self.kid).sign(text.encode(), PKCS1v15(), SHA256())
        return f"{text}.{base64url.encode(signature)}"

    async def _jwks(self, _request: web.Request) -> web.Response:
        kid = self.published or self.kid
        numbers = private_key(kid).public_key().public_numbers()
        n, e = (
            base64url.encode(number.to_bytes((number.bit_length() + 7) // 8))
            for number in (numbers.n, numbers.e)
        )
        key = {"kty": "RSA", "alg": "RS256", "use": "sig", "kid": kid, "n": n, "e": e}
        return web.json_response({"keys": [FOREIGN_KEY, key]})
