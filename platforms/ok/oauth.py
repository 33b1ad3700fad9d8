"""Signing in on a page with the account of OK: OAuth, and one signed call to ask who it is.

The uid is the one of a launch inside OK, so both are the same person. OK knows no proof key: what
binds a code to us is the application's secret.
Source: apiok.ru, ext/oauth/server and dev/methods.
"""

from dataclasses import dataclass

import msgspec

from platforms.identity import (
    Identity,
    Kind,
    Platform,
    Visitor,
    cleaned_language,
    cleaned_name,
    is_number,
)
from platforms.ok.profile import PROFILE_FIELDS, Profile
from platforms.ok.rest import token_signature
from platforms.page_login import (
    Form,
    Handshake,
    Returned,
    Unanswered,
    read_answer,
    read_as,
    with_query,
)
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets

TOKEN_PATH = "/oauth/token.do"  # noqa: S105  an address
CALL_PATH = "/fb.do"

_OF_THE_SESSION = frozenset({102, 103})
"""PARAM_SESSION_EXPIRED and PARAM_SESSION_KEY: this token is not good."""


class OkToken(msgspec.Struct, frozen=True):
    """What a code was changed for."""

    access_token: str


class _User(Profile, frozen=True):
    name: str = ""
    locale: str | None = None


class _Refusal(msgspec.Struct, frozen=True):
    error_code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OkLogin:
    """Our application there; `url` is where its login page stands."""

    app_id: str
    application_key: str
    secrets: Secrets
    url: str

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return with_query(
            f"{self.url}/oauth/authorize",
            {
                "client_id": self.app_id,
                "scope": "VALUABLE_ACCESS",
                "response_type": "code",
                "redirect_uri": login.return_url,
                "state": login.state,
            },
        )

    def token_form(self, returned: Returned, login: Handshake) -> Form:
        """What to post to `TOKEN_PATH`."""
        return {
            "grant_type": "authorization_code",
            "code": returned.code,
            "client_id": self.app_id,
            "client_secret": self.secrets.current,
            "redirect_uri": login.return_url,
        }

    def read_token(self, answer: object) -> OkToken:
        """Its answer; raises `Forged` or `Unanswered`."""
        return read_answer(answer, OkToken)

    def user_form(self, token: OkToken) -> Form:
        """What to post to `CALL_PATH`, signed as a server's call with a token."""
        call = {
            "application_key": self.application_key,
            "method": "users.getCurrentUser",
            "fields": f"{PROFILE_FIELDS},name,locale",
            "format": "json",
            "access_token": token.access_token,
        }
        return {**call, "sig": token_signature(call, self.secrets.current)}

    def read_user(self, answer: object) -> Visitor:
        """Who it is; raises `Forged` or `Unanswered`."""
        if isinstance(answer, dict) and "error_code" in answer:
            error = read_as(answer, _Refusal).error_code
            if error in _OF_THE_SESSION:
                raise Forged(Reason.BAD_CODE)
            raise Unanswered(f"error {error}")
        user = read_as(answer, _User)
        if not is_number(user.uid):
            raise Unanswered("nonsense: no user")
        return Visitor(
            Identity(Platform.OK, Kind.USER, user.uid),
            name=cleaned_name(user.name),
            language=cleaned_language(user.locale),
            told=user.told,
        )
