"""Clocks of those who play by chat, while their bot is away."""

from uuid import UUID

from game.events import AnyEvent, FlagFell, TimeCredited
from game.vocabulary import CreditCause, Millis
from server.storage.bot_beats import COMING_BACK, beat
from server.storage.chat_boards import ChatBoard, ChatBoards
from tests.server.play.house import Pair, Process, begun
from tests.server.play.test_races import TWO_SECONDS, due

BOT = "telegram"


async def test_nobody_loses_on_time_while_his_bot_is_away(here: Process) -> None:
    """Neither then nor just after; who has a socket beside is there, and his flag falls."""
    away, beside = await begun(here, TWO_SECONDS), await begun(here, TWO_SECONDS)
    falls = await due(away, here)
    for chat, pair in enumerate((away, beside)):
        await _shown(here, pair, chat)
    await _beats(here, Millis(falls - 1_500))
    await here.ground.presence.enter([await _mover(here, beside)], here.now)

    (credit,) = await _rung(here, away, Millis(falls + 4_000))
    assert isinstance(credit, TimeCredited)
    assert (credit.millis, credit.cause) == (5_500, CreditCause.PROCESS_DIED)
    assert any(
        isinstance(event, FlagFell) for event in await _rung(here, beside, Millis(falls + 4_000))
    )

    back = Millis(falls + 20_000)
    assert await _beats(here, back) == 21_500
    (credit,) = await _rung(here, away, Millis(back + COMING_BACK))
    assert isinstance(credit, TimeCredited)
    for later in range(3_000, COMING_BACK + 3_000, 3_000):
        assert await _beats(here, Millis(back + later)) == 0
    flag, *_ = await _rung(here, away, Millis(back + COMING_BACK + 1_500))
    assert isinstance(flag, FlagFell)


async def _shown(here: Process, pair: Pair, chat: int) -> None:
    """The one to move is shown his match in a chat."""
    account = await _mover(here, pair)
    board = ChatBoard(chat, pair.match, account, grouped=False, language="ru")
    async with here.ground.database.transaction() as tx:
        await ChatBoards(tx, BOT).open(board, pair.match, here.now)


async def _mover(here: Process, pair: Pair) -> UUID:
    state = await pair.state(here)
    assert state.decision is not None
    return pair.players[state.seat_of(state.decision.side)]


async def _beats(here: Process, at: Millis) -> Millis:
    async with here.ground.database.transaction() as tx:
        return await beat(tx, BOT, at)


async def _rung(here: Process, pair: Pair, at: Millis) -> tuple[AnyEvent, ...]:
    """What an alarm brings about at that moment."""
    recorded = await here.desk.submit(pair.ring(at))
    return await pair.events(here, recorded.seq)
