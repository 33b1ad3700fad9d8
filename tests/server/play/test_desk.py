"""The desk: who may order, who may listen, who is told what may be played."""

from uuid import uuid4

import msgspec
import pytest

from game.commands import RollDice
from server.play.orders import NotForSpectators, NotSeated
from server.storage.matches import MatchNotFound
from tests.server.play.house import Listener, Process, begun
from tests.waiting import until


async def test_only_who_must_play_is_told_what_may_be_played(here: Process) -> None:
    pair = await begun(here)
    one, other = (Listener(player) for player in pair.players)
    silent = Listener(pair.players[0], wants_plays=False)
    for listener in (one, other, silent):
        await here.desk.watch(pair.match, -1, listener)
    while (await pair.state(here)).decision is None or not isinstance(
        (order := await pair.next(here)).make(0), RollDice
    ):
        await here.desk.submit(order)
    done = await here.desk.submit(order)
    for listener in (one, other, silent):
        await until(lambda listener=listener: listener.seqs[-1] == done.seq)  # type: ignore[misc] # mypy cannot infer it

    state = await pair.state(here)
    mover, waiter = (one, other) if order.actor == one.account else (other, one)
    told = msgspec.json.decode(mover.frames[-1])
    listed = [[list(step) for step in play.steps] for play in state.legal_plays]
    assert told.pop("plays", []) == listed
    assert msgspec.json.decode(waiter.frames[-1]) == told
    assert msgspec.json.decode(silent.frames[-1]) == told


async def test_strangers_have_no_seat(here: Process) -> None:
    pair = await begun(here)
    order = await pair.next(here)
    with pytest.raises(NotSeated):
        await here.desk.submit(msgspec.structs.replace(order, actor=uuid4()))
    assert not (await here.desk.submit(order)).repeated


async def test_a_table_closed_to_spectators_is_for_its_seats(here: Process) -> None:
    pair = await begun(here, spectators=False)
    with pytest.raises(NotForSpectators):
        await here.desk.watch(pair.match, -1, Listener(uuid4()))
    assert await here.desk.watch(pair.match, -1, Listener(pair.players[1])) >= 0


async def test_what_is_no_match_is_not_found(here: Process) -> None:
    pair = await begun(here)
    order = msgspec.structs.replace(await pair.next(here), stream=uuid4())
    with pytest.raises(MatchNotFound):
        await here.desk.submit(order)
    with pytest.raises(MatchNotFound):
        await here.desk.watch(order.stream, -1, Listener(pair.players[0]))
    with pytest.raises(MatchNotFound):
        await here.desk.look(order.stream)


async def test_a_fold_that_nobody_needs_is_dropped_and_folded_anew(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.play.desk.IDLE_KEPT", 0)
    pair = await begun(here)
    listener = Listener(pair.players[0])
    await here.desk.watch(pair.match, -1, listener)
    assert here.desk.watched()
    here.desk.unwatch(pair.match, listener)

    assert not here.desk.watched()
    await here.desk.submit(await pair.next(here))
    assert len(listener.seqs) == len(await pair.rows(here)) - 1
