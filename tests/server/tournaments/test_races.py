"""Several processes at one tournament, repeats and faults: every fee, round and result once."""

import asyncio
from collections import Counter
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from game.events import MatchVoided
from game.tournament import AnyTournamentEvent, System, TournamentPhase
from game.tournament.events import RoundDrawn, TournamentEnded
from game.vocabulary import VoidCause
from server.money.audit import Audit
from server.money.entries import Fees
from server.money.loyalty import Loyalty
from server.money.stakes import Unrated
from server.play.after_match import Ended
from server.settings import Settings
from server.storage.database import Database
from server.storage.ledger_accounts import House, of_the_house
from server.storage.tournaments import Tournaments
from server.tournaments.after_match import TournamentStep
from server.tournaments.arena import Arena, read
from tests.server.edge import Edge
from tests.server.money.purse import moved
from tests.server.tournaments.holding import CASHIER, HOUR, Held, held, together


async def rounds_of(cup: Held) -> list[int]:
    """The numbers of all rounds that were ever drawn."""
    async with cup.database.reading() as connection:
        log = await Tournaments(connection).log(cup.id)
    commits = [msgspec.json.decode(each, type=tuple[AnyTournamentEvent, ...]) for each in log]
    events = [event for commit in commits for event in commit]
    assert sum(isinstance(event, TournamentEnded) for event in events) <= 1
    return [event.number for event in events if isinstance(event, RoundDrawn)]


async def test_of_all_who_come_at_once_each_pays_once_and_the_last_place_is_one_persons(
    edge: Edge, there: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=10, capacity=4, terms={"starts_at": None})
    people = await cup.people(6, coins=100)
    before = await cup.coins(*people)

    answers = await together(
        *(
            ((edge, there)[turn % 2], person, "POST", f"tournaments/{cup.id}/entry")
            for turn in range(2)
            for person in people
        )
    )

    after = await cup.coins(*people)
    paid = [one - other for one, other in zip(before, after, strict=True)]
    assert sorted(paid) == [0, 0, 10, 10, 10, 10]
    assert Counter(status for status, _ in answers) == {200: 8, 409: 4}
    state = await cup.state()
    assert state.phase is TournamentPhase.PLAYING
    assert await rounds_of(cup) == [1]
    await cup.cases.desk.cancel(CASHIER, cup.id, "the test is over")


async def test_however_many_ring_and_report_there_is_each_round_once(
    edge: Edge, there: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, system=System.SWISS, fee=10)
    people = await cup.people(4, coins=100)
    await cup.enter(*people)
    await asyncio.gather(*(cup.ring(edge=each) for each in (edge, there) * 2))

    while not (await cup.state()).over:
        meetings = [each for each in (await cup.state()).rounds[-1].meetings if each.waits]
        ended = []
        for meeting in meetings:
            here = [(edge, meeting.entrants[0]), (there, meeting.entrants[1])]
            await asyncio.gather(*(_come(cup, *each) for each in here * 2))
            match = await cup.come(*meeting.entrants)
            ended.append(await cup.ended(match, meeting.entrants))
        await asyncio.gather(
            *(cup.report(each, edge=one) for each in ended for one in (edge, there))
        )

    numbers = await rounds_of(cup)
    assert numbers == list(range(1, len(numbers) + 1))
    async with opened_database.reading() as connection:
        played = await connection.execute(text("SELECT count(*) FROM tournament_matches"))
        state = await cup.state()
        meetings = [each for one in state.rounds for each in one.meetings if each.match]
        assert played.scalar_one() == len(meetings)


class Dying(Fees):
    """Pays all prizes, and is gone before that is kept."""

    async def reward(self, *_: object) -> None:
        raise RuntimeError("killed")


