"""Why somebody was not let in.

AccountRefused
├── LaunchRefused       the launch is not what the platform signed for us, or was used before
│   └── LaunchStale     it is genuine, but of another time: open the app anew
├── DeviceRefused       a guest's device token that is no token
├── NotSignedIn         no session, or one that has ended
└── TooManyAttempts     from this address, within the hour
    ├── TooManyFailures
    └── TooManyGuests
"""


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
