"""The VK front end against a community on loopback: what people see, and what goes wrong."""

import asyncio
import json

import pytest
from aiohttp import web

from bots.drawing import png_of
from bots.fronts import MessageGone, PutOff, Trouble, Unreachable
from bots.incoming import Chat, Pressed, Said
from bots.screens import Button, File, Note, Screen, Style
from bots.vk.calls import VkCalls
from bots.vk.front import VkFront
from tests.bots.drawing.positions import POSITIONS
from tests.standins.trouble import Trouble as Fault
from tests.standins.vk_community import VkCommunity

CHAT = Chat(77)
ROLL = Screen(
    text="Ваш ход",
    rows=((Button("🎲 Бросить", "roll::1:", style=Style.GOOD), Button("Сдаться", "resign::1:")),),
    language="ru",
)
BOARD = Screen(text="Ваш ход", board=POSITIONS["all_off"], language="ru")


def many(count: int) -> Screen:
    return Screen(text="Много", rows=tuple((Button(f"{n}", f"p::{n}:"),) for n in range(count)))


async def test_a_screen_is_shown_and_changed_in_place(vk: VkCommunity, front: VkFront) -> None:
    message = await front.send(CHAT, ROLL)
    await front.change(CHAT, message, Screen(text="Ходит соперник"))

    shown = vk.chats[CHAT.id][message]
    assert (shown.text, shown.edits, shown.buttons) == ("Ходит соперник", 1, {})


async def test_a_press_comes_back_with_what_its_button_carried(
    vk: VkCommunity, front: VkFront
) -> None:
    message = await front.send(CHAT, ROLL)
    pressed = await front.read(web.json_response(vk.press(77, 77, message, "🎲 Бросить")).body)  # type: ignore[arg-type]  # it is bytes

    assert isinstance(pressed, Pressed)
    assert (pressed.data, pressed.message, pressed.chat) == ("roll::1:", message, CHAT)
    await front.note(pressed.press, Note("Уже сделано."))
    assert vk.snackbars[0]["user_id"] == "77"
    assert "Уже сделано." in vk.snackbars[0]["event_data"]


async def test_a_board_is_uploaded_once(vk: VkCommunity, front: VkFront) -> None:
    first, second = await asyncio.gather(front.send(CHAT, BOARD), front.send(Chat(78), BOARD))

    shown = vk.chats[77][first].attachment
    assert shown.startswith("photo-4242_")
    assert shown == vk.chats[78][second].attachment
    assert [len(png) > 1000 for png in vk.files.values()] == [True]
    assert (
        png_of("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>", 1)[:4]
        == next(iter(vk.files.values()))[:4]
    )


async def test_who_wants_no_pictures_is_told_where_checkers_stand(
    vk: VkCommunity, front: VkFront
) -> None:
    plain = Screen(text="Ваш ход", board=POSITIONS["short_hit"], plain=True, language="ru")
    message = await front.send(CHAT, plain)

    shown = vk.chats[77][message]
    assert shown.attachment == ""
    assert "Вы: бар×2 13×4 8×3 6×4 5×2" in shown.text
    assert "Соперник: 24×1" not in shown.text, "his points are told in my numbering"
    assert "Соперник: 22×1 21×2 19×4 17×3 12×4 1×1" in shown.text


async def test_without_the_upload_server_the_board_is_told_in_words(
    vk: VkCommunity, front: VkFront
) -> None:
    vk.fail("photos.getMessagesUploadServer", *([{"response": []}] * 4))
    message = await front.send(CHAT, BOARD)
    assert "снято×15" in vk.chats[77][message].text


async def test_more_buttons_than_a_message_takes_come_with_a_message_of_their_own(
    vk: VkCommunity, front: VkFront
) -> None:
    message = await front.send(CHAT, ROLL)
    with pytest.raises(MessageGone):
        await front.change(CHAT, message, many(11))
    assert message not in vk.chats[77]

    message = await front.send(CHAT, many(60))
    keyboard = vk.chats[77][message].keyboard
    assert (keyboard["inline"], len(vk.chats[77][message].buttons)) == (False, 40)


async def test_a_send_whose_answer_was_lost_is_not_sent_twice(
    vk: VkCommunity, front: VkFront, monkeypatch: pytest.MonkeyPatch
) -> None:
    """VK did it and answered 502: the repeat has the same `random_id`."""
    send = vk._messages_send

    def sends_and_fails(form: dict[str, str]) -> object:
        send(form)
        monkeypatch.setattr(vk, "_messages_send", send)
        return web.Response(status=502, text="<html>Bad Gateway</html>")

    monkeypatch.setattr(vk, "_messages_send", sends_and_fails)
    message = await front.send(CHAT, ROLL)
    assert list(vk.chats[77]) == [message]
    assert vk.doubled["messages.send"] == 1


@pytest.mark.parametrize("code", [6, 10, 1])
async def test_a_passing_fault_is_waited_out(vk: VkCommunity, front: VkFront, code: int) -> None:
    vk.fail("messages.send", code, code)
    assert await front.send(CHAT, ROLL) == 1


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        *((code, Unreachable) for code in (7, 15, 901, 902, 917)),
        *((code, PutOff) for code in (6, 9, 29)),
        *((code, Trouble) for code in (1, 5, 10, 100, 911, 914)),
    ],
)
async def test_what_a_refusal_means_to_a_chat(
    vk: VkCommunity, front: VkFront, code: int, meant: type[Exception]
) -> None:
    vk.fail("messages.send", *([code] * 4))
    with pytest.raises(meant):
        await front.send(CHAT, ROLL)
    assert vk.chats == {}


