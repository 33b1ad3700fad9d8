"""Whatever a platform's login server says, it is a visitor, a refusal, or no answer."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms.facebook.login import FacebookLogin
from platforms.ok.oauth import OkLogin
from platforms.ok.profile import Profiles
from platforms.page_door import PageDoor
from platforms.page_login import Handshake, Unanswered
from platforms.refusals import Refused
from platforms.secret import Secrets
from platforms.telegram.login import TelegramLogin
from platforms.vk import profile as vk
from platforms.vk.vk_id import VkId, VkIdToken

NOW = 1_790_000_000
LOGIN = Handshake.of(PageDoor.VK_ID, "w" * 43, "k" * 43, "https://nardy.test/auth/vk_id/return")
SECRET = Secrets.of("a secret")
VK = VkId("1", "https://vk.test")
OK = OkLogin(app_id="1", application_key="CKEY", secrets=SECRET, url="https://ok.test")
FACEBOOK = FacebookLogin(app_id="1", secrets=SECRET, url="https://facebook.test")
NAMES = [
    "access_token",
    "error",
    "error_code",
    "code",
    "user",
    "user_id",
    "uid",
    "id",
    "id_token",
    "data",
    "app_id",
    "is_valid",
    "type",
    "expires_at",
    "name",
    "first_name",
    "locale",
    "state",
    "birthday",
    "bdate",
    "age",
    "location",
    "countryCode",
    "country",
    "users",
    "items",
]
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("USER")
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
    ),
    max_leaves=8,
)
READERS: dict[str, Callable[[object], object]] = {
    "vk token": lambda answer: VK.read_token(answer, LOGIN),
    "vk user": lambda answer: VK.read_user(answer, VkIdToken("t", 5)),
    "telegram token": TelegramLogin("1", "https://telegram.test").read_token,
    "ok token": OK.read_token,
    "ok user": OK.read_user,
    "facebook token": FACEBOOK.read_token,
    "facebook owner": lambda answer: FACEBOOK.read_owner(answer, NOW),
    "facebook user": lambda answer: FACEBOOK.read_user(answer, "5"),
    "ok profile": lambda answer: Profiles("CKEY", SECRET).read(answer, "5"),
    "vk profile": lambda answer: vk.read_user(answer, "5"),
    "vk country": vk.read_country,
}


@pytest.mark.parametrize("reader", READERS)
@given(answer=JSON)
def test_no_answer_does_more_than_be_refused(reader: str, answer: object) -> None:
    with contextlib.suppress(Refused, Unanswered):
        READERS[reader](answer)


def test_a_secret_never_goes_with_the_browser() -> None:
    for page in (VK, OK, FACEBOOK, TelegramLogin("1", "https://telegram.test")):
        assert "secret" not in page.address(LOGIN)
        assert "secret" not in repr(page).replace("secrets=Secrets(1)", "")
