"""Rolls kept: by match, by day, however many matches end at once."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest
from sqlalchemy.exc import IntegrityError

from game.dice_statistics import DiceKind, RollTally, total
from game.roll_counting import MatchRolls
from server.storage.accounts import Account
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.matches import Match, Matches
from server.storage.roll_tallies import Days, DayTally, RollTallies, day_of

ROLLS = MatchRolls(
    DiceKind.USUAL,
    (
        RollTally(tuple(range(36)), (1, 0, 0, 0, 0, 0), 5, 2),
        RollTally(tuple(range(36, 0, -1)), (0, 0, 0, 0, 0, 1), 3, 3),
    ),
)
ALWAYS = Days(0, 10**6)

End = Callable[..., Awaitable[UUID]]


@pytest.fixture
def ended(opened: Database, people: tuple[Account, Account], fresh: Callable[[], UUID]) -> End:
    """Ends a match at a moment and keeps its rolls."""

    async def end(at: Millis, rolls: MatchRolls = ROLLS) -> UUID:
        match = fresh()
        async with opened.transaction() as tx:
            players = tuple(person.id for person in people)
            await Matches(tx).start(Match(match, None, players, at, None, None, True))
            await Matches(tx).end(match, at, b"{}")
            await RollTallies(tx).keep(match, at, rolls)
        return match

    return end


async def test_what_was_kept_of_a_match_comes_back(
    opened: Database, ended: End, now: Millis, fresh: Callable[[], UUID]
) -> None:
    match = await ended(now)

    async with opened.reading() as connection:
        stored = await RollTallies(connection).of_matches([match, fresh()])

    assert stored == {match: ROLLS}


async def test_a_match_is_kept_once(opened: Database, ended: End, now: Millis) -> None:
    match = await ended(now)

    with pytest.raises(IntegrityError):
        async with opened.transaction() as tx:
            await RollTallies(tx).keep(match, now, ROLLS)
    async with opened.reading() as connection:
        (day,) = await RollTallies(connection).of_house(ALWAYS)
    assert day.tally == total(ROLLS.seats)


async def test_matches_that_end_at_once_are_all_in_the_sum_of_the_day(
    opened: Database, ended: End, now: Millis
) -> None:
    await asyncio.gather(*(ended(now) for _ in range(12)))

    async with opened.reading() as connection:
        days = await RollTallies(connection).of_house(ALWAYS)

    assert days == [DayTally(day_of(now), DiceKind.USUAL, total(12 * [total(ROLLS.seats)]))]


async def test_every_kind_of_dice_is_summed_for_itself(
    opened: Database, ended: End, people: tuple[Account, Account], now: Millis
) -> None:
    await ended(now)
    await ended(now, MatchRolls(DiceKind.CASCADE, ROLLS.seats))

    async with opened.reading() as connection:
        house = await RollTallies(connection).of_house(ALWAYS)
        person = await RollTallies(connection).of_account(people[1].id, ALWAYS)

    assert [day.kind for day in house] == [DiceKind.CASCADE, DiceKind.USUAL]
    assert person == [
        DayTally(day_of(now), kind, ROLLS.seats[1]) for kind in (DiceKind.CASCADE, DiceKind.USUAL)
    ]
