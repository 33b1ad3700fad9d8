"""What bots hear: kept once, handled in each chat's order, by one process at a time."""

from collections.abc import AsyncIterator

import pytest

from server.dialogue.updates import CLAIMED_FOR, MOST_WAITING, Kept, Updates
from server.storage.database import Database


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1_790_000_000_000

    def now(self) -> int:
        return self.at


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


async def test_each_chat_is_handled_in_its_order_by_whichever_process(database: Database) -> None:
    """While the oldest of a chat is handled its next one waits; other chats do not."""
    clock = Hand()
    here, there = Updates(database, clock, "t"), Updates(database, clock, "t")
    other_bot = Updates(database, clock, "v")
    for update, chat in ((5, 1), (7, 1), (6, 2)):
        assert await here.keep(update, chat, b"{}") is Kept.NEW
    assert await there.keep(5, 1, b"{}") is Kept.KNOWN
    assert await other_bot.keep(5, 1, b"{}") is Kept.NEW

    assert [each.id for each in await here.claim(10)] == [5, 6]
    assert await there.claim(10) == []

    await here.done(5)
    assert [each.id for each in await there.claim(10)] == [7]
    assert await here.keep(5, 1, b"{}") is Kept.KNOWN


async def test_what_a_process_leaves_behind_is_taken_up_by_another(database: Database) -> None:
    """Once its claim has ended; what is put off keeps those behind it waiting too."""
    clock = Hand()
    updates = Updates(database, clock, "t")
    await updates.keep(1, 1, b"{}")
    await updates.keep(2, 1, b"{}")
    await updates.claim(10)

    clock.at += CLAIMED_FOR
    (again,) = await updates.claim(10)
    assert (again.id, again.tries) == (1, 2)

    await updates.put_off(1, 500)
    assert await updates.claim(10) == []
    clock.at += 500
    assert [each.id for each in await updates.claim(10)] == [1]


async def test_of_one_chat_only_so_many_wait(database: Database) -> None:
    updates = Updates(database, Hand(), "t")
    for number in range(MOST_WAITING):
        await updates.keep(number, 1, b"{}")

    assert await updates.keep(1_000, 1, b"{}") is Kept.FLOODED
    assert await updates.keep(1_001, 2, b"{}") is Kept.NEW
