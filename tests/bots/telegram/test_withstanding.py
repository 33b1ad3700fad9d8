"""What a bot must withstand: repeats, restarts, refusals, presses and words that make no sense."""

import json
import random
from collections.abc import Awaitable, Callable

import pytest

from bots.buttons import Press, read
from bots.drawing import Studio
from bots.fronts import MessageGone
from bots.incoming import Chat
from bots.screens import Screen
from tests.bots.telegram.conftest import Table, seated_bot
from tests.bots.telegram.playing import Hands, begun, is_board, play_out
from tests.server.edge import Edge
from tests.standins.telegram_bot import TelegramBot
from tests.standins.trouble import Trouble
from tests.waiting import until


async def to_be_played(table: Table) -> tuple[Hands, Hands]:
    """Two with their boards before them, one of whom has something to press."""
    hands = await begun(table)
    await until(lambda: any(map(_actions, hands)))
    return hands


def _actions(hands: Hands) -> bool:
    board = hands.board
    return board is not None and any(
        word in label for label in board.buttons for word in ("✅", "Бросить", "/")
    )


async def test_stale_foreign_and_made_up_presses_change_nothing(table: Table) -> None:
    """Each gets an answer; the match stands where it stood."""
    hands = await to_be_played(table)
    mover, other = hands if _actions(hands[0]) else hands[::-1]
    assert mover.board is not None
    assert other.board is not None
    match = next(
        press.id for press in map(read, mover.board.buttons.values()) if press and press.id
    )
    before = (await table.services.desk.look(match)).seq
    made_up = [
        (other, str(Press("roll", match, 1)), other.board.id),
        (other, str(Press("st", match, 1, "24.23")), other.board.id),
        (mover, str(Press("take", match, 1)), mover.board.id),
        (mover, str(Press("ok", match, 99)), mover.board.id),
        (mover, "roll:not-a-match:1:", 1),
        (mover, "x" * 64, mover.board.id),
        (mover, "", mover.board.id),
    ]
    stranger = table.player(7003)
    await stranger.enters("Чужой")
    for hand, data, message in made_up:
        await table.telegram.presses(hand.player.id, data, message)
    await table.telegram.presses(stranger.id, next(iter(mover.board.buttons.values())), 1)
    count = len(made_up) + 1
    await until(lambda: len([each for each in table.telegram.notes.values() if each]) >= count)

    assert (await table.services.desk.look(match)).seq == before


async def test_updates_that_come_three_times_are_done_once(table: Table) -> None:
    """Also when the copies arrive together, or after later ones: no move is doubled, and the match
    ends.
    """
    before: list[bytes] = []

    async def thrice(update: dict[str, object]) -> int:
        before.append(json.dumps(update).encode())
        for body in (before[-1], before[-1], *before[-3:]):
            await table.intake.take(body)
        return 200

    hands = await to_be_played(table)
    table.telegram.deliver = thrice  # type: ignore[method-assign]  # the way of every update

    await play_out(*hands)

    boards = [m for m in table.telegram.chats[7001].values() if is_board(m)]
    assert len(boards) == 1


async def test_a_restart_in_the_middle_of_a_move_loses_nothing(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    """What was chosen is still chosen, what was pressed meanwhile is done, the match goes on."""
    async with seated_bot(edge, telegram, studio) as table:
        hands = await to_be_played(table)
        for _ in range(4):
            for each in hands:
                await each.move()
    for each in hands:
        await each.move()  # while nobody listens

    async with seated_bot(edge, telegram, studio):
        await play_out(*hands)


async def test_a_match_is_played_out_whatever_telegram_answers(table: Table) -> None:
    """Refusals, requests to wait, pages of a proxy, a second poller, connections that are cut or
    not to be had: each is got over.
    """
    hands = await to_be_played(table)
    standin = table.telegram
    for _ in range(2):
        standin.fail("editMessageText", 502, "<html>Bad Gateway</html>")
        standin.refuse("editMessageText", 429, "Too Many Requests", retry_after=1)
        standin.refuse("editMessageText", 400, "Bad Request: message to edit not found")
        standin.refuse("answerCallbackQuery", 400, "Bad Request: query is too old")
        standin.fail("getUpdates", 502, "<html>Bad Gateway</html>")
        standin.refuse("getUpdates", 409, "Conflict: terminated by other getUpdates request")

    for trouble in (Trouble.CUT, Trouble.DOWN, Trouble.NONSENSE):
        standin.trouble = trouble
        asked = len(standin.calls)
        for each in hands:
            await each.move()
        await until(lambda asked=asked: len(standin.calls) > asked + 1, 30)  # type: ignore[misc]
    standin.trouble = Trouble.NONE

    await play_out(*hands)

    assert not any(standin.faults.values())


async def test_a_screen_that_is_shown_already_is_no_fault(table: Table) -> None:
    screen = Screen(text="Так и есть.")
    message = await table.front.send(Chat(7001), screen)

    await table.front.change(Chat(7001), message, screen)

    with pytest.raises(MessageGone):
        await table.front.change(Chat(7001), message + 1000, screen)


async def test_who_blocks_the_bot_stops_nobody(table: Table) -> None:
    """The bot lives, his boards are let go, and he is there again as soon as he comes back."""
    hands = await to_be_played(table)
    anna = hands[0].player
    table.telegram.shut.add(anna.id)
    await anna.says("/help")
    person = table.bot.cases.persons
    await until(lambda: _is_away(person.known, anna.id))

    table.telegram.shut.clear()
    await anna.says("/matches")
    await anna.reads("Ваши матчи")
    await anna.presses("Борис")
    await until(lambda: sum(map(is_board, table.telegram.chats[anna.id].values())) == 2)


async def test_no_text_breaks_the_dialogue(table: Table) -> None:
    """Letters of all kinds, half plays, long lines, broken emoji: each is answered or let be."""
    hands = await to_be_played(table)
    chance = random.Random(7)
    for _ in range(25):
        text = "".join(
            chr(chance.choice((chance.randrange(32, 0x2FF), 0x1F600))) for _ in range(40)
        )
        await hands[0].player.says(text)
    for text in ("13/", "///", "/start " + "x" * 900, "0/0 99/1", "24/18" * 200, "*", "/nothing"):
        await hands[0].player.says(text)
    await hands[0].player.says("/help")
    await hands[0].player.reads("Как играть", 30)


async def _is_away(known: Callable[[int], Awaitable[object]], person: int) -> bool:
    return bool(getattr(await known(person), "away", False))


async def _moved(hands: tuple[Hands, Hands], before: list[int]) -> bool:
    for each in hands:
        await each.move()
    return all(each.presses > count + 1 for each, count in zip(hands, before, strict=True))
