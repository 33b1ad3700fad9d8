"""Clocks by the service: every form of time control, two processes, each flag once and in time."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from game.clock import ClockFace, TimeControl, bank, compensation, fischer
from game.commands import Depart
from game.conventions import ClockName
from game.events import (
    AbsenceSpent,
    AnyEvent,
    FlagFell,
    GameEnded,
    MatchEnded,
    MatchTimeOver,
    MatchVoided,
    PositionAdjudicated,
)
from game.log import decode_events
from game.vocabulary import EndCause, Millis
from server.play.alarms import AlarmClock
from server.storage.database import Database, database
from tests.server.play.house import Pair, Process, begun, process
from tests.waiting import until

IN_TIME = 500
"""Milliseconds after which a flag must have fallen."""


@pytest.fixture
async def two(database_url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes whose alarm clocks run."""
    async with AsyncExitStack() as stack:
        processes = []
        for _ in range(2):
            opened: Database = await stack.enter_async_context(database(database_url))
            running = await stack.enter_async_context(process(opened))
            running.errands.start(AlarmClock(running.ground, running.desk).run(), "alarms")
            processes.append(running)
        yield processes[0], processes[1]


async def over(pair: Pair, here: Process) -> list[AnyEvent]:
    """Wait for the end; all events of the match."""

    async def is_over() -> bool:
        return (await pair.state(here)).over

    await until(is_over)
    return [event for row in await pair.rows(here) for event in decode_events(row.events)]


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(Millis(300), Millis(200), Millis(50), Millis(500)),
        fischer(Millis(500), Millis(100)),
        compensation(Millis(250), Millis(250)),
    ],
)
async def test_a_flag_falls_within_half_a_second_and_once(
    two: tuple[Process, Process], control: TimeControl
) -> None:
    pair = await begun(two[0], control)
    state = await pair.state(two[1])
    assert state.clock is not None
    falls = state.clock.since + control.delay + control.reserve

    events = await over(pair, two[1])

    flags = [event for event in events if isinstance(event, FlagFell)]
    (flag,) = flags
    assert flag.at == falls
    last = (await pair.rows(two[0]))[-1]
    assert 0 <= last.at - falls <= IN_TIME
    ends = [event for event in events if isinstance(event, MatchEnded)]
    assert [end.cause for end in ends] == [EndCause.FLAG]


async def test_without_a_clock_nothing_falls_due(two: tuple[Process, Process]) -> None:
    pair = await begun(two[0], ClockName.NONE)

    assert (await pair.state(two[1])).due() is None


async def test_every_event_that_asks_for_a_decision_tells_what_is_left(
    two: tuple[Process, Process],
) -> None:
    pair = await begun(two[0], bank())
    for turn in range(6):
        await two[turn % 2].desk.submit(await pair.next(two[turn % 2]))

    for row in await pair.rows(two[1]):
        for event in decode_events(row.events):
            if getattr(event, "next", None) is not None:
                clock = getattr(event, "clock", None)
                assert isinstance(clock, ClockFace)
                assert min(clock.white, clock.black) > 0


async def test_the_time_of_a_match_ends_it_by_score_or_by_the_position(
    two: tuple[Process, Process],
) -> None:
    control = TimeControl(Millis(60_000), match_limit=Millis(400))
    pair = await begun(two[0], control)

    events = await over(pair, two[1])

    assert sum(isinstance(event, MatchTimeOver) for event in events) == 1
    (judged,) = [event for event in events if isinstance(event, PositionAdjudicated)]
    if judged.winner is None:
        assert isinstance(events[-1], MatchVoided)
    else:
        assert isinstance(events[-1], MatchEnded)
        assert events[-1].cause is EndCause.ADJUDICATED
        games = [event for event in events if isinstance(event, GameEnded)]
        assert [game.winner for game in games] == [judged.winner]


async def test_a_lost_line_stops_the_clock_and_burns_the_budget(
    two: tuple[Process, Process],
) -> None:
    control = TimeControl(Millis(600), Millis(200))
    pair = await begun(two[0], control)
    state = await pair.state(two[0])
    assert state.decision is not None
    seat = state.seat_of(state.decision.side)
    await two[0].desk.submit(pair.order(None, Depart(seat), two[0].now))

    gone = await pair.state(two[1])

    assert gone.clock is not None
    assert gone.clock.stopped
    budget = gone.clock.absence(state.decision.side)
    assert gone.due() == gone.clock.since + budget
    assert budget == 300_000
    spent = await two[1].desk.submit(pair.ring(Millis(gone.clock.since + budget + 1)))
    ended = await pair.events(two[0], spent.seq)
    assert isinstance(ended[0], AbsenceSpent)
    assert isinstance(ended[-1], MatchEnded)
    assert ended[-1].cause is EndCause.ABSENCE
