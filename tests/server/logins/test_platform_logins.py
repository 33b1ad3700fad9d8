"""Logins on the platforms' own pages, there and back over HTTP, honest and forged."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

import pytest
from aiohttp import ClientSession
from sqlalchemy import text

from platforms.doors import Door
from platforms.facebook.login import FacebookLogin
from platforms.ok.oauth import OkLogin
from platforms.page_door import PageDoor
from platforms.secret import Secrets
from platforms.telegram.login import TelegramLogin
from platforms.vk.vk_id import VkId
from server.logging_in import Calls
from server.logins.facebook import FacebookPage
from server.logins.ok import OkPage
from server.logins.pages import LoginPage
from server.logins.telegram import TelegramPage
from server.logins.vk_id import VkIdPage
from server.outbound.calls import Patience, PlatformApi
from server.storage.database import Database
from tests.server.edge import LIMITS, Edge, running_edge
from tests.server.logins.visiting import Visit, changed, new_key, state_of
from tests.server.wiring import House
from tests.standins.facebook_login import SECRET as FB_SECRET
from tests.standins.facebook_login import FacebookLoginStandIn
from tests.standins.login_page import OURS, LoginPageStandIn, Person
from tests.standins.ok_login import KEY, OkLoginStandIn
from tests.standins.ok_login import SECRET as OK_SECRET
from tests.standins.telegram_login import SECRET, TelegramLoginStandIn
from tests.standins.trouble import Trouble
from tests.standins.vk_id import VkIdStandIn

PATIENT: Final = Patience(tries=1, failures=100)
HURRIED: Final = Patience(seconds=0.2, tries=1)
"""Of a test that waits for nothing but the end of patience."""


class Way(NamedTuple):
    """A door: its stand-in, our side of it, and the launch whose identity is the same.

    Facebook's launches name players of a game, whom its logins do not know.
    """

    standin: Callable[[], LoginPageStandIn]
    page: Callable[[str, PlatformApi], LoginPage]
    launch: Door | None


WAYS: Final = {
    PageDoor.VK_ID: Way(VkIdStandIn, lambda url, api: VkIdPage(VkId(OURS, url), api), Door.VK),
    PageDoor.TELEGRAM: Way(
        TelegramLoginStandIn,
        lambda url, api: TelegramPage(TelegramLogin(OURS, url), Secrets.of(SECRET), api),
        Door.TELEGRAM,
    ),
    PageDoor.OK: Way(
        OkLoginStandIn,
        lambda url, api: OkPage(
            OkLogin(app_id=OURS, application_key=KEY, secrets=Secrets.of(OK_SECRET), url=url), api
        ),
        Door.OK,
    ),
    PageDoor.FACEBOOK: Way(
        FacebookLoginStandIn,
        lambda url, api: FacebookPage(
            FacebookLogin(app_id=OURS, secrets=Secrets.of(FB_SECRET), url=url), api
        ),
        None,
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
async def street(database: Database, patience: Patience = PATIENT) -> AsyncIterator[Street]:
    async with AsyncExitStack() as stack:
        calls = Calls(await stack.enter_async_context(ClientSession()), patience)
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


async def test_an_id_token_that_is_not_of_this_login_is_refused(here: Street) -> None:
    visit = here.visit(PageDoor.TELEGRAM)
    telegram = visit.platform
    assert isinstance(telegram, TelegramLoginStandIn)
    wrong: list[dict[str, object]] = [
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
    ]
    for claims in wrong:
        telegram.claims = claims
        assert await visit.refused(await visit.came_back()) == (401, "login_refused"), claims


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


async def test_ok_must_name_a_user_and_know_the_session(here: Street) -> None:
    visit = here.visit(PageDoor.OK)
    ok = visit.platform
    assert isinstance(ok, OkLoginStandIn)
    ok.uid_told = "0"
    assert await visit.refused(await visit.came_back()) == (503, "platform_silent")
    for error, refusal in ((102, (401, "login_refused")), (2, (503, "platform_silent"))):
        ok.error = error
        assert await visit.refused(await visit.came_back()) == refusal


async def test_a_token_of_facebooks_must_be_this_users_for_our_app(here: Street) -> None:
    visit = here.visit(PageDoor.FACEBOOK)
    facebook = visit.platform
    assert isinstance(facebook, FacebookLoginStandIn)
    foreign: list[dict[str, object]] = [
        {"app_id": "1"},
        {"is_valid": False},
        {"type": "PAGE"},
        {"expires_at": 1_700_000_000},
        {"user_id": "1"},
    ]
    for told in foreign:
        facebook.token_told = told
        assert await visit.refused(await visit.came_back()) == (401, "login_refused"), told
    nonsense: list[dict[str, object]] = [{"user_id": "me"}, {"is_valid": "yes"}]
    for told in nonsense:
        facebook.token_told = told
        assert await visit.refused(await visit.came_back()) == (503, "platform_silent"), told


async def test_a_user_of_facebook_is_app_scoped_and_no_player(here: Street) -> None:
    visit = here.visit(PageDoor.FACEBOOK)
    _, body = await visit.enter(await visit.came_back())

    headers = {"Authorization": f"Bearer {body['token']}"}
    async with here.edge.client.get("/api/v1/me/identities", headers=headers) as answer:
        (known,) = (await answer.json())["identities"]
    assert (known["platform"], known["kind"]) == ("facebook", "asid")
