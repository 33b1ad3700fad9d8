"""Buttons typed by hand, and texts that name what is typed in VK."""

import uuid

import pytest

from bots.buttons import Press
from bots.screens import Button, Rows
from bots.vk.labels import CHATS, MESSAGES, Labels
from bots.vk.wording import in_words
from bots.words import finding, joining, playing

MATCH = uuid.UUID(int=3)


def rows(*labels: str, verb: str = "cf") -> Rows:
    presses = (str(Press(verb, word=f"w{number}")) for number in range(len(labels)))
    return tuple((Button(*each),) for each in zip(labels, presses, strict=False))


def test_a_label_typed_by_hand_is_the_newest_button_that_says_so() -> None:
    labels = Labels()
    labels.shown(5, 1, rows("Короткие нарды", "Другие…"))
    labels.shown(5, 2, rows("🔎 Найти соперника", "другие", verb="seek"))

    assert labels.of(5, "короткие  НАРДЫ!") == str(Press("cf", word="w0"))
    assert labels.of(5, "найти соперника") == str(Press("seek", word="w0"))
    assert labels.of(5, "Другие") == str(Press("seek", word="w1"))
    assert labels.of(6, "Другие") == ""
    labels.shown(5, 2, ())
    assert labels.of(5, "Другие") == str(Press("cf", word="w1")), "what was changed is gone"


def test_a_switch_is_known_by_what_a_narrow_button_shows_of_it() -> None:
    labels = Labels()
    labels.shown(5, 1, rows("Чат за столом: да → нет", verb="set"))
    assert labels.of(5, "чат за столом да") == labels.of(5, "Чат за столом: да → нет") != ""


def test_what_is_typed_like_a_play_is_read_as_one() -> None:
    labels = Labels()
    step = Button("13/11", str(Press("st", MATCH, 4, "13.11")))
    only = Button("✅ 13/11 8/7", str(Press("one", MATCH, 4)))
    labels.shown(5, 1, ((step, only), (Button("👤", str(Press("who", MATCH))),)))
    assert labels.of(5, "13/11") == labels.of(5, "✅ 13/11 8/7") == labels.of(5, "👤") == ""


def test_only_so_much_is_remembered() -> None:
    labels = Labels()
    for message in range(MESSAGES + 1):
        labels.shown(5, message, rows(f"Кнопка {message}"))
    assert labels.of(5, "кнопка 0") == ""
    assert labels.of(5, "кнопка 1") != ""
    for chat in range(100, 100 + CHATS):
        labels.shown(chat, 1, rows("Да"))
    assert labels.of(5, "кнопка 1") == ""


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (playing.STALE.ru, "Эта кнопка устарела. Меню: «меню»"),
        (playing.STALE.en, "This button is out of date. The menu: “menu”"),
        (finding.NO_MATCHES.ru, "Сейчас матчей нет. Начните: «играть»"),
        ("Напишите: /link КОД", "Напишите: «связать КОД»"),
        ("https://nardy.test/terms?a=/play/x", "https://nardy.test/terms?a=/play/x"),
        ("бар/21, 13/11, /13", "бар/21, 13/11, /13"),
    ],
)
def test_a_command_is_a_word_in_vk(said: str, read: str) -> None:
    assert in_words(said) == read


@pytest.mark.parametrize("language", ["ru", "en"])
def test_help_names_no_command_of_another_platform(language: str) -> None:
    told = in_words(joining.HELP.say(language), language)
    assert "/play" in joining.HELP.say(language)
    assert not [word for word in told.split() if word.startswith("/")]
    assert ("«играть»" if language == "ru" else "“play”") in told