async def test_one_who_forbids_messages_stops_nobody_else(vk: VkCommunity, front: VkFront) -> None:
    vk.shut.add(50)
    outcomes = await asyncio.gather(
        *(front.send(Chat(peer), ROLL) for peer in range(100)), return_exceptions=True
    )
    assert [i for i, outcome in enumerate(outcomes) if isinstance(outcome, Unreachable)] == [50]
    assert len(vk.chats) == 99


async def test_a_captcha_stops_the_bot_for_a_while_and_tells_the_log(
    vk: VkCommunity, front: VkFront
) -> None:
    """VK may name no `captcha_sid`, at which vk_api itself would fail."""
    vk.fail("messages.send", 14)
    with pytest.raises(PutOff) as first:
        await front.send(CHAT, ROLL)
    with pytest.raises(PutOff) as second:
        await front.send(CHAT, ROLL)
    assert first.value.seconds >= second.value.seconds > 50
    assert vk.calls.count("messages.send") == 1


async def test_a_message_that_is_gone_is_said_to_be(vk: VkCommunity, front: VkFront) -> None:
    """Whichever way VK says it; what is refused for another reason would be refused anew."""
    with pytest.raises(MessageGone):
        await front.change(CHAT, 99, Screen(text="?"))
    message = await front.send(CHAT, ROLL)
    for code, meant in ((909, MessageGone), (15, MessageGone), (100, MessageGone), (911, Trouble)):
        vk.fail("messages.edit", code)
        with pytest.raises(meant):
            await front.change(CHAT, message, Screen(text="?"))


async def test_a_token_that_may_not_upload_makes_nobody_unreachable(
    vk: VkCommunity, front: VkFront
) -> None:
    """Boards are told in words, and files are not sent."""
    vk.fail("photos.getMessagesUploadServer", 15, 7)
    for _ in range(2):
        message = await front.send(CHAT, BOARD)
        assert "снято×15" in vk.chats[77][message].text
    vk.fail("docs.getMessagesUploadServer", 15)
    with pytest.raises(Trouble):
        await front.attach(CHAT, File("match.mat", b"5 point match"))


@pytest.mark.parametrize("fault", [Fault.DOWN, Fault.NONSENSE, Fault.CUT])
async def test_trouble_is_trouble_whatever_its_kind(
    vk: VkCommunity, front: VkFront, fault: Fault
) -> None:
    vk.trouble = fault
    with pytest.raises(Trouble):
        await front.send(CHAT, ROLL)
    vk.trouble = Fault.NONE
    message = await front.send(CHAT, ROLL)
    # One that was cut may have been taken before: nobody knows, and the repeats were one.
    assert message == len(vk.chats[77]) <= 2


@pytest.mark.parametrize(
    "body", [[], 5, None, {"response": {}}, {"response": [{}]}, {"error": {}}, {"error": "no"}]
)
async def test_no_answer_of_any_shape_raises_what_is_not_ours(
    vk: VkCommunity, front: VkFront, body: object
) -> None:
    vk.fail("messages.send", *([web.json_response(body)] * 1), *([10] * 3))
    with pytest.raises(Trouble):
        await front.send(CHAT, ROLL)


async def test_a_press_too_old_to_answer_is_no_fault(vk: VkCommunity, front: VkFront) -> None:
    vk.fail("messages.sendMessageEventAnswer", 100)
    await front.note('["e",77,77]', Note("поздно"))
    await front.note("no press", None)


async def test_what_a_snackbar_cuts_off_is_said_in_the_chat(
    vk: VkCommunity, front: VkFront
) -> None:
    """Where nobody else reads it: among many people it is cut."""
    long = Note("Слишком длинно, чтобы это прочесть. " * 4 + "Меню: /menu", alert=True)
    await front.note('["e",77,77]', long)
    assert "event_data" not in vk.snackbars[0]
    assert [shown.text.endswith(" Меню: «меню»") for shown in vk.chats[77].values()] == [True]

    await front.note('["f",77,2000000001]', long)
    assert len(json.loads(vk.snackbars[1]["event_data"])["text"]) == 90
    assert 2000000001 not in vk.chats


async def test_a_file_comes_as_a_document(vk: VkCommunity, front: VkFront) -> None:
    await front.attach(CHAT, File("match.mat", b" 5 point match", "Запись"))
    (shown,) = vk.chats[77].values()
    assert shown.attachment.startswith("doc-4242_")
    assert shown.text == "Запись"
    assert list(vk.files.values()) == [b" 5 point match"]


async def test_calls_keep_to_the_pace_that_vk_allows(vk: VkCommunity) -> None:
    async with VkCalls("vk1.a.community-token", vk.url) as calls:
        await asyncio.gather(
            *(calls.call("photos.getMessagesUploadServer", {}) for _ in range(30))
        )
    for start in range(len(vk.times) - 21):
        assert vk.times[start + 21] - vk.times[start] > 0.9


async def test_a_token_is_never_told(vk: VkCommunity) -> None:
    async with VkCalls("wrong-and-secret", vk.url) as calls:
        with pytest.raises(Exception, match="5") as refused:
            await calls.call("messages.send", {})
    failure: BaseException | None = refused.value
    while failure is not None:
        assert "wrong-and-secret" not in repr(vars(failure)) + str(failure)
        failure = failure.__context__


async def test_a_link_carries_its_word_and_comes_back_with_it(
    vk: VkCommunity, front: VkFront
) -> None:
    assert front.link("j_ABC") == "https://vk.me/club4242?ref=j_ABC"
    event = vk.write(5, "Начать", payload='{"command":"start"}', ref="j_ABC")
    said = await front.read(web.json_response(event).body)  # type: ignore[arg-type]  # it is bytes
    assert isinstance(said, Said)
    assert said.text == "/start j_ABC"
