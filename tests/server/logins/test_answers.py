"""What each platform must say of a login before it is believed, over HTTP."""

from structlog.testing import capture_logs

from platforms.page_door import PageDoor
from tests.server.logins.street import Street
from tests.server.logins.visiting import changed
from tests.standins.facebook_login import FacebookLoginStandIn
from tests.standins.login_page import OURS
from tests.standins.ok_login import OkLoginStandIn
from tests.standins.telegram_login import TelegramLoginStandIn
from tests.standins.vk_id import VkIdStandIn


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

    with capture_logs() as logged:
        assert await visit.refused(await visit.came_back()) == (503, "platform_silent")

    told = [entry for entry in logged if entry["event"] == "login_unanswered"]
    assert [(entry["door"], entry["why"]) for entry in told] == [
        ("telegram_login", "error invalid_client")
    ]


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
