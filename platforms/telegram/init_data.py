"""Launches of our Telegram mini app: `initData`, checked by the bot's token or by bot id.

Source: core.telegram.org/bots/webapps, "Validating data received via the Mini App".
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from platforms import base64url
from platforms.freshness import HOUR, MINUTE, Freshness
from platforms.identity import (
    Identity,
    Kind,
    Platform,
    Visitor,
    cleaned_language,
    cleaned_name,
    cleaned_start,
    is_number,
)
from platforms.jsontext import read_object
from platforms.query import LAUNCH_LIMIT, require_ascii, unescape, unique
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

LAUNCH_FRESHNESS = Freshness(max_age=HOUR, skew=MINUTE)

PRODUCTION_KEY = bytes.fromhex("e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d")
TEST_KEY = bytes.fromhex("40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec")

_NAME = re.compile(r"[a-z_]+")
_HASH = re.compile(r"[0-9a-f]{64}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SIGNATURE_BYTES = 64
_MAX_ID = 2**52 - 1


class WebAppUser(msgspec.Struct, frozen=True):
    """The member `user`: the person, as far as we read it."""

    id: int
    first_name: str | None = None
    last_name: str | None = None
    language_code: str | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class MiniApp:
    """Our mini app's bot tokens, and how old its launches may be.

    The data is not renewed while the app stays open, hence one exchange right after the start.
    """

    tokens: Secrets
    freshness: Freshness = LAUNCH_FRESHNESS

    def verify(self, launch: str, now: int) -> Visitor:
        """Who opened the app, by `Telegram.WebApp.initData` as it was.

        Raises `Forged` or `Stale`.
        """
        return visitor(signed_by_token(launch, self.tokens), self.freshness, now)


def signed_by_token(init_data: str, tokens: Secrets) -> dict[str, str]:
    """The fields, if Telegram signed them for one of these tokens' bots; raises `Forged`.

    `signature` stays inside what the hash covers, as do fields we do not know.
    """
    fields = _read(init_data)
    claimed = fields.pop("hash", None)
    if not claimed:
        raise Forged(Reason.NO_SIGN)
    if not _HASH.fullmatch(claimed):
        raise Forged(Reason.MALFORMED)
    if not tokens.any_makes(claimed, lambda token: token_hash(fields, token)):
        raise Forged(Reason.BAD_SIGN)
    return fields


def signed_for_bot(init_data: str, bot_id: int, public_key: bytes) -> dict[str, str]:
    """The fields, if Telegram's own key signed them for this bot; raises `Forged`.

    Needs no token and survives its change. `public_key` is PRODUCTION_KEY or TEST_KEY.
    """
    fields = _read(init_data)
    fields.pop("hash", None)
    claimed = fields.pop("signature", None)
    if not claimed:
        raise Forged(Reason.NO_SIGN)
    try:
        signature = base64url.decode(claimed)
    except ValueError as not_base64:
        raise Forged(Reason.MALFORMED) from not_base64
    if len(signature) != _SIGNATURE_BYTES:
        raise Forged(Reason.MALFORMED)
    text = f"{bot_id}:WebAppData\n{check_string(fields)}"
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, text.encode())
    except InvalidSignature as forged:
        raise Forged(Reason.BAD_SIGN) from forged
    return fields


def visitor(fields: Mapping[str, str], freshness: Freshness, now: int) -> Visitor:
    """The person in fields that were found to be signed; raises `Forged` or `Stale`."""
    auth_date = fields.get("auth_date", "")
    if not is_number(auth_date):
        raise Forged(Reason.BAD_FIELD)
    freshness.require(int(auth_date), now)
    user = _user(fields.get("user"))
    return Visitor(
        Identity(Platform.TELEGRAM, Kind.USER, str(user.id)),
        name=cleaned_name(user.first_name, user.last_name),
        language=cleaned_language(user.language_code),
        start=cleaned_start(fields.get("start_param")),
    )


def token_hash(fields: Mapping[str, str], token: str) -> str:
    """The member `hash` that belongs to these fields; lower-case hex."""
    secret = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return hmac.new(secret, check_string(fields).encode(), hashlib.sha256).hexdigest()


def check_string(fields: Mapping[str, str]) -> str:
    """The text that Telegram signs: one `key=value` a line, sorted by key."""
    return "\n".join(f"{key}={fields[key]}" for key in sorted(fields))


def _read(init_data: str) -> dict[str, str]:
    """The fields by name, in the only spelling that Telegram uses."""
    require_ascii(init_data, LAUNCH_LIMIT)
    pieces = [piece.partition("=") for piece in init_data.split("&")]
    try:
        pairs = [(unescape(name), unescape(value)) for name, _, value in pieces]
    except Forged as undecodable:
        raise Forged(Reason.MALFORMED) from undecodable
    for name, value in pairs:
        # A line break would let two fields pass for one: the signed text is the same.
        if not _NAME.fullmatch(name) or _CONTROL.search(value):
            raise Forged(Reason.MALFORMED)
    return unique(pairs)


def _user(text: str | None) -> WebAppUser:
    if not text:
        raise Forged(Reason.NO_USER)
    try:
        user = msgspec.convert(read_object(text), WebAppUser)
    except ValueError as unreadable:
        raise Forged(Reason.BAD_FIELD) from unreadable
    if user.is_bot or not 0 < user.id <= _MAX_ID:
        raise Forged(Reason.BAD_FIELD)
    return user
