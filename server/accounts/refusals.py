"""Why somebody was not let in.

AccountRefused
├── LaunchRefused       the launch is not what the platform signed for us, or was used before
│   └── LaunchStale     it is genuine, but of another time: open the app anew
├── DeviceRefused       a guest's device token that is no token
├── NotSignedIn         no session, or one that has ended
└── TooManyAttempts     from this address, within the hour
    ├── TooManyFailures
    └── TooManyGuests

NickDenied
├── NickRefused         it is no nick that anybody may have
├── NickTaken           somebody else has it, or had it not long ago
├── NickSettled         it was changed as often as one may
└── MembersOnly         guests have no nick
"""

from enum import StrEnum


class AccountRefused(Exception):
    """Somebody was not let in; normal life."""


class LaunchRefused(AccountRefused):
    """The launch was not believed. ``reason`` is for the log, the metric and the demo alone."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LaunchStale(LaunchRefused):
    """The launch is genuine, but too old or from the future."""


class DeviceRefused(AccountRefused):
    """A device token has 32 to 128 characters of base64url."""


class NotSignedIn(AccountRefused):
    """There is no such session: never opened, run out, or revoked."""


class TooManyAttempts(AccountRefused):
    """The hour's measure for this address is full."""


class TooManyFailures(TooManyAttempts):
    """This launch was refused, and too many from its address before it; ``reason`` as there."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooManyGuests(TooManyAttempts):
    """Too many new guests came from this address."""


class NickDenied(Exception):
    """The nick was not given; nothing changed."""


class NickFault(StrEnum):
    """What is wrong with a nick that nobody may have."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    BAD_CHARACTER = "bad_character"
    BAD_WORD = "bad_word"


class NickRefused(NickDenied):
    """Nobody may have such a nick; ``fault`` says why."""

    def __init__(self, fault: NickFault) -> None:
        super().__init__(fault)
        self.fault = fault


class NickTaken(NickDenied):
    """Somebody has this nick, or one that looks the same, or gave it up not long ago."""


class NickSettled(NickDenied):
    """The nick was changed as often as one may."""


class MembersOnly(NickDenied):
    """A guest is nobody in particular yet: sign in first."""
