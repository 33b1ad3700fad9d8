"""Logins on the platforms' own pages, there and back over HTTP, honest and forged."""

import asyncio
import secrets
from datetime import date
from uuid import UUID

import pytest
from sqlalchemy import text

from platforms.doors import Door
from platforms.page_door import PageDoor
from server.storage.database import Database
from server.storage.told import ToldFacts
from tests.server.edge import LIMITS, Edge
from tests.server.logins.street import HURRIED, WAYS, Street, street
from tests.server.logins.visiting import changed, new_key, state_of
from tests.standins.login_page import Person
from tests.standins.trouble import Trouble

EVERY_DOOR = pytest.mark.parametrize("door", WAYS)


async def test_the_page_is_told_which_doors_there_are(here: Street) -> None:
    async with here.edge.client.get("/api/v1/doors") as answer:
        assert await answer.json() == {"doors": [door.value for door in WAYS]}


async def test_a_door_without_keys_is_shut(edge: Edge) -> None:
    body = {"door": "vk_id", "key": new_key()}
    async with edge.client.post("/api/v1/doors/login", json=body) as answer:
        assert (answer.status, (await answer.json())["error"]["code"]) == (404, "door_shut")

    status, refusal = await edge.open_session(platform="vk_id", launch="code=1", nonce=new_key())

    assert (status, refusal["error"]["code"]) == (404, "door_shut")


@EVERY_DOOR
async def test_whoever_comes_back_is_let_in_and_known_again(here: Street, door: PageDoor) -> None:
    visit = here.visit(door)
    first, body = await visit.enter(await visit.came_back())
    again, known = await visit.other().enter(await visit.came_back())
    assert again == 401

    elsewhere = visit.other()
    again, known = await elsewhere.enter(await elsewhere.came_back())

    assert (first, again) == (201, 200)
    assert known["account"] == body["account"]
    assert body["account"]["guest"] is False


@pytest.mark.parametrize(
    ("door", "launch"), [(door, way.launch) for door, way in WAYS.items() if way.launch]
)
async def test_the_login_and_the_launch_of_one_user_are_one_person(
    here: Street, door: PageDoor, launch: Door
) -> None:
    visit = here.visit(door)
    visit.platform.person = Person("4242")
    by_launch = await here.edge.person("4242", launch)

    _, body = await visit.enter(await visit.came_back())

    assert body["account"]["id"] == str(by_launch.id)


@pytest.mark.parametrize(
    ("door", "shown", "told"),
    [
        (PageDoor.VK_ID, {"birthday": "01.09.2009"}, (None, date(2009, 9, 1), None)),
        (PageDoor.VK_ID, {"birthday": 2009}, None),
        (
            PageDoor.OK,
            {"birthday": "09-01", "age": 17, "location": {"countryCode": "KZ"}},
            ("KZ", None, 17),
        ),
        (PageDoor.TELEGRAM, {}, None),
        (PageDoor.FACEBOOK, {}, None),
    ],
)
async def test_a_login_tells_of_somebody_what_its_platform_shows(
    here: Street,
    opened_database: Database,
    door: PageDoor,
    shown: dict[str, object],
    told: tuple[str | None, date | None, int | None] | None,
) -> None:
    visit = here.visit(door)
    visit.platform.person = Person(str(secrets.randbelow(10**12)), shown=shown)

    _, body = await visit.enter(await visit.came_back())

    async with opened_database.reading() as tx:
        facts = await ToldFacts(tx).of(UUID(body["account"]["id"]))
    assert [(each.country, each.born, each.age) for each in facts] == ([told] if told else [])
    assert all(each.source == door for each in facts)


@EVERY_DOOR
async def test_a_guest_keeps_what_he_has(here: Street, door: PageDoor) -> None:
    device = new_key()
    _, guest = await here.edge.open_session(platform="guest", launch=device)
    visit = here.visit(door)

    status, body = await visit.enter(await visit.came_back(), guest=device)

    assert status == 200
    assert body["account"] == {**guest["account"], "guest": False}


@EVERY_DOOR
async def test_another_browser_gains_nothing_by_what_one_brought_back(
    here: Street, door: PageDoor
) -> None:
    """Neither a thief of the address, nor a victim who is sent it; and the login stays good."""
    visit = here.visit(door)
    query = await visit.came_back()

    assert await visit.other().refused(query) == (401, "login_refused")
    assert (await visit.enter(query))[0] == 201


