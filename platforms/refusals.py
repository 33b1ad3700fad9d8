"""Why a text that claims to come from a platform was not believed.

    Refused                  carries a Reason
    ├── Forged               not what the platform sent, or not meant for us
    │   └── ForgedLaunch
    ├── Stale                genuine, but of another time
    │   └── StaleLaunch
    ├── Declined             the person, or the platform for him, said no
    └── NotConfigured        we have no key to judge it by
        └── DoorClosed

A reason is for the log and the metric. To a client every refusal looks the same, since a
precise answer would teach a forger.
"""

from enum import StrEnum


class Reason(StrEnum):
    """The first check that failed, in the order in which the checks are made."""

    TOO_LONG = "too_long"
    MALFORMED = "malformed"
    BAD_ENCODING = "bad_encoding"
    DUPLICATE_KEY = "duplicate_key"

    NO_SIGN = "no_sign"
    NO_SIGN_KEYS = "no_sign_keys"
    BAD_SIGN_FORMAT = "bad_sign_format"
    BAD_SIGN_KEYS = "bad_sign_keys"
    IDENTITY_NOT_SIGNED = "identity_not_signed"
    NO_VK_KEYS = "no_vk_keys"
    UNKNOWN_APP = "unknown_app"
    BAD_SIGN = "bad_sign"

    MISSING_LOGGED_USER_ID = "missing_logged_user_id"
    MISSING_SESSION_KEY = "missing_session_key"
    MISSING_AUTH_SIG = "missing_auth_sig"
    MISSING_SIG = "missing_sig"
    MISSING_APPLICATION_KEY = "missing_application_key"
    BAD_SESSION_KEY = "bad_session_key"
    EMBEDDED_PAIR = "embedded_pair"
    BAD_AUTH_SIG = "bad_auth_sig"
    BAD_SIG = "bad_sig"

    BAD_PAYLOAD = "bad_payload"
    BAD_ALGORITHM = "bad_algorithm"
    WRONG_KIND = "wrong_kind"
    BAD_FIELD = "bad_field"
    UNKNOWN_KEY = "unknown_key"
    BAD_ISSUER = "bad_issuer"
    BAD_AUDIENCE = "bad_audience"
    MISMATCH = "mismatch"
    NOT_CHARGE = "not_charge"

    BAD_CODE = "bad_code"
    DECLINED = "declined"

    BAD_USER = "bad_user"
    NO_USER = "no_user"
    UNKNOWN_OK_APP = "unknown_ok_app"

    NO_TS = "no_ts"
    BAD_TS = "bad_ts"
    STALE = "stale"
    FUTURE = "future"

    BAD_SECRET = "bad_secret"  # noqa: S105  the word, not a secret
    UNKNOWN_GROUP = "unknown_group"
    BAD_JSON = "bad_json"
    BAD_MODE = "bad_mode"
    BAD_CHALLENGE = "bad_challenge"
    NOT_CONFIGURED = "not_configured"


class Refused(Exception):
    """Not believed. Normal life: counted and answered, never logged as a fault of ours."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Forged(Refused):
    """Not what the platform sent, or sent for somebody else."""


class Stale(Refused):
    """Signed by the platform, but too old, or from the future."""


class ForgedLaunch(Forged):
    """A launch that the platform did not make for our app."""


class StaleLaunch(Stale):
    """A launch of another time: the app has to be opened anew."""


class Declined(Refused):
    """Who was sent to a platform to say who he is did not."""

    def __init__(self) -> None:
        super().__init__(Reason.DECLINED)


class NotConfigured(Refused):
    """There is no key to judge by, and an empty key would believe anybody."""

    def __init__(self) -> None:
        super().__init__(Reason.NOT_CONFIGURED)


class DoorClosed(NotConfigured):
    """This installation does not serve that door."""
