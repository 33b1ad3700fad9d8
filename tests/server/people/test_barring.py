"""Whose country or age the house does not let play for coins, at every door to a table."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
import pytest
from aiohttp import ClientSession
from sqlalchemy import text

from platforms.doors import Door
from platforms.ok.profile import Profiles
from platforms.ok.signature import signature
from platforms.secret import Secrets
from platforms.told import Told
from server.money.terms import StakeTerms, VipTerms
from server.operators.office import Office
from server.outbound.calls import CallFailed, NoAnswer, Patience, PlatformApi
from server.outbound.profiles import OkProfiles, VkProfiles
from server.outbound.vk import VkApi
from server.people.barring import Bar, Known, age_on
from server.people.terms import TermsOfPlay
from server.purchases.figures import PaymentFigures
from server.settings import Settings
from server.settings_people import Terms
from server.storage.accounts import Identity
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.news import declared_age
from server.storage.operators import Operator, Role
from server.storage.told import Fact, ToldFacts
from tests.server.accounts.pairs import cases, merged
from tests.server.edge import Edge, Person, running_edge
from tests.server.people.people import ask, code
from tests.server.wiring import HOUSE
from tests.standins.profiles import OkProfilesStandIn, VkProfilesStandIn
from tests.standins.trouble import Trouble

FREE = {"rules": "short", "form": "match", "length": 3}
STAKED = {"rules": "short", "form": "match", "length": 1, "stake": 10}
TERMS = StakeTerms(barred_countries=("DE", "KZ"), least_age=18)
YOUNG, GROWN = Told(born="2015-01-01"), Told(country="RU", born="1990-01-01")
TODAY = date(2026, 11, 30)
AT = int(datetime(2025, 11, 29, tzinfo=UTC).timestamp()) * 1000


class ByHeart:
    """A platform that knows some people by heart, and may be silent."""

    def __init__(self) -> None:
        self.known: dict[str, Told] = {}
        self.asked: list[str] = []
        self.silent = False

    async def told(self, user: str) -> Told:
        self.asked.append(user)
        if self.silent:
            raise NoAnswer("vk", "down")
        return self.known.get(user, Told())


@pytest.fixture
def vk() -> ByHeart:
    return ByHeart()


@pytest.fixture
async def strict(opened_database: Database, vk: ByHeart) -> AsyncIterator[Edge]:
    """A house that bars two countries, and children."""
    house = replace(HOUSE, settings=Settings(stakes=TERMS), profiles={"vk": vk})
    async with running_edge(opened_database, house=house) as edge:
        yield edge


def new_user() -> str:
    return str(secrets.randbelow(10**12) + 10**6)


async def told_to_be(edge: Edge, vk: ByHeart, told: Told) -> Person:
    """Somebody of whom VK tells this."""
    vk.known[user := new_user()] = told
    return await edge.person(user)


async def standing(edge: Edge, person: Person) -> Any:
    status, answer = await ask(edge, person, "GET", "/api/v1/me/stakes")
    assert status == 200
    return answer


def fact(**known: Any) -> Fact:
    return Fact("vk", "user", **{"id": "7", "source": "profile", "age_at": AT, **known})


@pytest.mark.parametrize(
    ("told", "declared", "bar"),
    [
        ([], None, None),
        ([], 18, None),
        ([], 16, Bar.DECLARED_AGE),
        ([fact(country="DE")], None, Bar.COUNTRY),
        ([fact(country="RU")], None, None),
        ([fact(born=date(2008, 12, 1))], 18, Bar.AGE),
        ([fact(born=date(2008, 11, 30))], None, None),
        ([fact(born=date(2008, 11, 30))], 16, None),
        ([fact(age=16)], None, Bar.AGE),
        ([fact(age=17)], None, None),
        ([fact(age=17)], 16, None),
        ([fact(born=date(1990, 1, 1)), fact(id="8", age=15)], 18, Bar.AGE),
        ([fact(born=date(1990, 1, 1)), fact(source="vk_id", age=15, age_at=AT - 1)], 18, None),
        ([fact(country="RU"), fact(country="KZ", born=date(1990, 1, 1))], 18, Bar.COUNTRY),
    ],
)
def test_what_is_known_bars_and_what_is_not_does_not(
    told: list[Fact], declared: int | None, bar: Bar | None
) -> None:
    assert Known(tuple(told), declared).barred_by(TERMS, TODAY) == bar
    assert Known(tuple(told), declared).barred_by(StakeTerms(), TODAY) is None


async def test_who_is_too_young_plays_for_nothing_at_whatever_door(
    strict: Edge, vk: ByHeart
) -> None:
    child, grown = await told_to_be(strict, vk, YOUNG), await told_to_be(strict, vk, GROWN)
    talker = await strict.talker(child)
    table = (await (await strict.talker(grown)).done("open_table", conventions=STAKED))["table"]
    seat = f"/api/v1/tables/{table['id']}/seat"

    told = await standing(strict, child)
    assert (told["barred_by"], told["least_age"]) == ("age", 18)
    assert [each["born"] for each in told["told"]] == ["2015-01-01"]
    assert (await standing(strict, grown))["barred_by"] is None

    refusal = await talker.ask("open_table", conventions=STAKED)
    assert refusal["error"]["code"] == "barred_from_stakes"
    assert refusal["error"]["details"] == {"reason": "age"}
    assert await talker.refused("open_table", conventions=STAKED, to=str(grown.id)) == (
        "barred_from_stakes"
    )
    assert await talker.refused("seek", conventions=STAKED) == "barred_from_stakes"
    assert await code(strict, child, "POST", seat, {"card": table["card"]}) == "barred_from_stakes"
    assert (await talker.done("open_table", conventions=FREE))["table"]["status"] == "open"

    assert vk.asked.count(vk_user(vk, YOUNG)) == 1
    assert (
        await ask(
            strict, await told_to_be(strict, vk, GROWN), "POST", seat, {"card": table["card"]}
        )
    )[0] == 200


def vk_user(vk: ByHeart, told: Told) -> str:
    return next(user for user, known in vk.known.items() if known == told)


async def test_an_invitation_and_a_private_table_are_doors_as_well(
    strict: Edge, vk: ByHeart
) -> None:
    child, grown = await told_to_be(strict, vk, YOUNG), await told_to_be(strict, vk, GROWN)
    friendship = strict.services.social.friendship
    await friendship.ask(child.id, grown.id)
    await friendship.ask(grown.id, child.id)
    opened = await (await strict.talker(grown)).done(
        "open_table", conventions=STAKED, to=str(child.id)
    )
    table, body = opened["table"], {"card": opened["table"]["card"]}
    asked = {"player": str(child.id), "table": table["id"]}
    _, invitation = await ask(strict, grown, "POST", "/api/v1/invitations", asked)

    accept = f"/api/v1/invitations/{invitation['id']}/accept"
    assert await code(strict, child, "POST", accept, body) == "barred_from_stakes"
    seat = f"/api/v1/tables/{table['id']}/seat"
    link = body | {"invitation": opened["invitation"]}
    assert await code(strict, child, "POST", seat, link) == "barred_from_stakes"


async def test_a_launch_of_ok_tells_a_country_and_no_client_does(
    strict: Edge, opened_database: Database
) -> None:
    user = new_user()
    fields = dict(parse_qsl(strict.launch(Door.OK, user, user)))
    placed = fields | {"ip_geo_location": "KZ,66,Almaty"}
    unsigned = urlencode(placed)
    signed = urlencode(placed | {"sig": signature(placed, "ok secret")})

    assert (await strict.open_session(platform="ok", launch=unsigned))[0] == 401
    status, body = await strict.open_session(platform="ok", launch=signed)
    assert status == 201
    person = Person(body["account"]["id"], body["token"])
    refusal = await (await strict.talker(person)).ask("seek", conventions=STAKED)

    assert refusal["error"]["details"] == {"reason": "country"}
    told = await standing(strict, person)
    assert [(each["source"], each["country"]) for each in told["told"]] == [("ok", "KZ")]


async def test_who_becomes_barred_loses_the_tables_he_waits_at_and_nobody_is_told_why(
    strict: Edge, vk: ByHeart, opened_database: Database
) -> None:
    owner, guest = await told_to_be(strict, vk, GROWN), await told_to_be(strict, vk, GROWN)
    talker = await strict.talker(owner)
    table = (await talker.done("open_table", conventions=STAKED))["table"]
    free = (await talker.done("open_table", conventions=FREE))["table"]
    (identity,) = (await strict.services.accounts.forgetting.identities(owner.id)).identities
    async with opened_database.transaction() as tx:
        await ToldFacts(tx).keep(identity, "vk_id", YOUNG, strict.services.clock.now())

    seat = f"/api/v1/tables/{table['id']}/seat"
    assert await code(strict, guest, "POST", seat, {"card": table["card"]}) == (
        "opponent_cannot_cover"
    )
    await strict.services.tables.abandoned.unseat_barred()

    listed = await strict.services.tables.lobby.own(owner.id)
    assert [str(each.id) for each in listed] == [free["id"]]


async def test_a_platform_that_is_silent_bars_nobody_and_is_asked_again(
    strict: Edge, vk: ByHeart
) -> None:
    child = await told_to_be(strict, vk, YOUNG)
    vk.silent = True
    assert (await standing(strict, child))["barred_by"] is None
    vk.silent = False
    assert (await standing(strict, child))["barred_by"] == "age"
    assert (await standing(strict, child))["barred_by"] == "age"
    assert len(vk.asked) == 2


async def test_facts_go_with_the_identity_and_are_forgotten_with_the_person(
    strict: Edge, vk: ByHeart, opened_database: Database
) -> None:
    child, grown = await told_to_be(strict, vk, YOUNG), await told_to_be(strict, vk, GROWN)
    await standing(strict, child)
    await merged(opened_database, grown.id, child.id)

    async with opened_database.reading() as tx:
        facts = await ToldFacts(tx).of(grown.id)
    assert {each.born for each in facts} == {date(2015, 1, 1)}
    grown = await strict.person(vk_user(vk, GROWN))
    assert (await standing(strict, grown))["barred_by"] == "age"
    assert len((await standing(strict, grown))["told"]) == 2

    await cases(opened_database).forgetting.forget_me(grown.id)
    async with opened_database.reading() as tx:
        left = await tx.execute(
            text("SELECT count(*) FROM told_facts WHERE id = ANY(:users)"),
            {"users": [vk_user(vk, YOUNG), vk_user(vk, GROWN)]},
        )
        assert left.scalar_one() == 0


async def test_what_is_told_no_more_stays_and_what_is_told_anew_takes_its_place(
    strict: Edge, opened_database: Database
) -> None:
    user = new_user()
    person, identity = await strict.person(user), Identity("vk", "user", user)

    async def keep(told: Told, now: int) -> Fact:
        async with opened_database.transaction() as tx:
            await ToldFacts(tx).keep(identity, "vk_id", told, now)
            (known,) = await ToldFacts(tx).of(person.id)
        return known

    first = await keep(Told("DE", born="2015-01-01"), 1)
    one = ("vk", "user", user, "vk_id")
    assert first == Fact(*one, "DE", 1, date(2015, 1, 1), None, 1)
    assert await keep(Told(), 2) == first
    assert await keep(Told(age=19), 3) == Fact(*one, "DE", 1, None, 19, 3)
    assert await keep(Told("RU"), 4) == Fact(*one, "RU", 4, None, 19, 3)


async def test_a_higher_age_may_be_declared_later(strict: Edge, opened_database: Database) -> None:
    person = await strict.person()

    async def declare(age: int) -> int | None:
        terms = TermsOfPlay(opened_database, DatabaseClock(), Terms(version=1, age=age))
        await terms.accept(person.id, 1, b"no session")
        async with opened_database.reading() as tx:
            return await declared_age(tx, person.id)

    assert [await declare(age) for age in (16, 18, 14)] == [16, 18, 18]


async def test_operators_see_what_is_told_of_a_person(
    strict: Edge, vk: ByHeart, opened_database: Database
) -> None:
    child = await told_to_be(strict, vk, YOUNG)
    await standing(strict, child)
    office = Office.on(opened_database, strict.services.clock, Ids(), VipTerms())

    dossier = await office.dossier(Operator("olga", Role.MODERATOR, 0, None), child.id)

    assert [(each.platform, each.source, each.born) for each in dossier.told] == [
        ("vk", "profile", date(2015, 1, 1))
    ]


async def test_platforms_are_asked_over_their_apis() -> None:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(ClientSession())
        known = {"7": {"bdate": "1.1.2015", "country": {"id": 4, "title": "?"}}}
        vk = VkProfilesStandIn(known, {"KZ": 4, "DE": 65})
        ok = OkProfilesStandIn({"7": {"birthday": "01-01", "age": 15}})
        for platform in (vk, ok):
            await stack.enter_async_context(platform.serving())
        calls, once = PaymentFigures().calls, Patience(seconds=1.0, tries=1)
        of_vk = VkProfiles(
            VkApi(PlatformApi("vk", http, vk.url, calls, once), Secrets.of("token")),
            TERMS.barred_countries,
        )
        app = Profiles("CKEY", Secrets.of("key"))
        of_ok = OkProfiles(app, PlatformApi("ok", http, ok.url, calls, once))

        assert await of_vk.told("7") == Told("KZ", "2015-01-01")
        assert await of_vk.told("8") == Told()
        assert await of_ok.told("7") == Told(age=15)
        assert await of_ok.told("8") == Told()
        for platform, asked in ((vk, of_vk), (ok, of_ok)):
            platform.trouble = Trouble.NONSENSE
            with pytest.raises(CallFailed):
                await asked.told("7")


@pytest.mark.parametrize(
    ("day", "age"), [(date(2026, 2, 28), 17), (date(2026, 3, 1), 18), (date(2028, 2, 29), 20)]
)
def test_one_is_a_year_older_from_the_birthday_on(day: date, age: int) -> None:
    assert age_on(date(2008, 2, 29), day) == age


def test_an_age_that_would_bar_everybody_who_declares_it_is_refused() -> None:
    with pytest.raises(ValueError, match=r"terms\.age"):
        Settings(terms=Terms(version=1, age=16), stakes=StakeTerms(least_age=18))
    with pytest.raises(msgspec.ValidationError, match="barred_countries"):
        msgspec.toml.decode('[stakes]\nbarred_countries = ["ru"]', type=Settings)
