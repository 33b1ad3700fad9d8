"""Two at once: players, sockets, processes, and a flag against a play."""

import asyncio

import pytest

from game.clock import TimeControl
from game.commands import RollDice
from game.events import CheckersPlayed, DiceRolled, FlagFell, TimeCredited
from game.refusals import MatchOver, NothingDue, NotYourDecision, Refused, WrongTurn
from game.vocabulary import CreditCause, Millis
from server.play.orders import CommandIdTaken, MailboxFull, Order, Recorded
from server.storage.gaps import record_service_down
from tests.server.play.house import Listener, Pair, Process, begun
from tests.waiting import until

TURNS = 12
TWO_SECONDS = TimeControl(reserve=Millis(2_000))


async def both(
    one: tuple[Process, Order], other: tuple[Process, Order]
) -> list[Recorded | BaseException]:
    """Hand in two orders at the same instant."""
    return await asyncio.gather(
        *(process.desk.submit(order) for process, order in (one, other)), return_exceptions=True
    )


async def test_both_players_at_once_and_only_who_is_to_move_moves(
    here: Process, there: Process
) -> None:
    pair = await begun(here)
    for turn in range(TURNS):
        head = len(await pair.rows(here))
        order = await pair.next(here)
        other = next(player for player in pair.players if player != order.actor)
        rival = pair.order(
            other,
            RollDice(pair.players.index(other), (await pair.state(here)).turn),
            here.now,
        )
        sides = [(here, order), (there, rival)]
        answers = await both(*(sides if turn % 2 else sides[::-1]))

        done = [answer for answer in answers if isinstance(answer, Recorded)]
        (refusal,) = [answer for answer in answers if not isinstance(answer, Recorded)]
        assert [answer.seq for answer in done] == [head]
        assert isinstance(refusal, NotYourDecision | WrongTurn)
        assert len(await pair.rows(there)) == head + 1


async def test_the_same_command_on_two_sockets_happens_once(here: Process, there: Process) -> None:
    pair = await begun(here)
    for turn in range(TURNS):
        head = len(await pair.rows(here))
        order = await pair.next(here)
        answers = await both((here, order), (there if turn % 2 else here, order))

        assert [answer.seq for answer in answers if isinstance(answer, Recorded)] == [head, head]
        assert sorted(answer.repeated for answer in answers if isinstance(answer, Recorded)) == [
            False,
            True,
        ]
        assert len(await pair.rows(there)) == head + 1


async def test_two_answers_to_one_turn_and_one_stands(here: Process, there: Process) -> None:
    pair = await begun(here)
    for _ in range(TURNS):
        head = len(await pair.rows(here))
        answers = await both((here, await pair.next(here)), (there, await pair.next(there)))

        assert [answer.seq for answer in answers if isinstance(answer, Recorded)] == [head]
        assert sum(isinstance(answer, WrongTurn | NotYourDecision) for answer in answers) == 1


async def test_whoever_listens_anywhere_hears_every_commit_once_and_in_order(
    here: Process, there: Process
) -> None:
    pair = await begun(here)
    listeners = [Listener(pair.players[0]), Listener(pair.players[1]), Listener(pair.players[1])]
    await here.desk.watch(pair.match, -1, listeners[0])
    await there.desk.watch(pair.match, -1, listeners[1])
    for turn in range(4 * TURNS):
        if turn == TURNS:
            await there.desk.watch(pair.match, 3, listeners[2])
        process = (here, there)[turn % 3 % 2]
        await process.desk.submit(await pair.next(process))

    head = len(await pair.rows(here))
    for listener, first in zip(listeners, (0, 0, 4), strict=True):
        await until(lambda listener=listener: listener.seqs[-1:] == [head - 1])  # type: ignore[misc] # mypy: lambda defaults
        assert listener.seqs == list(range(first, head))


async def test_an_id_that_somebody_else_has_used_is_refused(here: Process) -> None:
    pair = await begun(here)
    order = await pair.next(here)
    await here.desk.submit(order)
    other = next(player for player in pair.players if player != order.actor)
    stolen = Order(order.stream, other, order.command_id, order.make, order.received_at)

    with pytest.raises(CommandIdTaken):
        await here.desk.submit(stolen)


async def test_a_flood_of_commands_finds_the_mailbox_full(here: Process) -> None:
    pair = await begun(here)
    order = await pair.next(here)
    answers = await asyncio.gather(
        *(here.desk.submit(order) for _ in range(40)), return_exceptions=True
    )

    assert {type(answer) for answer in answers} == {Recorded, MailboxFull}
    assert len({answer.seq for answer in answers if isinstance(answer, Recorded)}) == 1


# --- time


async def due(pair: Pair, process: Process) -> Millis:
    moment = (await pair.state(process)).due()
    assert moment is not None
    return moment


async def test_a_play_that_came_in_time_goes_before_the_flag(here: Process) -> None:
    pair = await begun(here, TWO_SECONDS)
    falls = await due(pair, here)
    order = await pair.next(here, at=Millis(falls - 1))
    played, rung = await both((here, order), (here, pair.ring(Millis(falls + 300))))

    assert isinstance(played, Recorded)
    assert isinstance(rung, NothingDue)
    assert not (await pair.state(here)).over


async def test_a_flag_that_fell_first_leaves_nothing_to_play(here: Process) -> None:
    pair = await begun(here, TWO_SECONDS)
    falls = await due(pair, here)
    order = await pair.next(here, at=Millis(falls - 1))
    rung, played = await both((here, pair.ring(Millis(falls + 300))), (here, order))

    assert isinstance(rung, Recorded)
    assert isinstance(played, MatchOver)
    assert isinstance((await pair.events(here, rung.seq))[0], FlagFell)


async def test_a_flag_and_a_play_on_two_processes_give_one_outcome(
    here: Process, there: Process
) -> None:
    for turn in range(TURNS):
        pair = await begun(here, TWO_SECONDS)
        falls = await due(pair, here)
        order = await pair.next(here, at=Millis(falls - 1))
        sides = [(here, order), (there, pair.ring(Millis(falls + 300)))]
        answers = await both(*(sides if turn % 2 else sides[::-1]))

        (done,) = [answer for answer in answers if isinstance(answer, Recorded)]
        assert sum(isinstance(answer, Refused) for answer in answers) == 1
        (first, *_) = await pair.events(here, done.seq)
        over = (await pair.state(here)).over
        assert isinstance(first, FlagFell) if over else not isinstance(first, FlagFell)
        assert await pair.state(here) == await pair.state(there)


async def test_a_play_that_came_too_late_is_answered_by_the_flag(here: Process) -> None:
    pair = await begun(here, TWO_SECONDS)
    order = await pair.next(here, at=Millis(await due(pair, here) + 1))
    recorded = await here.desk.submit(order)

    assert isinstance((await pair.events(here, recorded.seq))[0], FlagFell)
    assert (await here.desk.submit(order)).repeated


async def test_no_flag_falls_for_time_in_which_nobody_was_served(here: Process) -> None:
    """The gap is on record, though this process has not read it yet."""
    pair = await begun(here, TWO_SECONDS)
    falls = await due(pair, here)
    async with here.ground.database.transaction() as tx:
        await record_service_down(tx, Millis(falls - 1_500), Millis(falls + 500))
    recorded = await here.desk.submit(await pair.next(here, at=Millis(falls + 600)))

    credit, done, *_ = await pair.events(here, recorded.seq)
    assert isinstance(credit, TimeCredited)
    assert (credit.millis, credit.cause) == (2_000, CreditCause.SERVICE_DOWN)
    assert isinstance(done, DiceRolled | CheckersPlayed)
