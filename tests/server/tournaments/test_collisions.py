"""What comes at the moment of something else: fees, rounds, prizes are right whoever wins."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from game.events import MatchVoided
from game.tournament import System, TournamentPhase, TournamentRefused
from game.vocabulary import VoidCause
from server.play.after_match import Ended
from server.storage import forgetting
from server.storage.database import Database
from tests.server.edge import Edge, Person
from tests.server.tables.calling import call
from tests.server.tournaments.holding import CASHIER, HOUR, Held, held


async def forgotten(cup: Held, person: Person) -> None:
    """Let a platform have somebody forgotten, which nothing may keep it from."""
    async with cup.database.transaction() as tx:
        await forgetting.forget(tx, person.id, cup.edge.services.clock.now())


@pytest.mark.parametrize("least", [2, 4])
async def test_who_leaves_at_the_start_or_when_it_is_cancelled_has_his_fee_once_or_plays(
    edge: Edge, there: Edge, opened_database: Database, least: int
) -> None:
    for turn in range(4):
        cup = await held(edge, opened_database, fee=10, terms={"least": least}, shares=(100,))
        people = await cup.people(5, coins=100)
        await cup.enter(*people[:4])
        before = await cup.coins(*people)
        path = f"tournaments/{cup.id}/entry"

        await asyncio.gather(
            cup.ring(edge=edge),
            cup.ring(edge=there),
            call(edge, people[0], "DELETE", path),
            call(there, people[0], "DELETE", path),
            call(there, people[1], "DELETE", path),
            call(edge, people[4], "POST", path),
            *(_cancelled(cup) for _ in range(turn % 2)),
        )

        state, after = await cup.state(), await cup.coins(*people)
        got = [other - one for one, other in zip(before, after, strict=True)]
        if state.phase is TournamentPhase.CANCELLED:
            assert got == [10, 10, 10, 10, 0]
            continue
        assert state.phase is TournamentPhase.PLAYING
        takes_part = [str(person.id) in state.entrants for person in people]
        assert got == [0 if part else 10 for part in takes_part[:4]] + [-10 * takes_part[4]]
        await cup.cases.desk.cancel(CASHIER, cup.id, "the test is over")
        assert await cup.coins(*people) == [each + 10 for each in before[:4]] + [before[4]]


async def _cancelled(cup: Held) -> None:
    try:
        await cup.cases.desk.cancel(CASHIER, cup.id, "at that moment")
    except TournamentRefused:
        return


async def test_the_last_of_all_who_withdraw_at_once_has_won(
    edge: Edge, there: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=7, shares=(60, 40))
    people = await cup.people(5, coins=100)
    before = sum(await cup.coins(*people))
    await cup.enter(*people)
    await cup.ring()
    path = f"tournaments/{cup.id}/entry"

    answers = await asyncio.gather(
        *(call((edge, there)[turn % 2], one, "DELETE", path) for turn, one in enumerate(people))
    )

    assert sorted(status for status, _ in answers) == [200, 200, 200, 200, 409]
    state = await cup.state()
    assert state.phase is TournamentPhase.OVER
    assert state.entrants[state.places[0]].out is None
    # 35 are paid in: 21 and 14 are won, 5 % of 14 and of 7 are the house's, rounded down.
    assert sum(await cup.coins(*people)) == before


@pytest.mark.parametrize("system", System)
async def test_whom_a_platform_has_forgotten_holds_nobody_up(
    edge: Edge, opened_database: Database, system: System
) -> None:
    cup = await held(edge, opened_database, system=system, fee=10, shares=(40, 30, 30))
    people = await cup.people(3, coins=100)
    await cup.enter(*people)
    await forgotten(cup, people[0])
    await cup.ring()
    await _come(cup, people[1])
    await forgotten(cup, people[1])

    late = edge.services.clock.now() + HOUR
    while not (await cup.state()).over:
        await _come(cup, people[2])
        await _voided(cup, by=people[1])
        late = max(late, (await cup.state()).due() or 0) + 50
        await cup.ring(late - edge.services.clock.now())

    assert (await cup.state()).places[0] == str(people[2].id)


async def _come(cup: Held, person: Person) -> tuple[int, Any]:
    return await call(cup.edge, person, "POST", f"tournaments/{cup.id}/coming")


async def _voided(cup: Held, by: Person) -> None:
    """Let the match, if one is played, end as one does whose player tells no seed."""
    for meeting in (await cup.state()).rounds[-1].meetings:
        if meeting.match is not None and not meeting.decided:
            ended = await cup.ended(UUID(meeting.match), meeting.entrants)
            void = MatchVoided(VoidCause.SEED_MISSED, (meeting.entrants.index(str(by.id)),))
            await cup.report(Ended(ended.match, (ended.events[0], void)))
