"""Logins on the platforms' own pages, there and back over HTTP, honest and forged."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple

import pytest
from aiohttp import ClientSession
from sqlalchemy import text

from platforms.doors import Door
from platforms.page_door import PageDoor
from platforms.secret import Secrets
from platforms.telegram.login import TelegramLogin
from platforms.vk.vk_id import VkId
from server.logging_in import Calls
from server.logins.pages import LoginPage
from server.logins.telegram import TelegramPage
from server.logins.vk_id import VkIdPage
from server.outbound.calls import Patience, PlatformApi
from server.storage.database import Database
from tests.server.edge import Edge, running_edge
from tests.server.logins.visiting import Visit, changed, new_key, state_of
from tests.server.wiring import House
from tests.standins.login_page import OURS, LoginPageStandIn, Person
from tests.standins.telegram_login import SECRET, TelegramLoginStandIn
from tests.standins.trouble import Trouble
from tests.standins.vk_id import VkIdStandIn

HURRIED: Final = Patience(seconds=0.4, tries=1, failures=100)
"""Of a test, which has no time."""


class Way(NamedTuple):
    """A door: its stand-in, our side of it, and the launch whose identity is the same."""

    standin: Callable[[], LoginPageStandIn]
    page: Callable[[str, PlatformApi], LoginPage]
    launch: Door


WAYS: Final = {
    PageDoor.VK_ID: Way(VkIdStandIn, lambda url, api: VkIdPage(VkId(OURS, url), api), Door.VK),
    PageDoor.TELEGRAM: Way(
        TelegramLoginStandIn,
        lambda url, api: TelegramPage(TelegramLogin(OURS, url), Secrets.of(SECRET), api),
        Door.TELEGRAM,
    ),
}


@dataclass
class Street:
    """The page, and all the platforms at whose doors one may stand."""

    edge: Edge
    platforms: dict[PageDoor, LoginPageStandIn]

    def visit(self, door: PageDoor) -> Visit:
        """Somebody new at a door."""
        return Visit(self.edge, door, self.platforms[door])


@asynccontextmanager
async def street(database: Database) -> AsyncIterator[Street]:
    async with AsyncExitStack() as stack:
        calls = Calls(await stack.enter_async_context(ClientSession()), HURRIED)
        platforms, pages = {}, {}
        for door, way in WAYS.items():
            platforms[door] = standin = way.standin()
            await stack.enter_async_context(standin.serving())
            pages[door] = way.page(standin.url, calls.to(door, standin.url))
        edge = await stack.enter_async_context(running_edge(database, house=House(pages=pages)))
        yield Street(edge, platforms)


@pytest.fixture
async def here(opened_database: Database) -> AsyncIterator[Street]:
    async with street(opened_database) as found:
        yield found


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


@pytest.mark.parametrize(("door", "launch"), [(door, way.launch) for door, way in WAYS.items()])
async def test_the_login_and_the_launch_of_one_user_are_one_person(
    here: Street, door: PageDoor, launch: Door
) -> None:
    visit = here.visit(door)
    visit.platform.person = Person("4242")
    by_launch = await here.edge.person("4242", launch)

    _, body = await visit.enter(await visit.came_back())

    assert body["account"]["id"] == str(by_launch.id)


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
@pytest.mark.parametrize("state", ["", "x" * 86, "my-own-state"])
async def test_a_state_that_is_not_ours_is_refused(
    here: Street, door: PageDoor, state: str
) -> None:
    visit = here.visit(door)
    query = await visit.came_back()

    assert await visit.refused(changed(query, state=state)) == (401, "login_refused")
    assert await visit.refused(f"{query}&state={state_of(query)}") == (401, "login_refused")
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
async def test_who_turns_back_at_the_platform_is_told_so_and_is_no_guesser(
    here: Street, door: PageDoor
) -> None:
    visit = here.visit(door)
    visit.platform.declines = True
    for _ in range(22):
        assert await visit.refused(await visit.came_back()) == (401, "login_declined")


@EVERY_DOOR
@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.SLOW, Trouble.NONSENSE, Trouble.CUT])
async def test_a_platform_in_trouble_is_told_and_nobody_comes_in(
    here: Street, opened_database: Database, door: PageDoor, trouble: Trouble
) -> None:
    visit = here.visit(door)
    query = await visit.came_back()
    visit.platform.trouble = trouble

    assert await visit.refused(query) == (503, "platform_silent")

    async with opened_database.reading() as connection:
        accounts = await connection.execute(text("SELECT count(*) FROM accounts"))
        assert accounts.scalar_one() == 0
    visit.platform.trouble = Trouble.NONE
    assert (await visit.enter(await visit.came_back()))[0] == 201


@EVERY_DOOR
@pytest.mark.parametrize("query", ["", "code=1", "a=%ff", "code=%00", "&" * 9000])
async def test_what_no_platform_sends_back_is_refused(
    here: Street, door: PageDoor, query: str
) -> None:
    status, _ = await here.visit(door).refused(query)

    assert status in (400, 401)


@pytest.mark.parametrize(("there", "here_"), list(permutations(WAYS, 2)))
async def test_what_one_platform_gave_opens_no_other_door(
    here: Street, there: PageDoor, here_: PageDoor
) -> None:
    """Neither the whole of it, nor the code of the one with the state of the other."""
    one, other = here.visit(there), here.visit(here_)
    other.key = one.key
    foreign = await one.came_back()

    assert await other.refused(foreign) == (401, "login_refused")
    assert one.platform.calls[-1] == one.platform.authorize.rpartition("/")[2]
    mixed = changed(foreign, state=state_of(await other.came_back()))
    assert await other.refused(mixed) == (401, "login_refused")
    assert (await one.enter(foreign))[0] == 201


async def test_vk_id_must_speak_of_this_login_and_of_one_user(here: Street) -> None:
    visit = here.visit(PageDoor.VK_ID)
    vk_id = visit.platform
    assert isinstance(vk_id, VkIdStandIn)
    vk_id.state_told = "of-another-login"
    assert await visit.refused(await visit.came_back()) == (401, "login_refused")
    vk_id.state_told = None
    vk_id.user_told = "1"
    assert await visit.refused(await visit.came_back()) == (401, "login_refused")
    vk_id.user_told = "nobody"
    assert await visit.refused(await visit.came_back()) == (503, "platform_silent")
    no_device = changed(await visit.came_back(), device_id="")
    assert await visit.refused(no_device) == (401, "login_refused")


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of-another-login"},
        {"nonce": None},
        {"aud": "1"},
        {"aud": [OURS, "1"]},
        {"iss": "https://telegram.example"},
        {"exp": 1_700_000_000},
        {"iat": 1_700_000_000},
        {"iat": 4_000_000_000},
        {"id": 0},
        {"id": "4242"},
    ],
    ids=str,
)
async def test_an_id_token_that_is_not_of_this_login_is_refused(
    here: Street, claims: dict[str, object]
) -> None:
    visit = here.visit(PageDoor.TELEGRAM)
    telegram = visit.platform
    assert isinstance(telegram, TelegramLoginStandIn)
    telegram.claims = claims

    assert await visit.refused(await visit.came_back()) == (401, "login_refused")


async def test_a_new_key_of_telegrams_is_fetched_and_an_unpublished_one_refused(
    here: Street,
) -> None:
    visit = here.visit(PageDoor.TELEGRAM)
    telegram = visit.platform
    assert isinstance(telegram, TelegramLoginStandIn)
    assert (await visit.enter(await visit.came_back()))[0] == 201
    telegram.kid = "second"
    assert (await visit.enter(await visit.came_back()))[0] == 200
    telegram.kid, telegram.published = "third", "second"

    assert await visit.refused(await visit.came_back()) == (401, "login_refused")
    assert telegram.calls.count("jwks.json") == 3


async def test_a_secret_of_ours_that_telegram_does_not_know_is_our_trouble(
    here: Street,
) -> None:
    visit = here.visit(PageDoor.TELEGRAM)
    telegram = visit.platform
    assert isinstance(telegram, TelegramLoginStandIn)
    telegram.secret = "changed-there"

    assert await visit.refused(await visit.came_back()) == (503, "platform_silent")
