"""A match on the board of a group: who may press what, and who is told what."""

import re
from uuid import UUID

from bots.buttons import Press
from bots.play.seeds import Seeds
from game.endings import Ending
from game.vocabulary import Phase
from tests.bots.talking import GROUP, Chats
from tests.server.edge import Edge
from tests.waiting import until

ANNA, BORIS, CARL = 7001, 7002, 7003
STRANGE = "матч других игроков"


async def _begun(edge: Edge) -> tuple[Chats, UUID]:
    """A match of Anna and Boris in their group, its dice drawn; Carl watches."""
    chats = Chats(edge.services)
    for person, nick in ((ANNA, "Анна"), (BORIS, "Борис"), (CARL, "Карл")):
        await chats.enters(person, nick)
    menu = await chats.says(ANNA, "/play", GROUP)
    card = await chats.presses(ANNA, menu.button("⚡"), GROUP)
    await chats.presses(BORIS, card.button("Сесть"), GROUP)
    (match,) = await chats.cases.boards.running(await _account(chats, ANNA))
    seeds = Seeds(edge.services, chats.cases.boards)

    async def is_played() -> bool:
        live = await edge.services.desk.look(match)
        board = await chats.cases.boards.find(GROUP.id, match)
        assert board is not None
        await seeds.tend(board, live, phrases=False)
        return live.state.phase is Phase.PLAYING

    await until(is_played)
    return chats, match


async def _account(chats: Chats, person: int) -> UUID:
    who = await chats.cases.persons.known(person)
    assert who is not None
    return who.account


async def test_each_press_at_the_board_of_a_group_is_of_whom_it_is_for(edge: Edge) -> None:
    chats, match = await _begun(edge)
    turn = (await edge.services.desk.look(match)).state.turn
    for verb in ("roll", "ok", "st", "racc", "clk", "res", "again", "noagain", "rec"):
        word = "24.23" if verb == "st" else ""
        told = await chats.presses(CARL, Press(verb, match, turn, word), GROUP)
        assert STRANGE in told.text, verb
    assert "Анна: " in (await chats.presses(BORIS, Press("clk", match, turn), GROUP)).text

    asked = await chats.presses(ANNA, Press("res", match, turn), GROUP)
    assert asked.text.startswith("Анна. Соперник: Борис.")
    for button in asked.buttons:
        assert "не вам" in (await chats.presses(BORIS, button.data, GROUP)).text
    assert (await edge.services.desk.look(match)).state.running.resigning is None

    offered = await chats.presses(ANNA, asked.button("оин"), GROUP)
    assert offered.text.startswith("Анна. Вы предложили сдачу")
    await chats.presses(BORIS, Press("racc", match, turn), GROUP)
    assert (await edge.services.desk.look(match)).state.over


async def test_a_rematch_is_offered_before_the_group(edge: Edge) -> None:
    """Not everybody there has a chat with the bot alone."""
    chats, match = await _begun(edge)
    turn = (await edge.services.desk.look(match)).state.turn
    await chats.presses(ANNA, Press("resy", match, turn, Ending.SINGLE), GROUP)
    await chats.presses(BORIS, Press("racc", match, turn), GROUP)

    offered = await chats.presses(ANNA, Press("again", match), GROUP)
    assert "Анна предлагает реванш" in offered.text
    assert not (await chats.presses(ANNA, Press("again", match), GROUP)).screens
    refused = await chats.presses(BORIS, offered.button("Нет"), GROUP)
    assert "Борис не хочет реванша" in refused.text
    offered = await chats.presses(ANNA, Press("again", match), GROUP)
    own = await chats.presses(ANNA, offered.button("Да"), GROUP)
    assert not own.screens, "she has asked already, and the question stands"
    agreed = await chats.presses(BORIS, offered.button("Да"), GROUP)

    assert not agreed.buttons, "what is answered is asked no more"
    assert await chats.cases.boards.running(await _account(chats, ANNA)) != [match]
    (new,) = await chats.cases.boards.running(await _account(chats, BORIS))
    assert await chats.cases.boards.find(GROUP.id, new) is not None


async def test_what_is_private_has_a_way_to_a_chat_of_its_own(edge: Edge) -> None:
    chats = Chats(edge.services)
    for said in ("/start", "/wallet", "/help"):
        answered = await chats.says(ANNA, said, GROUP)
        assert [button.url for button in answered.buttons] == [
            "https://t.me/nardy_bot?start=start"
        ]
        assert not re.search(r"/(?!play)[a-z]", answered.text), "nothing that is not done here"


async def test_a_press_that_does_not_fit_is_refused_in_words_for_people(edge: Edge) -> None:
    """They know no seats and no turns, and cannot look at a match anew."""
    chats, match = await _begun(edge)
    turn = (await edge.services.desk.look(match)).state.turn
    await chats.presses(ANNA, Press("set", word="language.en"))
    told = await chats.presses(ANNA, Press("racc", match, turn), GROUP)
    assert told.text == "The other side has not offered to resign."
    told = await chats.presses(ANNA, Press("take", match, turn), GROUP)
    assert told.text in {"It is not your turn.", "Something else is to be decided now."}

    await chats.presses(ANNA, Press("set", word="language.ru"))
    stale = Press("resy", match, turn + 1, Ending.SINGLE)
    assert "устарела" in (await chats.presses(ANNA, stale, GROUP)).text


async def test_out_of_the_group_a_match_goes_on_in_the_chats_of_its_players(edge: Edge) -> None:
    chats, match = await _begun(edge)
    boards = chats.cases.boards

    await boards.part_all(GROUP.id)

    left = await boards.find(GROUP.id, match)
    assert left is not None
    assert not left.live
    for person in (ANNA, BORIS):
        own = await boards.find(person, match)
        assert own is not None
        assert (own.live, own.grouped, own.message) == (True, False, None)
        assert await boards.is_wanted(own.account)
    assert await boards.find(CARL, match) is None