@EVERY_DOOR
async def test_what_is_not_of_a_login_of_ours_is_refused_unasked(
    here: Street, door: PageDoor
) -> None:
    visit = here.visit(door)
    query = await visit.came_back()
    forged = [changed(query, state=state) for state in ("", "x" * 86, "my-own-state")]
    twice = f"{query}&state={state_of(query)}"

    for each in (*forged, twice, "", "code=1", "a=%ff", "code=%00", "&" * 8000):
        assert await visit.refused(each) == (401, "login_refused"), each
    assert len(visit.platform.calls) == 1  # its page alone


@EVERY_DOOR
async def test_what_was_brought_back_is_good_once_even_for_ten_at_once(
    here: Street, door: PageDoor
) -> None:
    visit = here.visit(door)
    query = await visit.came_back()

    answers = await asyncio.gather(*(visit.enter(query) for _ in range(10)))

    assert sorted(status for status, _ in answers) == [201] + [401] * 9
    assert await visit.refused(query) == (401, "login_refused")


@EVERY_DOOR
async def test_a_code_that_was_used_opens_no_second_login(here: Street, door: PageDoor) -> None:
    visit = here.visit(door)
    used = await visit.came_back()
    await visit.enter(used)
    fresh = await visit.came_back()

    replayed = changed(used, state=state_of(fresh))

    assert await visit.refused(replayed) == (401, "login_refused")


@EVERY_DOOR
async def test_a_login_that_took_too_long_is_over(
    here: Street, door: PageDoor, opened_database: Database
) -> None:
    visit = here.visit(door)
    query = await visit.came_back()
    async with opened_database.transaction() as tx:
        await tx.execute(text("UPDATE nonces SET expires = 1"))

    assert await visit.refused(query) == (401, "login_refused")


@EVERY_DOOR
async def test_who_turns_back_at_the_platform_is_told_so(here: Street, door: PageDoor) -> None:
    visit = here.visit(door)
    visit.platform.declines = True

    assert await visit.refused(await visit.came_back()) == (401, "login_declined")


async def test_who_turns_back_again_and_again_is_no_guesser(here: Street) -> None:
    visit = here.visit(PageDoor.VK_ID)
    visit.platform.declines = True
    for _ in range(LIMITS.address_failures_per_hour + 2):
        assert await visit.refused(await visit.came_back()) == (401, "login_declined")


async def test_who_guesses_again_and_again_is_told_to_wait(here: Street) -> None:
    visit = here.visit(PageDoor.VK_ID)
    for _ in range(LIMITS.address_failures_per_hour):
        assert await visit.refused("code=1&state=2") == (401, "login_refused")

    assert await visit.refused("code=1&state=2") == (429, "too_many_failures")
    assert (await visit.enter(await visit.came_back()))[0] == 201


@EVERY_DOOR
async def test_a_platform_in_trouble_is_told_and_nobody_comes_in(
    here: Street, opened_database: Database, door: PageDoor
) -> None:
    visit = here.visit(door)
    for trouble in (Trouble.DOWN, Trouble.NONSENSE, Trouble.CUT):
        query = await visit.came_back()
        visit.platform.trouble = trouble
        assert await visit.refused(query) == (503, "platform_silent")
        visit.platform.trouble = Trouble.NONE

    assert await accounts(opened_database) == 0
    assert (await visit.enter(await visit.came_back()))[0] == 201


@EVERY_DOOR
async def test_a_platform_that_is_too_slow_is_not_waited_for(
    opened_database: Database, door: PageDoor
) -> None:
    async with street(opened_database, HURRIED) as here:
        visit = here.visit(door)
        query = await visit.came_back()
        visit.platform.trouble = Trouble.SLOW

        assert await visit.refused(query) == (503, "platform_silent")

    assert await accounts(opened_database) == 0


async def accounts(database: Database) -> int:
    async with database.reading() as connection:
        count: int = (await connection.execute(text("SELECT count(*) FROM accounts"))).scalar_one()
    return count


@EVERY_DOOR
async def test_what_one_platform_gave_opens_no_other_door(here: Street, door: PageDoor) -> None:
    """Neither the whole of it, nor the code of the one with the state of the other."""
    one = here.visit(door)
    foreign = await one.came_back()
    for elsewhere in WAYS:
        if elsewhere is door:
            continue
        other = here.visit(elsewhere)
        other.key = one.key

        assert await other.refused(foreign) == (401, "login_refused")
        mixed = changed(foreign, state=state_of(await other.came_back()))
        assert await other.refused(mixed) == (401, "login_refused")
    assert len(one.platform.calls) == 1
    assert (await one.enter(foreign))[0] == 201
