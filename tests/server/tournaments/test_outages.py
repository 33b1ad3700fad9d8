"""What the service's own absence does to a tournament: it costs nobody a meeting."""

from msgspec.structs import replace

from game.tournament import System
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.gaps import record_service_down
from server.storage.ids import Millis
from tests.server.edge import Edge
from tests.server.tournaments.holding import HOUR, Held, held


async def begun(edge: Edge, database: Database) -> tuple[Held, Millis]:
    """A tournament of two, and until when both are waited for."""
    cup = await held(edge, database, system=System.KNOCKOUT, fee=10)
    await cup.enter(*await cup.people(2, coins=100))
    await cup.ring()
    return cup, (await cup.state()).rounds[-1].meetings[0].deadline


async def was_down(database: Database, began: Millis, ended: Millis) -> None:
    """Let nobody have been served from then to then."""
    async with database.transaction() as tx:
        await record_service_down(tx, began, ended)


async def rung(cup: Held, at: Millis) -> None:
    """Let it be so late."""
    assert await cup.ring(at - cup.edge.services.clock.now()) == 1


async def test_who_could_not_come_for_some_of_the_time_is_waited_for_anew(
    edge: Edge, opened_database: Database
) -> None:
    cup, deadline = await begun(edge, opened_database)
    await was_down(opened_database, deadline - 200_000, deadline - 3_000)

    await rung(cup, deadline + 50)
    (meeting,) = (await cup.state()).rounds[-1].meetings
    assert (meeting.decided, meeting.replays) == (False, 0)
    assert meeting.deadline >= deadline + 300_000

    # That time was made good; who does not come now has lost.
    await rung(cup, meeting.deadline + 50)
    assert (await cup.state()).over


async def test_an_outage_before_one_was_called_changes_nothing(
    edge: Edge, opened_database: Database
) -> None:
    cup, deadline = await begun(edge, opened_database)
    await was_down(opened_database, deadline - 900_000, deadline - 300_001)

    await rung(cup, deadline + 50)
    assert (await cup.state()).over


async def test_who_may_judge_by_time_no_more_rings_nothing_that_he_has_claimed(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database)
    await cup.enter(*await cup.people(2))
    before = await cup.state()
    ahead = DatabaseClock(lambda: edge.services.clock.now() + HOUR)
    clockwork = replace(cup.cases.clockwork, clock=ahead, may_ring=lambda _: False)

    assert await clockwork.ring_due() == 1
    assert await cup.state() == before
    await cup.ring(2 * HOUR)
    assert await cup.state() != before
