"""What binds a login to the browser that began it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms.page_door import PageDoor
from platforms.page_login import Handshake, Return, with_query
from platforms.pkce import challenge
from platforms.refusals import Declined, Forged, Refused

WORD, KEY = "w" * 43, "k" * 43
URL = "https://nardy.test/auth/vk_id/return"
LOGIN = Handshake.of(PageDoor.VK_ID, WORD, KEY, URL)
ANY_TEXT = st.text(st.characters(codec=None))


def test_a_login_is_read_back_by_the_browser_that_began_it() -> None:
    came = Return(f"code=abc&device_id=d&state={LOGIN.state}")

    assert came.handshake(PageDoor.VK_ID, KEY, URL) == LOGIN
    assert LOGIN.word == WORD
    assert (came.granted().code, came.granted().device_id) == ("abc", "d")


def test_state_proof_and_nonce_are_three_words_that_pass_through_any_platform() -> None:
    words = (LOGIN.state, LOGIN.verifier, LOGIN.nonce)

    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43,128}", word) for word in words)
    assert len({LOGIN.state[43:], LOGIN.verifier, LOGIN.nonce}) == 3
    assert challenge(LOGIN.verifier)


@pytest.mark.parametrize(
    ("door", "word", "key"),
    [
        (PageDoor.EMAIL, WORD, KEY),
        (PageDoor.VK_ID, "v" * 43, KEY),
        (PageDoor.VK_ID, WORD, "l" * 43),
    ],
)
def test_another_door_word_or_key_is_another_login(door: PageDoor, word: str, key: str) -> None:
    other = Handshake.of(door, word, key, URL)

    ours = {LOGIN.state[43:], LOGIN.verifier, LOGIN.nonce}
    assert not {other.state[43:], other.verifier, other.nonce} & ours
    with pytest.raises(Forged):
        Return(f"code=a&state={LOGIN.word}{other.state[43:]}").handshake(PageDoor.VK_ID, KEY, URL)


def test_a_word_cut_elsewhere_is_no_state() -> None:
    with pytest.raises(Forged):
        Return(f"code=a&state={LOGIN.state[1:]}").handshake(PageDoor.VK_ID, KEY, URL)


@given(ANY_TEXT, ANY_TEXT)
def test_no_query_and_no_key_do_more_than_be_refused(query: str, key: str) -> None:
    with pytest.raises(Refused):
        Return(query).handshake(PageDoor.VK_ID, key, URL)


def test_a_login_without_a_code_was_declined_or_never_was() -> None:
    with pytest.raises(Declined):
        Return("error=access_denied&code=abc&state=x").granted()
    with pytest.raises(Forged):
        Return("state=x").granted()


def test_an_address_says_what_it_is_given_and_no_more() -> None:
    assert with_query("https://a.test/b", {"x": "1&y=2", "z": "ж"}) == (
        "https://a.test/b?x=1%26y%3D2&z=%D0%B6"
    )
