"""Login on a page by OpenID Connect: the id_token that Telegram's server answers with.

Source: core.telegram.org/bots/telegram-login.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey, RSAPublicNumbers
from cryptography.hazmat.primitives.hashes import SHA256

from platforms import base64url
from platforms.freshness import HOUR, MINUTE, Freshness
from platforms.identity import Identity, Kind, Platform, Visitor, cleaned_name
from platforms.jsontext import read_object
from platforms.query import LAUNCH_LIMIT, require_ascii
from platforms.refusals import Forged, Reason, Stale
from platforms.secret import same

ISSUER = "https://oauth.telegram.org"
# The one algorithm that we take. A list chosen by the token's header would be no check at all.
ALGORITHM = "RS256"
TOKEN_FRESHNESS = Freshness(max_age=HOUR, skew=MINUTE)

_MIN_KEY_BITS = 2048
_MAX_ID = 2**52 - 1

Part = TypeVar("Part", bound=msgspec.Struct)
Keys = Mapping[str, RSAPublicKey]


class _Jwk(msgspec.Struct, frozen=True):
    kid: str
    n: str
    e: str
    kty: str
    alg: str = ALGORITHM


class _Header(msgspec.Struct, frozen=True):
    alg: str
    kid: str | None = None
    crit: object = None


class _Claims(msgspec.Struct, frozen=True):
    iss: str
    aud: str | list[str]
    exp: int | float
    iat: int | float
    id: int
    nbf: int | float = 0
    nonce: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedLogin:
    """The login that we began: our client id and the nonce that its redirect carried."""

    client_id: str
    nonce: str


def read_keys(jwks: Mapping[str, object]) -> Keys:
    """The keys we can use, by `kid`; others in the set are for somebody else and are skipped."""
    listed = jwks.get("keys")
    found = (_key(item) for item in listed) if isinstance(listed, list) else ()
    return dict(pair for pair in found if pair)


def verify_id_token(token: str, keys: Keys, login: ExpectedLogin, now: int) -> Visitor:
    """Who logged in; raises `Forged` or `Stale`.

    UNKNOWN_KEY may mean that Telegram has new keys: fetch them once, then refuse. The person is
    the claim `id`; `sub` is another number.
    """
    require_ascii(token, LAUNCH_LIMIT)
    parts = token.split(".")
    if len(parts) != 3:
        raise Forged(Reason.MALFORMED)
    header = _part(parts[0], _Header)
    if header.alg != ALGORITHM or header.crit is not None:
        raise Forged(Reason.BAD_ALGORITHM)  # what is critical is unknown to us (RFC 7515, 4.1.11)
    if header.kid is None or header.kid not in keys:
        raise Forged(Reason.UNKNOWN_KEY)
    _require_signature(keys[header.kid], f"{parts[0]}.{parts[1]}", parts[2])
    claims = _part(parts[1], _Claims)
    _require_login(claims, login, now)
    if not 0 < claims.id <= _MAX_ID:
        raise Forged(Reason.BAD_FIELD)
    identity = Identity(Platform.TELEGRAM, Kind.USER, str(claims.id))
    return Visitor(identity, name=cleaned_name(claims.name))


def _require_signature(key: RSAPublicKey, text: str, signature: str) -> None:
    try:
        key.verify(base64url.decode(signature), text.encode(), PKCS1v15(), SHA256())
    except ValueError as not_base64:
        raise Forged(Reason.MALFORMED) from not_base64
    except InvalidSignature as forged:
        raise Forged(Reason.BAD_SIGN) from forged


def _require_login(claims: _Claims, login: ExpectedLogin, now: int) -> None:
    if claims.iss != ISSUER:
        raise Forged(Reason.BAD_ISSUER)
    if claims.aud not in (login.client_id, [login.client_id]):
        raise Forged(Reason.BAD_AUDIENCE)
    if claims.exp < now - TOKEN_FRESHNESS.skew:
        raise Stale(Reason.STALE)
    if claims.nbf > now + TOKEN_FRESHNESS.skew:
        raise Stale(Reason.FUTURE)
    TOKEN_FRESHNESS.require(claims.iat, now)
    if not same(claims.nonce or "", login.nonce):
        raise Forged(Reason.MISMATCH)


def _part(text: str, kind: type[Part]) -> Part:
    try:
        content = read_object(base64url.decode(text))
    except ValueError as unreadable:
        raise Forged(Reason.MALFORMED) from unreadable
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as wrong_type:
        raise Forged(Reason.BAD_FIELD) from wrong_type


def _key(item: object) -> tuple[str, RSAPublicKey] | None:
    try:
        jwk = msgspec.convert(item, _Jwk)
        if (jwk.kty, jwk.alg) != ("RSA", ALGORITHM):
            return None
        key = RSAPublicNumbers(_integer(jwk.e), _integer(jwk.n)).public_key()
    except ValueError:
        return None
    return (jwk.kid, key) if key.key_size >= _MIN_KEY_BITS else None


def _integer(text: str) -> int:
    return int.from_bytes(base64url.decode(text))