async def test_who_dies_while_prizes_are_paid_has_paid_none_and_ended_nothing(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, system=System.KNOCKOUT, fee=10, shares=(100,))
    people = await cup.people(2, coins=100)
    await cup.enter(*people)
    await cup.ring()
    (meeting,) = (await cup.state()).rounds[-1].meetings
    ended = await cup.ended(await cup.come(*meeting.entrants), meeting.entrants)
    before, paid = await cup.state(), await cup.coins(*people)
    dying = Arena(cup.cases.desk.arena.sealing, _dying())

    with pytest.raises(RuntimeError, match="killed"):
        async with opened_database.transaction() as tx:
            await TournamentStep(dying, edge.services.clock).follow(tx, ended)
    assert await cup.state() == before
    assert await cup.coins(*people) == paid

    for _ in range(2):
        await cup.report(ended)
    assert (await cup.state()).over
    assert sum(await cup.coins(*people)) == sum(paid) + 20


def _dying() -> Fees:
    terms = Settings()
    return Dying(terms.stakes, terms.vip, Loyalty(terms.loyalty), Unrated())


async def test_a_void_match_is_played_again(edge: Edge, opened_database: Database) -> None:
    cup = await held(edge, opened_database, system=System.KNOCKOUT)
    await cup.enter(*await cup.people(2))
    await cup.ring()
    (meeting,) = (await cup.state()).rounds[-1].meetings
    match = await cup.come(*meeting.entrants)
    ended = await cup.ended(match, meeting.entrants)
    void = MatchVoided(VoidCause.SEED_MISSED, (0,))

    await cup.report(Ended(ended.match, (ended.events[0], void)))
    await cup.report(Ended(ended.match, (ended.events[0], void)))

    (again,) = (await cup.state()).rounds[-1].meetings
    assert (again.replays, again.match, again.came) == (1, None, ())
    await cup.play()
    assert (await cup.state()).over


async def test_one_that_cannot_go_on_holds_no_other_up_and_is_tried_ever_later(
    edge: Edge, opened_database: Database
) -> None:
    broken, sound = await held(edge, opened_database), await held(edge, opened_database)
    people = await sound.people(2)
    await sound.enter(*people)
    async with opened_database.transaction() as tx:
        await tx.execute(
            text("UPDATE tournament_commits SET events = 'no JSON' WHERE tournament = :id"),
            {"id": broken.id},
        )

    assert await sound.ring() == 2
    assert (await sound.state()).phase is TournamentPhase.PLAYING
    async with opened_database.reading() as connection:
        row = (
            await connection.execute(
                text("SELECT due, attempts FROM tournaments WHERE id = :id"), {"id": broken.id}
            )
        ).one()
    assert row.attempts == 1
    assert row.due > edge.services.clock.now() + HOUR


async def test_what_rings_too_early_is_put_off(edge: Edge, opened_database: Database) -> None:
    cup = await held(edge, opened_database)
    async with opened_database.transaction() as tx:
        await tx.execute(text("UPDATE tournaments SET due = 1"))

    assert await cup.ring(0) == 1
    assert await cup.ring(0) == 0
    async with opened_database.reading() as connection:
        due = (await Tournaments(connection).get(cup.id)).due
        assert due == (await read(connection, cup.id)).due()


async def test_the_audit_finds_a_fee_that_outlives_its_tournament(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database)
    (person,) = await cup.people(1)
    await cup.enter(person)
    stray = moved(of_the_house(House.GIFTS), of_the_house(House.TOURNAMENTS), 7)
    await cup.purse.post(replace(stray, about=cup.id))

    found = await Audit(opened_database).run()

    assert not found.clean
    assert [(each.tournament, each.held) for each in found.stray_fees] == [(cup.id, 7)]
    back = moved(of_the_house(House.TOURNAMENTS), of_the_house(House.GIFTS), 7)
    await cup.purse.post(replace(back, about=cup.id))


async def _come(cup: Held, edge: Edge, entrant: str) -> None:
    await edge.services.tournaments.coming.come(cup.id, UUID(entrant))
