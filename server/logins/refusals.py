"""Why somebody did not come in by a door of the page.

LaunchRefused (server.accounts)
└── LoginRefused         what came back is not of a login that this browser began
    ├── LoginDeclined    it was begun, and he would not say there who he is
    └── MailCodeRefused  the code is wrong, old, used, or was tried too often

PageDoorRefused
├── DoorShut             this installation does not offer the door
├── AddressRefused       nothing can be sent there
├── TooManyLetters       within the hour, to this address or for this client
└── MailSilent           our mail server is away or refuses; nothing was kept
"""

from server.accounts.refusals import LaunchRefused


class LoginRefused(LaunchRefused):
    """The login was not believed, or is over. ``reason`` is for the log, the metric, the demo."""


class LoginDeclined(LoginRefused):
    """The person turned back at the platform's page, or the platform did not let him on."""

    is_guess = False


class MailCodeRefused(LoginRefused):
    """Nobody comes in by this code."""


class PageDoorRefused(Exception):
    """A login could not begin; normal life."""


class DoorShut(PageDoorRefused):
    """The door is not offered here."""


class AddressRefused(PageDoorRefused):
    """It is no address of mail, or its server takes no letter for it."""


class TooManyLetters(PageDoorRefused):
    """The hour's measure of letters is full."""


class MailSilent(PageDoorRefused):
    """The letter could not be sent now; ``why`` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
