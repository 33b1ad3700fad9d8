"""Gatherings: many told at once, nobody forgotten. No database: what is done is written down."""

import asyncio

import pytest

from server.play.errands import Errands
from server.play.gathering import Gathering
from server.storage.database import Unavailable
from tests.waiting import until


class Work:
    """Writes down its batches; fails as told."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.may_go_on = asyncio.Event()
        self.away = 0
        self.at_fault: set[int] = set()

    async def __call__(self, batch: list[int]) -> None:
        self.batches.append(batch)
        await self.may_go_on.wait()
        if self.away:
            self.away -= 1
            raise Unavailable("the database is away")
        if self.at_fault.intersection(batch):
            raise ValueError(batch)


@pytest.fixture
def work() -> Work:
    return Work()


async def test_whoever_comes_meanwhile_goes_into_the_next_batch(work: Work) -> None:
    async with Errands() as errands:
        gathering = Gathering(errands, "tell", work)

        gathering.add([1])
        await until(lambda: len(work.batches) == 1)
        gathering.add([2, 3])
        gathering.add([3, 4])
        work.may_go_on.set()

        await until(lambda: work.batches == [[1], [2, 3, 4]])
        gathering.add([5])
        await until(lambda: work.batches[-1] == [5])


async def test_a_batch_is_tried_again_until_the_database_is_back(work: Work) -> None:
    work.away = 2
    work.may_go_on.set()
    async with Errands() as errands:
        gathering = Gathering(errands, "tell", work, again_after=0)

        gathering.add([1, 2])

        await until(lambda: work.batches == [[1, 2]] * 3)
        gathering.add([3])
        await until(lambda: work.batches[3:] == [[3]])


async def test_who_is_at_fault_fails_alone(work: Work) -> None:
    work.at_fault = {2}
    work.may_go_on.set()
    async with Errands() as errands:
        gathering = Gathering(errands, "tell", work)

        gathering.add([1, 2, 3])

        await until(lambda: work.batches == [[1, 2, 3], [1], [2], [3]])


async def test_what_has_not_begun_when_all_ends_is_let_go(work: Work) -> None:
    async with Errands() as errands:
        Gathering(errands, "tell", work).add([1])

    assert work.batches == []
