"""Launches of our OK app, by both signatures that OK puts on them.

Either alone can be bent: `auth_sig` joins id and session without a separator, `sig` covers
text that a user may choose. Source: apiok.ru, dev/app.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from platforms.identity import (
    Identity,
    Kind,
    Platform,
    Visitor,
    cleaned_language,
    cleaned_start,
    is_number,
    replay_key,
)
from platforms.ok.signature import md5, signature
from platforms.query import LAUNCH_LIMIT, read_pairs, unique
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.told import Told, country

_REQUIRED = {
    "logged_user_id": Reason.MISSING_LOGGED_USER_ID,
    "session_key": Reason.MISSING_SESSION_KEY,
    "auth_sig": Reason.MISSING_AUTH_SIG,
    "sig": Reason.MISSING_SIG,
    "application_key": Reason.MISSING_APPLICATION_KEY,
}
_MD5 = re.compile(r"[0-9a-f]{32}")
_EMBEDDED = re.compile(r"(?:logged_user_id|session_key|auth_sig)=")


@dataclass(frozen=True, slots=True)
class OkApp:
    """Our app in OK: its public key and the secret ones."""

    application_key: str
    secrets: Secrets

    def verify(self, launch: str) -> Visitor:
        """Who opened the app, by `location.search` as it was; raises `Forged`.

        A launch carries no time. The visitor's `replay_key` names its session: whoever
        remembers when it was first seen can refuse it a day later.
        """
        fields = unique(read_pairs(launch.removeprefix("?"), LAUNCH_LIMIT))
        self._require_shape(fields)
        self._require_signatures(fields)
        return Visitor(
            Identity(Platform.OK, Kind.USER, fields["logged_user_id"]),
            language=cleaned_language(fields.get("lang")),
            start=cleaned_start(fields.get("custom_args")),
            replay_key=replay_key(Platform.OK, fields["session_key"]),
            told=_told(fields),
        )

    def _require_shape(self, fields: Mapping[str, str]) -> None:
        for key, missing in _REQUIRED.items():
            if not fields.get(key):
                raise Forged(missing)
        if not (_MD5.fullmatch(fields["auth_sig"]) and _MD5.fullmatch(fields["sig"])):
            raise Forged(Reason.BAD_SIGN_FORMAT)
        if not is_number(fields["logged_user_id"]):
            raise Forged(Reason.BAD_USER)
        if fields["application_key"] != self.application_key:
            raise Forged(Reason.UNKNOWN_APP)
        # Digits at the front may have been cut off the end of the id: the hash would not show.
        if fields["session_key"][0].isdigit():
            raise Forged(Reason.BAD_SESSION_KEY)
        if any(_EMBEDDED.search(value) for value in fields.values()):
            raise Forged(Reason.EMBEDDED_PAIR)

    def _require_signatures(self, fields: Mapping[str, str]) -> None:
        user, session = fields["logged_user_id"], fields["session_key"]
        if not self.secrets.any_makes(
            fields["auth_sig"], lambda secret: auth_signature(user, session, secret)
        ):
            raise Forged(Reason.BAD_AUTH_SIG)
        if not self.secrets.any_makes(fields["sig"], lambda secret: signature(fields, secret)):
            raise Forged(Reason.BAD_SIG)


def _told(fields: Mapping[str, str]) -> Told:
    """Where OK saw the address of a launch on the web: `RU,66,City`, under `sig` as all else."""
    return Told(country=country(fields.get("ip_geo_location", "").partition(",")[0]))


def auth_signature(user_id: str, session_key: str, secret: str) -> str:
    """The hash that binds a session to its user."""
    return md5(user_id + session_key + secret)
