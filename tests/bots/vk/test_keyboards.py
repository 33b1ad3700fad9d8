"""Keyboards: whatever a screen asks for, VK takes it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.screens import Button, Style
from bots.vk.keyboards import data_of, keyboard, payload
from tests.standins.vk_community import _is_allowed

BUTTONS = st.builds(
    Button,
    label=st.text(min_size=1, max_size=60),
    data=st.text("abcdefgh:0123456789", min_size=1, max_size=64),
    style=st.sampled_from(Style),
)


@given(st.lists(st.lists(BUTTONS, min_size=1, max_size=9).map(tuple), max_size=14).map(tuple))
def test_vk_takes_any_keyboard(rows: tuple[tuple[Button, ...], ...]) -> None:
    laid = keyboard(rows)
    shape = json.loads(laid.text)
    assert _is_allowed(shape)
    shown = [b["action"]["label"] for row in shape["buttons"] for b in row]
    assert len(shown) == min(sum(map(len, rows)), 40)
    assert all(0 < len(label) <= 40 for label in shown)
    assert laid.inline == (len(shown) <= 10)


def test_rows_stay_as_they_are_where_vk_takes_them() -> None:
    rows = ((Button("a", "a"),), (Button("b", "b"), Button("c", "c")))
    shape = json.loads(keyboard(rows).text)
    assert [[b["action"]["label"] for b in row] for row in shape["buttons"]] == [["a"], ["b", "c"]]


def test_a_link_opens_and_carries_nothing() -> None:
    shape = json.loads(keyboard(((Button("site", url="https://example.org"),),)).text)
    assert shape["buttons"][0][0] == {
        "action": {"type": "open_link", "link": "https://example.org", "label": "site"}
    }


@given(st.text(max_size=64))
def test_what_a_button_carries_comes_back(data: str) -> None:
    assert data_of(payload(data)) == data


@pytest.mark.parametrize(
    "sent", [None, "", "{", "[]", '{"b":1}', '{"command":"start"}', "[" * 2000]
)
def test_what_is_not_ours_carries_nothing(sent: str | None) -> None:
    assert data_of(sent) is None
