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
├── NickNeeded          a member who has not chosen one yet
└── MembersOnly         guests have no nick

JoinRefused
├── MergeRefused        one of the two has something that must end first; its reason says what
├── MergeOver           one of the two is not an account of its own any more
├── MergeSpent          what the merge brought was spent or let go
├── UndoLapsed          seven days are over
├── LinkCodeRefused     no such code, or not any more
├── OwnLinkCode         one joins another, not oneself
├── GuestsCannotLink    a guest has nothing yet for others to join
├── TooManyLinkCodes    typed wrongly too often within the hour
├── LastIdentity        nothing else would lead to the account
└── IdentityNotFound    it does not lead to the account
"""

from enum import StrEnum
from typing import ClassVar


class AccountRefused(Exception):
    """Somebody was not let in; normal life."""


class LaunchRefused(AccountRefused):
    """The launch was not believed. ``reason`` is for the log, the metric and the demo alone."""

    is_guess: ClassVar[bool] = True
    """Whether it may be one of many that somebody tries."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LaunchStale(LaunchRefused):
    """The launch is genuine, but too old or from the future."""

    is_guess = False


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


class NickNeeded(NickDenied):
    """The person has not chosen a nick, and is to do so first."""


class MembersOnly(NickDenied):
    """A guest is nobody in particular yet: sign in first."""


class JoinRefused(Exception):
    """Accounts stay as they are; normal life."""


class Obstacle(StrEnum):
    """What must end before accounts may be joined, or a person be forgotten."""

    MATCH = "match"
    TABLE = "table"
    HOLD = "hold"
    ORDER = "order"
    TOURNAMENT = "tournament"


class MergeRefused(JoinRefused):
    """One of the two has something that must end first."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle = obstacle


class MergeOver(JoinRefused):
    """One of the two has become another account's meanwhile, or stands alone again."""


class MergeSpent(JoinRefused):
    """What the merge brought was spent, or led to the account and was let go, so it stays."""


class UndoLapsed(JoinRefused):
    """A merge can be undone for seven days."""


class LinkCodeRefused(JoinRefused):
    """There is no such code: wrong, used, or lapsed."""


class OwnLinkCode(JoinRefused):
    """The code is the person's own: it is to be typed on the other platform."""


class GuestsCannotLink(JoinRefused):
    """A guest has no identity that another could join."""


class TooManyLinkCodes(JoinRefused):
    """Too many wrong codes within the hour, of this account or from this address."""


class LastIdentity(JoinRefused):
    """The last identity stays: without it nobody could come back to the account."""


class IdentityNotFound(JoinRefused):
    """No such identity leads to this account."""
