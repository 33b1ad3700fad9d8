"""Letters to support and back, wired to the mail server that a configuration names."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from server.config import Config
from server.correspondence.receiving import Base, Correspondence
from server.correspondence.sending import CasePost
from server.logging_in import mail_sender
from server.outbound.mail import Mailer
from server.storage.clock import Clock, DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.loops import Loop


def correspondence_of(config: Config, database: Database, clock: Clock) -> Correspondence:
    """What takes letters; what it answers waits until somebody sends it."""
    base = Base(database, clock, Ids())
    return Correspondence(base, mail_sender(config), config.settings.mail.receipts_per_hour)


@asynccontextmanager
async def corresponding(
    config: Config, database: Database, mailer: Mailer | None
) -> AsyncIterator[Correspondence]:
    """Take letters, and where there is a mail server send what is answered."""
    clock = DatabaseClock()
    async with AsyncExitStack() as stack:
        if mailer is not None:
            post = CasePost(database, clock, mailer)
            await stack.enter_async_context(Loop("letters of cases", post.round))
        yield correspondence_of(config, database, clock)
