"""Buttons typed by hand, and texts that name what is typed in VK."""

import uuid

import pytest

from bots.buttons import Press
from bots.screens import Button, Rows
from bots.vk.labels import Labels
from bots.vk.wording import in_words
from bots.words import finding, joining, playing
from tests.bots.vk.shelf import Shelf

MATCH = uuid.UUID(int=3)


def rows(*labels: str, verb: str = "cf") -> Rows:
    presses = (str(Press(verb, word=f"w{number}")) for number in range(len(labels)))
    return tuple((Button(*each),) for each in zip(labels, presses, strict=False))


async def test_a_label_typed_by_hand_is_the_newest_button_that_says_so() -> None:
    labels = Labels(Shelf())
    await labels.shown(5, 1, rows("Короткие нарды", "Другие…"))
    await labels.shown(5, 2, rows("🔎 Найти соперника", "другие", verb="seek"))

    assert await labels.of(5, "короткие  НАРДЫ!") == str(Press("cf", word="w0"))
    assert await labels.of(5, "найти соперника") == str(Press("seek", word="w0"))
    assert await labels.of(5, "Другие") == str(Press("seek", word="w1"))
    await labels.shown(5, 2, ())
    assert await labels.of(5, "Другие") == str(Press("cf", word="w1")), "what was changed is gone"


async def test_a_switch_is_known_by_what_a_narrow_button_shows_of_it() -> None:
    labels = Labels(Shelf())
    await labels.shown(5, 1, rows("Чат за столом: да → нет", verb="set"))
    assert (
        await labels.of(5, "чат за столом да")
        == await labels.of(5, "Чат за столом: да → нет")
        != ""
    )


async def test_what_is_typed_like_a_play_is_read_as_one() -> None:
    labels = Labels(Shelf())
    step = Button("13/11", str(Press("st", MATCH, 4, "13.11")))
    only = Button("✅ 13/11 8/7", str(Press("one", MATCH, 4)))
    await labels.shown(5, 1, ((step, only), (Button("👤", str(Press("who", MATCH))),)))
    assert (
        await labels.of(5, "13/11")
        == await labels.of(5, "✅ 13/11 8/7")
        == await labels.of(5, "👤")
        == ""
    )


async def test_what_cannot_be_kept_is_shown_all_the_same() -> None:
    """A failure here would have the message sent again."""
    shelf = Shelf()
    shelf.is_shut = True
    await Labels(shelf).shown(5, 1, rows("Кнопка"))
    assert await Labels(shelf).of(5, "кнопка") == ""


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


def test_among_several_people_we_are_named_before_a_word() -> None:
    """A bare word is not for us there."""
    said = in_words(finding.NOT_YOUR_MENU.ru, group=42)
    assert said.endswith("«@club42 играть»")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_help_names_no_command_of_another_platform(language: str) -> None:
    told = in_words(joining.HELP.say(language), language)
    assert "/play" in joining.HELP.say(language)
    assert not [word for word in told.split() if word.startswith("/")]
    assert ("«играть»" if language == "ru" else "“play”") in told
