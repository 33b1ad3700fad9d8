"""The nick that a platform's name is turned into."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts.nick import LONGEST, proposed_nick


@pytest.mark.parametrize(
    ("name", "nick"),
    [
        (None, None),
        ("", None),
        ("  \u200b ", None),
        ("Анна Каренина", "Анна Каренина"),
        ("<b>Bob</b>", "b Bob b"),
        ("a" * 30, "a" * 20),
        ("nineteen-letters-xx y", "nineteen-letters-xx"),
        ("Е\u0308лка", "Ёлка"),
    ],
)
def test_of_a_name_is_kept_what_a_nick_may_have(name: str | None, nick: str | None) -> None:
    assert proposed_nick(name) == nick


@given(st.text())
def test_a_proposal_is_short_and_has_no_outer_blanks(name: str) -> None:
    nick = proposed_nick(name)

    assert nick is None or (0 < len(nick) <= LONGEST and nick == nick.strip())
