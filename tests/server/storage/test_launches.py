"""What is good only once: nonces and launches; and failures, counted."""

import asyncio

import pytest

from server.storage.database import Database
from server.storage.failures import HOUR, Failures
from server.storage.ids import Millis
from server.storage.launches import NONCE_LIVES, Launches, Nonces, Seen


async def test_a_nonce_is_good_once_among_many_who_try_at_once(
    opened: Database, now: Millis
) -> None:
    async with opened.transaction() as tx:
        nonce = await Nonces(tx).issue(now)

    async def spend() -> bool:
        async with opened.transaction() as tx:
            return await Nonces(tx).spend(nonce, now)

    spent = await asyncio.gather(*(spend() for _ in range(20)))

    assert spent.count(True) == 1


@pytest.mark.parametrize(("after", "good"), [(NONCE_LIVES - 1, True), (NONCE_LIVES, False)])
async def test_a_nonce_lives_five_minutes(
    opened: Database, now: Millis, after: Millis, good: bool
) -> None:
    async with opened.transaction() as tx:
        nonce = await Nonces(tx).issue(now)

        assert await Nonces(tx).spend(nonce, now + after) is good


async def test_a_nonce_that_is_not_ours_is_not_good(opened: Database, now: Millis) -> None:
    async with opened.transaction() as tx:
        assert not await Nonces(tx).spend("made up", now)


async def test_a_launch_is_remembered_from_its_first_use(opened: Database, now: Millis) -> None:
    async with opened.transaction() as tx:
        launches = Launches(tx)

        assert await launches.first_seen("session key", now) == Seen(now, before=False)
        assert await launches.first_seen("session key", now + 9) == Seen(now, before=True)
        assert await launches.first_seen("another", now + 9) == Seen(now + 9, before=False)


async def test_a_launch_used_twenty_times_at_once_is_first_used_once(
    opened: Database, now: Millis
) -> None:
    async def use() -> bool:
        async with opened.transaction() as tx:
            return (await Launches(tx).first_seen("session key", now)).before

    used = await asyncio.gather(*(use() for _ in range(20)))

    assert used.count(False) == 1


async def test_failures_are_counted_per_key_and_hour_whoever_counts(
    opened: Database, now: Millis
) -> None:
    async def fail(key: str, at: Millis) -> int:
        async with opened.transaction() as tx:
            return await Failures(tx).add(key, at)

    counts = await asyncio.gather(*(fail("address:1.2.3.4", now) for _ in range(20)))

    assert sorted(counts) == list(range(1, 21))
    assert await fail("address:1.2.3.5", now) == 1
    assert await fail("address:1.2.3.4", now + HOUR) == 1


async def test_a_count_that_is_undone_is_not_counted(opened: Database, now: Millis) -> None:
    async def refuse() -> None:
        async with opened.transaction() as tx:
            await Failures(tx).add("guest:1.2.3.4", now)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await refuse()

    async with opened.transaction() as tx:
        assert await Failures(tx).add("guest:1.2.3.4", now) == 1
