"""Updates of Telegram as the dialogue sees them; whatever cannot be read is nothing."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bots.incoming import CameBack, Chat, Pressed, Said, Speaker, WentAway
from bots.telegram.reading import incoming_of, number_of, update_of

ANNA = {"id": 7, "is_bot": False, "first_name": "Анна", "last_name": "К", "language_code": "ru"}


def read(**update: object) -> object:
    return incoming_of("telegram", json.dumps({"update_id": 5, **update}).encode())


def test_a_text_is_somebodys_in_a_chat() -> None:
    message = {
        "message_id": 3,
        "chat": {"id": -9, "type": "supergroup"},
        "from": ANNA,
        "text": "а",
    }

    assert read(message=message) == Said(
        once="telegram:5", chat=Chat(-9, is_group=True), by=Speaker(7, "Анна К", "ru"), text="а"
    )


def test_a_command_to_another_bot_of_the_group_is_none_of_ours() -> None:
    """Where its name is another one, in any case; whatever else has an at in it is a text."""

    def heard(text: str) -> bool:
        message = {
            "message_id": 3,
            "chat": {"id": -9, "type": "group"},
            "from": ANNA,
            "text": text,
        }
        body = json.dumps({"update_id": 5, "message": message}).encode()
        return incoming_of("telegram", body, "nardy_bot") is not None

    for text in ("/play", "/play@Nardy_bot", "/play@nardy_bot x", "я@other", "a /play@other_bot"):
        assert heard(text), text
    assert not heard("/play@other_bot")
    assert not heard(" /start@other_bot link_ABC")


def test_a_press_names_its_message_and_who_pressed() -> None:
    shown = {"message_id": 3, "chat": {"id": 7, "type": "private"}, "date": 0}
    pressed = read(callback_query={"id": "p", "from": ANNA, "message": shown, "data": "menu:::"})

    assert isinstance(pressed, Pressed)
    assert (pressed.message, pressed.data, pressed.press) == (3, "menu:::", "p")


def test_a_press_without_a_message_is_answered_in_his_own_chat() -> None:
    pressed = read(callback_query={"id": "p", "from": ANNA, "data": "x"})

    assert isinstance(pressed, Pressed)
    assert (pressed.chat, pressed.message) == (Chat(7), None)


def test_leaving_and_coming_back_are_told_apart() -> None:
    member = {"chat": {"id": 7, "type": "private"}, "from": ANNA}

    assert isinstance(
        read(my_chat_member={**member, "new_chat_member": {"status": "kicked"}}), WentAway
    )
    assert isinstance(
        read(my_chat_member={**member, "new_chat_member": {"status": "member"}}), CameBack
    )


def test_pictures_bots_and_posts_of_channels_are_nothing() -> None:
    message = {"message_id": 3, "chat": {"id": 7, "type": "private"}, "from": ANNA}

    assert read(message=message) is None
    assert read(message={**message, "from": {**ANNA, "is_bot": True}, "text": "а"}) is None
    assert read(channel_post={"text": "а"}) is None


def test_what_is_beyond_numbers_is_nothing_but_is_gone_past() -> None:
    """One update that cannot be read stops no long poll."""
    message = {"message_id": 3, "chat": {"id": 1 << 70}, "from": ANNA, "text": "а"}
    body = json.dumps({"update_id": 5, "message": message}).encode()

    assert (update_of(body), number_of(body)) == (None, 5)
    for number in (-1, 1 << 70, "5", True, 5.5, None):
        assert number_of(json.dumps({"update_id": number}).encode()) is None


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reading(body: bytes) -> None:
    assert update_of(body) is None or incoming_of("telegram", body) is None
