"""A level match is judged before its time is over, so that its end comes at its moment."""

from random import Random
from uuid import UUID, uuid4

import pytest

from game import adjudication
from game.match import Context, MatchState
from game.vocabulary import Millis
from server.play.deciding import FLAG_GRACE
from server.play.foresight import LEAD, Foresight
from server.play.live import LiveMatch
from server.play.orders import Order, Recorded
from server.storage.clock import DatabaseClock
from tests.game.selfplay import BEGINNING, SelfPlay, agreed

MATCH = uuid4()
LIMIT = 20_000


def begun(**terms: object) -> MatchState:
    """A match at its first decision."""
    driven = SelfPlay(agreed(rules="hypergammon", **terms), Random(3))
    next(commit for commit in driven.commits() if driven.state.decision is not None)
    return driven.state


class Table:
    """A match that stands still until its time is rung over."""

    def __init__(self, state: MatchState) -> None:
        self.live = LiveMatch(MATCH)
        self.live.state = state
        self.counted_before: int | None = None
        self.rung: list[Order] = []

    async def look(self, _stream: UUID) -> LiveMatch:
        return self.live

    async def submit(self, order: Order) -> Recorded:
        self.counted_before = adjudication._trials_won.cache_info().misses
        self.rung.append(order)
        context = Context(at=Millis(order.received_at))
        for event in self.live.state.apply(order.make(-1), context):
            self.live.state = self.live.state.after(event)
        return Recorded(1, None)


def ticking(start: int, by: int) -> DatabaseClock:
    """A clock that goes on whenever somebody reads it."""
    now = start

    def read() -> int:
        nonlocal now
        now += by
        return now

    return DatabaseClock(read)


async def test_when_it_is_time_the_rollouts_are_done() -> None:
    clock = {"reserve": 60_000, "match_limit": LIMIT}
    table = Table(begun(form="match", length=3, clock=clock))
    ends = table.live.state.began + LIMIT
    adjudication._trials_won.cache_clear()

    await Foresight(table, ticking(ends - LEAD + 100, 800)).stay_with(MATCH)

    assert table.live.state.over
    (order,) = table.rung
    assert order.command_id == f"flag:{MATCH}:{ends}"
    assert order.received_at >= ends + FLAG_GRACE
    assert adjudication._trials_won.cache_info().misses == table.counted_before == 1


@pytest.mark.parametrize("clock", ["bank", "none"])
async def test_a_match_without_such_a_limit_is_left_alone(clock: str) -> None:
    table = Table(begun(form="match", length=3, clock=clock))

    await Foresight(table, ticking(BEGINNING, 1)).stay_with(MATCH)

    assert table.rung == []
