"""VK ID: signing in on a page with the account of VK.

The id is the one that a mini app's launch carries, so both are the same person. Whatever the
browser brings is unproved; the person is who VK's own server says he is, twice.
Source: id.vk.com, vkid/latest, api-description, realization and work-with-user-info: the base
right `vkid.personal_info` shows names, picture, sex and `birthday`, and no country.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from platforms.identity import Identity, Kind, Platform, Visitor, cleaned_name, is_number
from platforms.page_login import (
    Form,
    Handshake,
    Returned,
    Unanswered,
    code_wanted,
    read_answer,
    with_query,
)
from platforms.refusals import Forged, Reason
from platforms.secret import same
from platforms.told import Told, birth_date


class VkIdToken(msgspec.Struct, frozen=True):
    """What a code was changed for."""

    access_token: str
    user_id: int | str
    state: str = ""


class _User(msgspec.Struct, frozen=True):
    user_id: int | str
    first_name: str = ""
    last_name: str = ""
    birthday: Any = None


class _UserInfo(msgspec.Struct, frozen=True):
    user: _User


@dataclass(frozen=True, slots=True)
class VkId:
    """Our app there, a public client: what proves us is the proof key. `url` is VK ID's own."""

    client_id: str
    url: str

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""
        return with_query(
            f"{self.url}/authorize",
            code_wanted(self.client_id, login) | {"scope": "vkid.personal_info"},
        )

    def token_form(self, returned: Returned, login: Handshake) -> Form:
        """What to post to `/oauth2/auth`."""
        if not returned.device_id:
            raise Forged(Reason.MALFORMED)
        return {
            "grant_type": "authorization_code",
            "code": returned.code,
            "code_verifier": login.verifier,
            "client_id": self.client_id,
            "device_id": returned.device_id,
            "redirect_uri": login.return_url,
            "state": login.state,
        }

    def read_token(self, answer: object, login: Handshake) -> VkIdToken:
        """Its answer; raises `Forged` or `Unanswered`."""
        token = read_answer(answer, VkIdToken)
        if not same(token.state, login.state):
            raise Forged(Reason.MISMATCH)
        return token

    def user_form(self, token: VkIdToken) -> Form:
        """What to post to `/oauth2/user_info`."""
        return {"client_id": self.client_id, "access_token": token.access_token}

    def read_user(self, answer: object, token: VkIdToken) -> Visitor:
        """Who it is; raises `Forged` or `Unanswered`."""
        user = read_answer(answer, _UserInfo).user
        if not is_number(str(user.user_id)):
            raise Unanswered("nonsense: no user")
        if str(user.user_id) != str(token.user_id):
            raise Forged(Reason.MISMATCH)
        return Visitor(
            Identity(Platform.VK, Kind.USER, str(user.user_id)),
            name=cleaned_name(user.first_name, user.last_name),
            told=Told(born=birth_date(user.birthday)),
        )
