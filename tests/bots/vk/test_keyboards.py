"""Keyboards: whatever a screen asks for, VK takes it, and a phone shows its labels whole."""

import json
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.buttons import Press, read
from bots.incoming import Chat
from bots.screens import Button, Rows, Style
from bots.topics.joining import menu
from bots.visits import Visit
from bots.vk.keyboards import Keyboard, data_of, keyboard, payload, width_of
from bots.wording import LANGUAGES
from bots.words import joining as say
from bots.words.playing import MENU
from server.dialogue.persons import ChatPerson
from tests.bots.vk.boards import boards
from tests.standins.vk_community import _is_allowed

WIDEST = {1: 40, 2: 16, 3: 9, 4: 6, 5: 4}
"""Letters that a phone shows of a button, by how many share its row."""
BUTTONS = st.builds(
    Button,
    label=st.text(min_size=1, max_size=60),
    data=st.text("abcdefgh:0123456789", min_size=1, max_size=64),
    style=st.sampled_from(Style),
)
ROWS = st.lists(st.lists(BUTTONS, min_size=1, max_size=9).map(tuple), max_size=14).map(tuple)


def labels(laid: Keyboard) -> list[list[str]]:
    """What the buttons say, by rows, once it is clear that VK takes them."""
    shape: dict[str, Any] = json.loads(laid.text)
    assert _is_allowed(shape)
    assert shape["inline"] is laid.inline
    return [[button["action"]["label"] for button in row] for row in shape["buttons"]]


def assert_whole(rows: list[list[str]]) -> None:
    """No label is cut off by the width of its button."""
    for row in rows:
        assert max(map(width_of, row)) <= WIDEST[len(row)] or len(row) == 1, row


@given(ROWS)
def test_vk_takes_any_keyboard(rows: Rows) -> None:
    laid = keyboard(rows)
    shown = labels(laid)
    count = sum(map(len, shown))
    worded = sum(any(map(str.isalnum, button.label)) for row in rows for button in row)
    assert min(worded, 40) <= count <= min(sum(map(len, rows)), 40)
    assert all(0 < len(label) <= 40 for row in shown for label in row)
    assert not laid.inline or count <= 10
    if count <= 10:
        assert_whole(shown)


def test_a_board_is_shown_whole_and_mostly_keeps_its_message() -> None:
    """Matches of all kinds, in both languages: few positions ask for a message of their own."""
    laid = [keyboard(rows) for rows in boards()]
    for each in laid:
        assert_whole(labels(each))
    assert len(laid) > 1_000
    assert sum(not each.inline for each in laid) < len(laid) / 100


def test_a_screen_of_many_choices_is_laid_out_by_the_length_of_what_they_say() -> None:
    who = ChatPerson(7, uuid.UUID(int=7), "ru")
    rows = menu(Visit(who, Chat(7), "vk:1")).rows
    shown = labels(keyboard(rows))
    assert_whole(shown)
    assert shown[0][0] == "Играть"
    assert any("Ежедневный бонус" in row for row in shown)


def test_settings_say_what_is_where_there_is_no_place_for_more() -> None:
    """Eight switches have six rows: what each is stays, what it would become goes."""
    said = (
        *(say.LANGUAGE, say.PICTURES, say.PHRASES_OFF, say.TALK_ON, say.REMINDERS_ON),
        *(say.NEWS_OFF, say.NICK, MENU),
    )
    for language in LANGUAGES:
        rows = tuple((Button(each.say(language), "x"),) for each in said)
        laid = keyboard(rows)
        shown = labels(laid)
        assert laid.inline
        assert_whole(shown)
        assert "→" not in laid.text
        assert labels(keyboard(rows[:4])) == [[row[0].label] for row in rows[:4]]
    assert shown[-2:] == [["Send me news: no", "Change the nick"], ["☰ Menu"]]


def test_steps_too_many_for_a_message_are_chosen_in_two() -> None:
    """First the checker, then where it goes; what is one step only is pressed at once."""
    match = uuid.UUID(int=9)
    steps = [f"{start}/{start - die}" for start in (24, 13, 8, 6) for die in (4, 3)] + ["бар/21"]
    words = [step.replace("/", ".").replace("бар", "25") for step in steps]
    rows = tuple(
        (Button(step, str(Press("st", match, 5, word))),)
        for step, word in zip(steps, words, strict=True)
    )
    standing = (Button("⏱ Часы", "clk:::"), Button("🏳 Сдаться", "res:::"))
    laid = keyboard((*rows, standing))

    assert laid.inline
    shape = json.loads(laid.text)
    carried = {
        button["action"]["label"]: read(data_of(button["action"]["payload"]) or "")
        for row in shape["buttons"]
        for button in row
    }
    assert list(carried)[:5] == ["24/…", "13/…", "8/…", "6/…", "бар/21"]
    assert carried["13/…"] == Press("lift", match, 5, "13")
    assert carried["бар/21"] == Press("st", match, 5, "25.21")


def test_of_many_matches_each_keeps_the_button_that_names_it() -> None:
    """A button with a picture alone gives way; of a few matches it stays."""

    def listed(count: int) -> Rows:
        return tuple(
            (Button(f"⏸ Игрок {n}: короткие нарды", f"open::{n}:"), Button("👤", f"who::{n}:"))
            for n in range(1, count + 1)
        )

    assert labels(keyboard(listed(3)))[:2] == [["⏸ Игрок 1: короткие нарды"], ["👤"]]
    six = keyboard(listed(6))
    assert six.inline
    assert len(labels(six)) == 6
    assert "👤" not in six.text


def test_a_keyboard_below_sends_messages_for_only_those_put_it_away() -> None:
    rows = tuple((Button(f"Игрок номер {number}", f"who::{number}:"),) for number in range(12))
    shape = json.loads(keyboard(rows).text)
    kinds = {button["action"]["type"] for row in shape["buttons"] for button in row}
    assert (shape["inline"], shape["one_time"], kinds) == (False, True, {"text"})
    assert data_of(shape["buttons"][0][0]["action"]["payload"]) == "who::0:"


def test_rows_stay_as_they_are_where_vk_takes_them() -> None:
    rows = ((Button("a", "a"),), (Button("b", "b"), Button("c", "c")))
    assert labels(keyboard(rows)) == [["a"], ["b", "c"]]


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
