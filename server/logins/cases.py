"""The doors of the page, as the edge sees them: which there are, how one begins, who comes in."""

from dataclasses import dataclass

from platforms.identity import Visitor
from platforms.page_door import PageDoor
from server.accounts.sign_in import Login, SignedIn, SignIn
from server.logins.mail_codes import CodeAsked, MailCodes
from server.logins.refusals import DoorShut
from server.storage.ids import Millis


@dataclass(frozen=True, slots=True)
class Logins:
    """The use case; without keys there is no door."""

    sign_in: SignIn
    mail: MailCodes | None = None

    @property
    def offered(self) -> tuple[PageDoor, ...]:
        """The doors that are open, in the order in which a page shows them."""
        return () if self.mail is None else (PageDoor.EMAIL,)

    async def send_code(self, asked: CodeAsked) -> Millis:
        """Send a code by mail; for how long it is good. Raises ``PageDoorRefused``."""
        if self.mail is None:
            raise DoorShut
        await self.mail.send(asked)
        return self.mail.lives

    async def enter(self, login: Login, client: str) -> SignedIn:
        """Let in who comes back with proof; raises ``AccountRefused`` or ``DoorShut``."""
        if login.door not in self.offered:
            raise DoorShut
        return await self.sign_in.by_login(login, lambda: self._visitor(login), client)

    async def _visitor(self, login: Login) -> Visitor:
        if self.mail is None:
            raise DoorShut
        return await self.mail.visitor(login.text, login.key)
