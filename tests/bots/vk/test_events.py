"""Events of the community as the dialogue hears them; whatever comes, nothing raises."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.incoming import CameBack, Pressed, Said, WentAway
from bots.vk.events import incoming
from bots.vk.keyboards import payload
from platforms.vk.messages import FIRST_GROUP_CHAT

GROUP = 4242


def event(kind: str, content: Any, **more: Any) -> bytes:
    return json.dumps({"type": kind, "object": content, "event_id": "e1", **more}).encode()


def message(**more: Any) -> bytes:
    written = {"peer_id": 5, "from_id": 5, "text": "13/11 8/7", **more}
    return event("message_new", {"message": written, "client_info": {"lang_id": 3}})


def test_what_somebody_writes_is_said() -> None:
    heard = incoming(message(), GROUP)
    assert isinstance(heard, Said)
    assert (heard.text, heard.by.id, heard.by.language, heard.once) == (
        "13/11 8/7",
        5,
        "en",
        "vk:e1",
    )


@pytest.mark.parametrize(
    ("told", "language"), [(0, "ru"), (777, "ru"), (100, "ru"), (97, "kk"), (3, "en"), (6, "en")]
)
def test_a_language_is_told_by_its_number(told: int, language: str) -> None:
    content = {"message": {"peer_id": 5, "from_id": 5, "text": "a"}}
    heard = incoming(event("message_new", {**content, "client_info": {"lang_id": told}}), GROUP)
    assert heard is not None
    assert heard.by.language == language


def test_in_a_chat_of_several_the_mention_is_no_part_of_it() -> None:
    peer = FIRST_GROUP_CHAT + 1
    heard = incoming(message(peer_id=peer, text="[club4242|@nardy], 8/5 6/5"), GROUP)
    assert isinstance(heard, Said)
    assert (heard.text, heard.chat.is_group) == ("8/5 6/5", True)


def test_an_old_client_presses_by_a_message() -> None:
    heard = incoming(message(text="Бросить", payload=payload("roll::1:")), GROUP)
    assert isinstance(heard, Pressed)
    assert (heard.data, heard.message, heard.press) == ("roll::1:", None, "")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"text": "Привет!"}, "Привет!"),
        ({"text": "Начать", "payload": '{"command":"start"}', "ref": "t9"}, "/start t9"),
        ({"text": "здравствуйте", "ref": "r9", "ref_source": "post"}, "/start r9"),
        ({"text": "", "ref": "link_9"}, "/start link_9"),
        ({"text": "играть"}, "играть"),
        ({"text": "start", "payload": '{"command":5}'}, "start"),
    ],
)
def test_who_begins_says_start_whichever_way_he_does(more: dict[str, Any], said: str) -> None:
    heard = incoming(message(**more), GROUP)
    assert isinstance(heard, Said)
    assert heard.text == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[club4242|@nardy] играть", "/play"),
        ("[club4242|Нарды], Помощь!", "/help"),
        ("играть", "играть"),
        ("[club4242|@nardy] привет", "/start"),
        ("привет", "привет"),
        ("[club4242|@nardy] ", "/help"),
        ("[club99|@others] играть", "[club99|@others] играть"),
    ],
)
def test_among_many_people_a_word_is_for_us_where_we_are_named(text: str, said: str) -> None:
    heard = incoming(message(peer_id=FIRST_GROUP_CHAT + 1, text=text, ref="t9"), GROUP)
    assert isinstance(heard, Said)
    assert heard.text == said


@pytest.mark.parametrize("sent", [payload("x"), json.loads(payload("x"))])
def test_a_payload_may_be_text_or_value(sent: object) -> None:
    content = {"user_id": 5, "peer_id": 5, "event_id": "p", "payload": sent}
    heard = incoming(event("message_event", content), GROUP)
    assert isinstance(heard, Pressed)
    assert (heard.data, heard.message) == ("x", None)


def test_who_forbids_us_to_write_went_away_and_may_come_back() -> None:
    assert isinstance(incoming(event("message_deny", {"user_id": 5}), GROUP), WentAway)
    assert isinstance(incoming(event("message_allow", {"user_id": 5}), GROUP), CameBack)


def test_a_chat_that_puts_us_out_is_left_and_others_are_not() -> None:
    for member, expected in ((-GROUP, WentAway), (9, type(None))):
        action = {"type": "chat_kick_user", "member_id": member}
        assert isinstance(incoming(message(action=action), GROUP), expected)


@pytest.mark.parametrize(
    "body",
    [
        message(from_id=-GROUP),
        message(out=1),
        message(text=""),
        message(peer_id="5"),
        event("message_new", {"message": []}),
        event("wall_post_new", {}),
        event("message_event", {"user_id": 5, "peer_id": 5, "event_id": "p", "payload": {"c": 1}}),
        b"[]",
        b"\xff",
    ],
)
def test_what_is_nothing_to_us_says_nothing(body: bytes) -> None:
    assert incoming(body, GROUP) is None


def test_an_event_without_a_name_has_one_by_what_it_says() -> None:
    bodies = [
        event("message_new", {"message": {"peer_id": 5, "from_id": 5, "text": t}}, event_id="")
        for t in ("a", "a", "b")
    ]
    first, again, other = (incoming(body, GROUP) for body in bodies)
    assert first is not None
    assert again is not None
    assert other is not None
    assert first.once == again.once != other.once


WORDS = st.sampled_from(
    ["message", "peer_id", "from_id", "user_id", "text", "payload", "event_id", "action", "ref"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(payload("x")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(["message_new", "message_event", "message_deny"]), VALUES)
def test_no_event_raises(kind: str, content: Any) -> None:
    incoming(event(kind, content), GROUP)


@given(st.binary(max_size=60))
def test_no_body_raises(body: bytes) -> None:
    incoming(body, GROUP)
