"""The doors of the page that a configuration opens."""

from typing import NamedTuple
from urllib.parse import urlsplit

from server.accounts.sign_in import SignIn
from server.config import Config
from server.logins.cases import Logins
from server.logins.mail_codes import MailCodes
from server.metrics import Metrics
from server.outbound.mail import Mailer, MailServer
from server.storage.clock import Clock
from server.storage.database import Database


class LoginGround(NamedTuple):
    """What logins stand on."""

    database: Database
    clock: Clock
    sign_in: SignIn


def logins_of(config: Config, ground: LoginGround, metrics: Metrics) -> Logins:
    """Open a door for each whose keys are given; the others are not offered."""
    return Logins(ground.sign_in, _mail_codes(config, ground, metrics))


def _mail_codes(config: Config, ground: LoginGround, metrics: Metrics) -> MailCodes | None:
    if config.smtp_url is None:
        return None
    host = urlsplit(config.public_url).hostname or "localhost"
    server = MailServer.of(config.smtp_url.get_secret_value())
    mailer = Mailer(server, config.mail_from or f"nardy@{host}")
    metrics.add(mailer.letters)
    return MailCodes(ground.database, ground.clock, mailer, config.settings.mail, host)
