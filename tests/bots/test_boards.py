"""Boards as the service keeps them for chats."""

from uuid import uuid4

import msgspec
from sqlalchemy import select

from bots.play.seeds import Seeds, Tended
from game.conventions import ConventionsAsked, resolve
from game.rulesets import RuleName
from game.vocabulary import Phase
from server.dialogue.boards import ChatBoard, Shown
from server.storage.chat_boards import LOOKING
from server.storage.schema_dialogue import chat_presence
from tests.bots.talking import Chats
from tests.server.edge import Edge

ANNA, BORIS = 7001, 7002


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


async def test_a_draw_is_taken_up_again_from_where_it_was_tended(edge: Edge) -> None:
    """What the other seat does while one is noted down as waiting is no news that was seen."""
    chats, boards = Chats(edge.services), edge.services.dialogues.of("telegram").boards
    desk, seeds = edge.services.desk, Seeds(edge.services, boards)
    accounts = []
    for chat in (ANNA, BORIS):
        await chats.enters(chat, f"N{chat}")
        who = await chats.cases.persons.known(chat)
        assert who is not None
        await boards.look_out(who.account)
        await edge.services.tables.quick.seek(
            who.account, resolve(ConventionsAsked(rules=RuleName.HYPERGAMMON))
        )
        accounts.append(who.account)
    await edge.services.tables.quick.pair()
    (match,) = await boards.running(accounts[0])
    for chat, account in zip((ANNA, BORIS), accounts, strict=True):
        await boards.open(ChatBoard(chat, match, account, grouped=False, language="ru"))

    async def tended(chat: int) -> Tended:
        board = await boards.find(chat, match)
        assert board is not None
        return await seeds.tend(board, await desk.look(match), phrases=False)

    one = await tended(ANNA)
    await tended(BORIS)
    waiting = await boards.find(ANNA, match)
    assert waiting is not None
    await boards.waits(waiting, one.seq, 0)

    claimed = {board.chat for board in await boards.claim(10)}
    assert ANNA in claimed, "Boris has bound himself since, and waits for her seed"
    await tended(ANNA)
    assert (await desk.look(match)).state.phase is not Phase.SEEDS


async def test_what_a_dead_process_had_taken_up_is_taken_over_at_once(edge: Edge) -> None:
    """Updates and boards alike; what is done stays done."""
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Анна")
    cases, who = chats.cases, await chats.cases.persons.known(ANNA)
    assert who is not None
    for number in (900, 901):
        await cases.updates.keep(number, number, b"{}")
    await cases.boards.open(ChatBoard(900, uuid4(), who.account, grouped=False, language="ru"))

    async def taken() -> tuple[int, int]:
        updates = [each for each in await cases.updates.claim(9) if each.id >= 900]
        return len(updates), len(await cases.boards.claim(9))

    assert await taken() == (2, 1)
    await cases.updates.done(901)
    assert await taken() == (0, 0)
    assert await cases.pulse.take_over() >= 2
    assert await taken() == (1, 1)


async def test_a_search_outlives_the_last_board(edge: Edge) -> None:
    """Who still looks for an opponent when his match ends is there as long as a search lasts."""
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Анна")
    boards, who = chats.cases.boards, await chats.cases.persons.known(ANNA)
    assert who is not None
    await boards.open(ChatBoard(ANNA, uuid4(), who.account, grouped=False, language="ru"))
    conventions = resolve(ConventionsAsked(rules=RuleName.LONG))
    sought = await edge.services.tables.quick.seek(who.account, conventions)
    (board,) = await boards.claim(1)
    await boards.shown(board, Shown(message=5, seq=3, version=0, due=0, live=False))

    presence = select(chat_presence.c.until).where(chat_presence.c.account == who.account)
    async with edge.services.dialogues.database.reading() as tx:
        assert (await tx.execute(presence)).scalar_one() == sought.since + LOOKING
