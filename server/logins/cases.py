"""The doors of the page, as the edge sees them: which there are, how one begins, who comes in."""

from dataclasses import dataclass

from platforms.identity import Visitor
from platforms.page_door import PageDoor
from server.accounts.sign_in import Login, SignedIn, SignIn
from server.logins.mail_codes import CodeAsked, MailCodes
from server.logins.pages import PlatformLogins
from server.logins.refusals import DoorShut
from server.outbound.mail import Mailer
from server.storage.ids import Millis


@dataclass(frozen=True, slots=True)
class Logins:
    """The use case; without keys there is no door."""

    sign_in: SignIn
    pages: PlatformLogins
    mail: MailCodes | None = None

    @property
    def offered(self) -> tuple[PageDoor, ...]:
        """The doors that are open, in the order in which a page shows them."""
        by_mail = () if self.mail is None else (PageDoor.EMAIL,)
        return (*self.pages.offered, *by_mail)

    @property
    def mailer(self) -> Mailer | None:
        """What sends letters, where there is a mail server."""
        return None if self.mail is None else self.mail.mailer

    async def begin(self, door: PageDoor, key: str) -> str:
        """Begin a login on a platform's page: its address. Raises ``DoorShut``."""
        return await self.pages.begin(door, key)

    async def send_code(self, asked: CodeAsked) -> Millis:
        """Send a code by mail; for how long it is good. Raises ``PageDoorRefused``."""
        if self.mail is None:
            raise DoorShut
        await self.mail.send(asked)
        return self.mail.lives

    async def enter(self, login: Login, client: str) -> SignedIn:
        """Let in who comes back with proof.

        Raises ``AccountRefused``, ``DoorShut``, or ``CallFailed`` where the platform is silent.
        """
        if login.door not in self.offered:
            raise DoorShut
        return await self.sign_in.by_login(login, lambda: self._visitor(login), client)

    async def _visitor(self, login: Login) -> Visitor:
        if login.door is PageDoor.EMAIL and self.mail is not None:
            return await self.mail.visitor(login.text, login.key)
        return await self.pages.visitor(login.door, login.text, login.key)
