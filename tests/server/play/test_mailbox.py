"""The mailbox lets in one at a time, in order, and never loses its place."""

import asyncio

import pytest

from server.play.mailbox import ROOM, Mailbox
from server.play.orders import MailboxFull


class Visits:
    """Visitors of one mailbox, who stay inside until they are let go."""

    def __init__(self) -> None:
        self.mailbox = Mailbox()
        self.inside: list[int] = []
        self.gone: dict[int, asyncio.Event] = {}

    async def enter(self, number: int) -> "asyncio.Task[None]":
        """Begin a visit; on return it is inside, or waits."""
        self.gone[number] = asyncio.Event()
        visit = asyncio.create_task(self._visit(number))
        await asyncio.sleep(0)
        return visit

    async def _visit(self, number: int) -> None:
        async with self.mailbox:
            self.inside.append(number)
            await self.gone[number].wait()


async def test_one_is_let_in_after_the_other() -> None:
    visits = Visits()
    tasks = [await visits.enter(number) for number in range(3)]
    assert visits.inside == [0]

    for number in range(3):
        visits.gone[number].set()
        await tasks[number]

    assert visits.inside == [0, 1, 2]
    assert visits.mailbox.idle


async def test_who_comes_as_the_place_is_passed_on_waits_behind() -> None:
    visits = Visits()
    first, second = await visits.enter(0), await visits.enter(1)
    visits.gone[0].set()
    await first  # the place is on its way to the second

    third = await visits.enter(2)
    assert visits.inside == [0, 1]

    for number, task in ((1, second), (2, third)):
        visits.gone[number].set()
        await task
    assert visits.inside == [0, 1, 2]


async def test_too_many_are_refused_at_once() -> None:
    visits = Visits()
    tasks = [await visits.enter(number) for number in range(ROOM + 1)]

    with pytest.raises(MailboxFull):
        await (await visits.enter(ROOM + 1))

    for event in visits.gone.values():
        event.set()
    await asyncio.gather(*tasks)
    assert visits.inside == list(range(ROOM + 1))
    assert visits.mailbox.idle


async def test_who_gives_up_while_waiting_is_passed_over() -> None:
    visits = Visits()
    first, second, third = [await visits.enter(number) for number in range(3)]

    second.cancel()
    visits.gone[0].set()
    await first
    visits.gone[2].set()
    await third

    assert second.cancelled()
    assert visits.inside == [0, 2]
    assert visits.mailbox.idle


async def test_who_gives_up_as_his_turn_comes_passes_it_on() -> None:
    mailbox = Mailbox()
    entered: list[str] = []

    async def visit(name: str) -> None:
        async with mailbox:
            entered.append(name)

    await mailbox.__aenter__()
    second, third = asyncio.create_task(visit("second")), asyncio.create_task(visit("third"))
    await asyncio.sleep(0)
    await mailbox.__aexit__()  # the turn of the second has come
    second.cancel()
    await asyncio.wait([second, third])

    assert second.cancelled()
    assert entered == ["third"]
    assert mailbox.idle
