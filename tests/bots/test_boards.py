"""Boards as the service keeps them for chats."""

from uuid import uuid4

import msgspec

from server.dialogue.boards import ChatBoard, Shown
from tests.bots.talking import Chats
from tests.server.edge import Edge

ANNA = 7001


async def test_a_board_asked_for_anew_while_it_is_shown_stays_asked_for(edge: Edge) -> None:
    """Whoever shows it does not know of that, and says where it stood."""
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Анна")
    boards, who = chats.cases.boards, await chats.cases.persons.known(ANNA)
    assert who is not None
    match = uuid4()
    await boards.open(ChatBoard(ANNA, match, who.account, grouped=False, language="ru"))
    (first,) = await boards.claim(1)
    shown = Shown(message=5, seq=3, version=0, due=0)
    await boards.shown(first, shown)
    stands = await boards.find(ANNA, match)
    assert stands is not None
    assert (stands.message, stands.shown_seq) == (5, 3)

    await boards.open(msgspec.structs.replace(stands, message=None))
    await boards.shown(stands, shown)

    asked = await boards.find(ANNA, match)
    assert asked is not None
    assert (asked.message, asked.shown_seq) == (None, -1)
