"""Where commands of moderators and cashiers are done: by an operator's name, over the database."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

if TYPE_CHECKING:
    from server.chat.moderation import Moderation
    from server.operators.office import Office
    from server.people.newsroom import Newsroom
    from server.storage.operators import Operator


class Desk(NamedTuple):
    """Whose command it is, and the use cases."""

    by: "Operator"
    office: "Office"
    moderation: "Moderation"
    newsroom: "Newsroom"


def at_desk(by: str, doing: Callable[[Desk], Awaitable[None]]) -> None:
    """Do it in the office of the configuration, or tell why not."""
    import asyncio

    from server.accounts.refusals import MergeRefused
    from server.chat.moderation import Bench, LadderSkipped, Moderation
    from server.chat.refusals import ChatRefused
    from server.cli.money import open_office
    from server.cli.refusing import told
    from server.money.refusals import MoneyRefused
    from server.operators.cashier import NothingLost
    from server.operators.seeking import SeekingRefused
    from server.operators.staff import StaffRefused
    from server.people.newsroom import Newsroom
    from server.requests import Malformed
    from server.storage.clock import DatabaseClock
    from server.storage.ids import Ids

    async def shut_out(_: UUID, __: int) -> None:
        """A serving process takes who is banned from his tables within a second."""

    async def run() -> None:
        async with open_office() as office:
            clock = DatabaseClock()
            bench = Bench(office.database, clock, Ids(), lambda _: None, shut_out)
            operator = await office.staff.by_name(by)
            newsroom = Newsroom(office.database, clock)
            await doing(Desk(operator, office, Moderation(bench), newsroom))

    refusals = (StaffRefused, SeekingRefused, LadderSkipped, MoneyRefused, NothingLost)
    with told(*refusals, ChatRefused, MergeRefused, Malformed):
        asyncio.run(run())
