"""Signed requests about an app-scoped user: deletion of data, deauthorisation, and Canvas.

All three look the same under the same key, so that a leaked deletion request could log its
user in wherever Canvas logs in. Canvas is gone; nothing of ours may take one as a launch.
Source: developers.facebook.com, data-deletion-callback, reference/login/signed-request.
"""

import re
from dataclasses import dataclass

from platforms.facebook.signed_request import (
    Id,
    Issued,
    authentic,
    numeric_id,
    require_fresh,
    require_kind,
    typed,
)
from platforms.freshness import MINUTE, Freshness
from platforms.identity import Identity, Kind, Platform
from platforms.refusals import Reason, Stale
from platforms.secret import Secrets

# A request that comes late is still to be obeyed; obeying it twice changes nothing.
CALLBACK_FRESHNESS = Freshness(max_age=None, skew=MINUTE)

_CODE = re.compile(r"[A-Za-z0-9]+")
_URL = re.compile(r"(https://[^\s/]+|http://(localhost|127\.0\.0\.1)(:\d+)?)(/\S*)?")


class UserRequest(Issued, frozen=True, kw_only=True):
    """The fields that all three have; `expires` is the token's end, 0 for none."""

    user_id: Id
    expires: int | float = 0


@dataclass(frozen=True, slots=True)
class AboutUser:
    """Whom a callback is about, and when Facebook signed it, in Unix seconds.

    A deauthorisation older than the user's last login says nothing of that login.
    """

    identity: Identity
    issued_at: float


def about_user(text: str, secrets: Secrets, now: int) -> AboutUser:
    """Read a deletion or a deauthorisation; raises `Forged` or `Stale`."""
    request = _read(text, secrets)
    about = AboutUser(_identity(request), request.issued_at)
    require_fresh(request, CALLBACK_FRESHNESS, now)
    return about


def canvas_user(text: str, secrets: Secrets, freshness: Freshness, now: int) -> Identity:
    """Who loaded a Canvas page; raises `Forged` or `Stale`. For old records, not for a door."""
    request = _read(text, secrets)
    identity = _identity(request)
    require_fresh(request, freshness, now)
    if request.expires and request.expires < now:
        raise Stale(Reason.STALE)
    return identity


@dataclass(frozen=True, slots=True)
class DeletionAnswer:
    """The answer to a deletion request: a page that shows how it stands, and its code.

    Facebook wants the code alphanumeric and the page under https; ValueError otherwise. A page on
    loopback needs no https: it is of a demo.
    """

    url: str
    confirmation_code: str

    def __post_init__(self) -> None:
        if not _URL.fullmatch(self.url) or not _CODE.fullmatch(self.confirmation_code):
            raise ValueError("an https page and an alphanumeric code are wanted")


def _read(text: str, secrets: Secrets) -> UserRequest:
    content = authentic(text, secrets)
    require_kind(content, "user_id")
    return typed(content, UserRequest)


def _identity(request: UserRequest) -> Identity:
    return Identity(Platform.FACEBOOK, Kind.ASID, numeric_id(request.user_id))
