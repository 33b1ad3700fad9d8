"""Announcements: what is refused, and that the same one counts once, whenever it is repeated."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from game.conventions import ConventionsAsked, Form, resolve
from game.rulesets import RuleName
from server.money.refusals import KeyUsed
from server.requests import Malformed
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ledger_accounts import Currency
from server.tables.views import RatingRange
from tests.server.edge import Edge
from tests.server.tables.calling import done
from tests.server.tournaments.holding import CASHIER, HOUR, announcement, held


@pytest.mark.parametrize(
    "change",
    [
        {"fee": 6},
        {"currency": Currency.POINTS},
        {"guaranteed": 7},
        {"shares": (60, 40)},
        {"rating": RatingRange(least=1_600)},
        {"capacity": 4},
    ],
    ids=str,
)
async def test_another_announcement_under_an_id_that_is_taken_is_refused(
    edge: Edge, change: dict[str, Any]
) -> None:
    announced, desk = announcement(edge, fee=5), edge.services.tournaments.desk
    await desk.announce(CASHIER, announced, "for Sunday")
    other = announcement(edge, **{"fee": 5, **change})
    terms = replace(other.terms, starts_at=announced.terms.starts_at)

    with pytest.raises(KeyUsed):
        await desk.announce(CASHIER, replace(other, id=announced.id, terms=terms), "for Sunday")


async def test_a_repeat_is_done_already_even_after_the_start(edge: Edge) -> None:
    announced, desk = announcement(edge), edge.services.tournaments.desk
    await desk.announce(CASHIER, announced, "for Sunday")
    ahead = DatabaseClock(lambda: edge.services.clock.now() + 2 * HOUR)
    later = replace(desk, clock=ahead)

    await later.announce(CASHIER, announced, "for Sunday")
    with pytest.raises(Malformed, match="in the past"):
        await later.announce(CASHIER, replace(announced, id=UUID(int=7)), "for Sunday")


async def test_a_match_without_a_clock_would_never_end(edge: Edge) -> None:
    timeless = resolve(
        ConventionsAsked(rules=RuleName.SHORT, form=Form.MATCH, length=1, clock=None)
    )
    announced = announcement(edge, conventions=timeless)

    with pytest.raises(Malformed, match="clock"):
        await edge.services.tournaments.desk.announce(CASHIER, announced, "for Sunday")


async def test_the_id_of_a_match_is_taken(edge: Edge, opened_database: Database) -> None:
    cup = await held(edge, opened_database)
    await cup.enter(*await cup.people(2))
    await cup.ring()
    (meeting,) = (await cup.state()).rounds[-1].meetings
    match = await cup.come(*meeting.entrants)
    desk = edge.services.tournaments.desk

    with pytest.raises(KeyUsed):
        await desk.announce(CASHIER, replace(announcement(edge), id=match), "for Sunday")
    await desk.cancel(CASHIER, cup.id, "the test is over")


async def test_whatever_their_ids_the_last_announced_come_first(edge: Edge) -> None:
    desk, person = edge.services.tournaments.desk, await edge.person()
    ids = [UUID(int=3), UUID(int=1), UUID(int=2)]
    for id_ in ids:
        await desk.announce(CASHIER, replace(announcement(edge), id=id_), "for Sunday")

    seen, cursor = [], ""
    while True:
        page = await done(edge, person, "GET", f"tournaments?limit=1{cursor}")
        seen += [UUID(each["id"]) for each in page["tournaments"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == ids[::-1]
