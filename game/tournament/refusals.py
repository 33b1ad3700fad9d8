"""What a tournament says no to: a class for each fault, a code for the wire.

TournamentRefused           a command that the tournament does not accept now; nothing changed
├── RegistrationOver        it has begun, or nobody enters any more
├── TournamentFull          all places are taken
├── AlreadyEntered          one takes part already
├── EnteredTooOften         one has withdrawn so often that one may not come back
├── NotEntered              one takes no part, or is out
├── NotCalled               no meeting waits for one to come
├── NoSuchMeeting           no meeting of this round is played by that match
├── TournamentIsOver        it has ended, or was cancelled
└── NotDue                  an alarm rang and there was nothing to do
"""

from typing import ClassVar


class TournamentRefused(Exception):
    """A command that is not accepted now; `code` is stable and goes on the wire."""

    code: ClassVar[str] = "tournament_refused"


class RegistrationOver(TournamentRefused):
    """It has begun, or nobody enters any more."""

    code = "registration_over"


class TournamentFull(TournamentRefused):
    """All places are taken."""

    code = "tournament_full"


class AlreadyEntered(TournamentRefused):
    """One takes part already."""

    code = "already_entered"


class EnteredTooOften(TournamentRefused):
    """One has withdrawn so often that one may not come back."""

    code = "entered_too_often"


class NotEntered(TournamentRefused):
    """One takes no part, or is out."""

    code = "not_entered"


class NotCalled(TournamentRefused):
    """No meeting waits for one to come."""

    code = "not_called"


class NoSuchMeeting(TournamentRefused):
    """No meeting of this round is played by that match."""

    code = "no_such_meeting"


class TournamentIsOver(TournamentRefused):
    """It has ended, or was cancelled."""

    code = "tournament_over"


class NotDue(TournamentRefused):
    """An alarm rang and there was nothing to do."""

    code = "not_due"
