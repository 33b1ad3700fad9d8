"""Facebook Login on a page: a code, a token, and Graph's word on whose token it is.

The person is an app-scoped user (ASID), another number than the player of our Instant Game; what
joins both is a link code. What a browser says, and a token of another app, prove nothing.
Source: developers.facebook.com, facebook-login/guides, manual-flow and access-tokens/debugging.
"""

from dataclasses import dataclass

import msgspec

from platforms.facebook.graph import appsecret_proof
from platforms.identity import Identity, Kind, Platform, Visitor, cleaned_name, is_number
from platforms.page_login import (
    Form,
    Handshake,
    Returned,
    Unanswered,
    read_as,
    with_query,
)
from platforms.refusals import Forged, Reason, Stale
from platforms.secret import Secrets

GRAPH = "v25.0"

_OAUTH_EXCEPTION = 100
_BAD_TOKEN = 190
_OF_THE_LOGIN = frozenset({_OAUTH_EXCEPTION, _BAD_TOKEN})
"""Errors of Graph for a code or a token that is not good."""


class FacebookToken(msgspec.Struct, frozen=True):
    """What a code was changed for."""

    access_token: str


class _Error(msgspec.Struct, frozen=True):
    code: int


class _Refusal(msgspec.Struct, frozen=True):
    error: _Error


class _TokenData(msgspec.Struct, frozen=True):
    is_valid: bool
    app_id: str = ""
    type: str = ""
    user_id: str = ""
    expires_at: int = 0


class _Debugged(msgspec.Struct, frozen=True):
    data: _TokenData


class _User(msgspec.Struct, frozen=True):
    id: str
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacebookLogin:
    """Our app there; `url` is where its login page stands."""

    app_id: str
    secrets: Secrets
    url: str

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return with_query(
            f"{self.url}/{GRAPH}/dialog/oauth",
            {
                "client_id": self.app_id,
                "redirect_uri": login.return_url,
                "state": login.state,
                "response_type": "code",
                "scope": "public_profile",
            },
        )

    def token_query(self, returned: Returned, login: Handshake) -> Form:
        """What to ask of `/oauth/access_token`."""
        return {
            "client_id": self.app_id,
            "client_secret": self.secrets.current,
            "redirect_uri": login.return_url,
            "code": returned.code,
        }

    def read_token(self, answer: object) -> FacebookToken:
        """Its answer; raises `Forged` or `Unanswered`."""
        return read_as(_granted(answer), FacebookToken)

    def debug_query(self, token: FacebookToken) -> Form:
        """What to ask of `/debug_token`, as the app."""
        return {
            "input_token": token.access_token,
            "access_token": f"{self.app_id}|{self.secrets.current}",
        }

    def read_owner(self, answer: object, now: int) -> str:
        """Whose token it is, if it is one of a user for our app and good at this Unix second."""
        token = read_as(_granted(answer), _Debugged).data
        if not token.is_valid or token.type != "USER":
            raise Forged(Reason.BAD_CODE)
        if token.app_id != self.app_id:
            raise Forged(Reason.BAD_AUDIENCE)
        if token.expires_at != 0 and token.expires_at <= now:
            raise Stale(Reason.STALE)
        if not is_number(token.user_id):
            raise Unanswered("nonsense: no user")
        return token.user_id

    def user_query(self, token: FacebookToken) -> Form:
        """What to ask of `/me`."""
        return {
            "fields": "id,name",
            "access_token": token.access_token,
            "appsecret_proof": appsecret_proof(token.access_token, self.secrets.current),
        }

    def read_user(self, answer: object, owner: str) -> Visitor:
        """Who it is; raises `Forged` or `Unanswered`."""
        user = read_as(_granted(answer), _User)
        if user.id != owner:
            raise Forged(Reason.MISMATCH)
        return Visitor(Identity(Platform.FACEBOOK, Kind.ASID, owner), name=cleaned_name(user.name))


def _granted(answer: object) -> object:
    """The answer, unless it is an error of Graph."""
    if not isinstance(answer, dict) or "error" not in answer:
        return answer
    code = read_as(answer, _Refusal).error.code
    if code in _OF_THE_LOGIN:
        raise Forged(Reason.BAD_CODE)
    raise Unanswered(f"error {code}")
