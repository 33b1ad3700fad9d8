"""Who is kept from entering or playing, and that what the house does meanwhile keeps nobody."""

from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from game.tournament import TournamentPhase
from game.tournament.terms import ENTRIES
from platforms.told import Told
from server.money.terms import StakeTerms
from server.settings import Settings, TableTerms
from server.settings_people import Terms
from server.storage.database import Database
from server.storage.ledger_accounts import Currency
from server.storage.sanctions import Sanction, SanctionKind, Sanctions
from tests.server.edge import Edge, Person, running_edge
from tests.server.people.people import ask
from tests.server.tables.calling import done, refused
from tests.server.tournaments.holding import POINT, Held, held
from tests.server.wiring import HOUSE

CONSENT = {"version": 1, "of_age": True, "lawful": True}
CHILD, FOREIGNER, GROWN = "990001", "990002", "990003"
KNOWN = {
    CHILD: Told(born="2015-01-01"),
    FOREIGNER: Told(country="DE"),
    GROWN: Told(country="RU", born="1990-01-01"),
}


class Profiles:
    """A platform that knows what is in these people's profiles."""

    async def told(self, user: str) -> Told:
        return KNOWN[user]


@pytest.fixture
async def strict(opened_database: Database) -> AsyncIterator[Edge]:
    """A house with rules of play, that bars a country and children from playing for coins."""
    stakes = StakeTerms(barred_countries=("DE",), least_age=18)
    settings = Settings(stakes=stakes, terms=Terms(version=1))
    house = replace(HOUSE, settings=settings, profiles={"vk": Profiles()})
    async with running_edge(opened_database, house=house) as edge:
        yield edge


async def banned(cup: Held, person: Person) -> None:
    """Let a moderator ban somebody."""
    ruling = Sanction(uuid4(), SanctionKind.BAN, "fraud", cup.edge.services.clock.now(), None)
    async with cup.database.transaction() as tx:
        await Sanctions(tx).impose(person.id, ruling, "olga")


async def test_who_is_banned_has_not_agreed_or_is_barred_does_not_enter_and_pays_nothing(
    strict: Edge, opened_database: Database
) -> None:
    dear = await held(strict, opened_database, fee=10)
    free = await held(strict, opened_database)
    points = await held(strict, opened_database, fee=10, currency=Currency.POINTS)
    child, foreigner, grown, villain = [
        await strict.person(user) for user in (CHILD, FOREIGNER, GROWN, GROWN + "9")
    ]
    KNOWN[GROWN + "9"] = KNOWN[GROWN]
    everybody = (child, foreigner, grown, villain)
    before = await dear.coins(*everybody)
    await banned(dear, villain)

    for cup in (dear, free, points):
        entry = f"tournaments/{cup.id}/entry"
        assert await refused(strict, villain, "POST", entry) == "banned"
        assert await refused(strict, grown, "POST", entry) == "terms_not_accepted"
    for person in everybody:
        await ask(strict, person, "POST", "/api/v1/me/terms", CONSENT)
        await dear.purse.give_points(person.id, 10)
    entry = f"tournaments/{dear.id}/entry"
    assert await refused(strict, villain, "POST", entry) == "banned"
    assert await refused(strict, child, "POST", entry) == "barred_from_stakes"
    assert await refused(strict, foreigner, "POST", entry) == "barred_from_stakes"
    assert await dear.coins(*everybody) == before
    assert [len((await cup.state()).entrants) for cup in (dear, free, points)] == [0, 0, 0]

    await dear.enter(grown)
    await free.enter(child, foreigner)
    await points.enter(child)
    for cup in (dear, points):
        await cup.ring()
        assert (await cup.state()).phase is TournamentPhase.CANCELLED
    assert await dear.coins(*everybody) == before


async def test_who_is_banned_after_he_paid_may_leave_and_holds_no_round_up(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=10)
    leaver, stayer, honest = await cup.people(3, coins=100)
    (before,) = await cup.coins(leaver)
    await cup.enter(leaver, stayer, honest)
    await banned(cup, leaver)
    await banned(cup, stayer)

    await done(edge, leaver, "DELETE", f"tournaments/{cup.id}/entry")
    assert await cup.coins(leaver) == [before]
    assert await refused(edge, leaver, "POST", f"tournaments/{cup.id}/entry") == "banned"
    await cup.ring()
    late = 0
    while not (await cup.state()).over:
        coming = f"tournaments/{cup.id}/coming"
        assert await refused(edge, stayer, "POST", coming) == "banned"
        await done(edge, honest, "POST", coming)
        late = max(late, (await cup.state()).rounds[-1].meetings[0].deadline)
        await cup.ring(late - edge.services.clock.now() + 100)
    assert (await cup.state()).places == (str(honest.id), str(stayer.id))


async def test_who_comes_and_goes_is_let_in_so_often_and_has_all_fees_back(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=10)
    (person,) = await cup.people(1, coins=100)
    before, path = await cup.coins(person), f"tournaments/{cup.id}/entry"
    for _ in range(ENTRIES):
        await done(edge, person, "POST", path)
        await done(edge, person, "DELETE", path)

    assert await refused(edge, person, "POST", path) == "entered_too_often"
    assert await cup.coins(person) == before


async def test_what_the_house_switches_off_meanwhile_is_played_as_it_was_announced(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=10)
    people = await cup.people(2, coins=100)
    await cup.enter(*people)
    await cup.ring()
    off = Settings(tables=TableTerms(rules_off=(POINT.rules,), forms_off=(POINT.form,)))
    async with running_edge(opened_database, house=replace(HOUSE, settings=off)) as changed:
        path = f"tournaments/{cup.id}/coming"
        assert await done(changed, people[0], "POST", path) == {"match": None}
        match = (await done(changed, people[1], "POST", path))["match"]

    (meeting,) = (await cup.state()).rounds[-1].meetings
    await cup.report(await cup.ended(UUID(match), meeting.entrants))
    assert (await cup.state()).rounds[0].decided
    while not (await cup.state()).over:
        await cup.play()
