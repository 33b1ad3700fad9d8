"""A written roll put to the rules: the dice, and the moves in whatever way they are written."""

from itertools import pairwise

from game.commands import PlayCheckers, RollDice, TakeDouble
from game.events import AnyEvent, TurnPassed
from game.illegal import IllegalPlay
from game.notation import (
    NoSuchPlay,
    UnreadablePlay,
    WrittenMove,
    WrittenPlay,
    read_play,
    write_play,
)
from game.plays import Plays
from game.records.driver import Driver
from game.records.record import Turn
from game.records.sheet import RollEntry, UnreadableRecord, WrittenMoves
from game.steps import Steps
from game.vocabulary import DecisionKind


def play_roll(driver: Driver, entry: RollEntry, *, first: bool) -> None:
    """Throw the dice that are told and play what is told. Raises UnreadableRecord.

    `first` in its game: its dice may be those for the start, which lie on the table already.
    """
    passes = _passes(_throw(driver, entry, first=first))
    for moves in entry.moves:
        if passes:
            passes -= 1
            if moves.play.moves:
                raise UnreadableRecord(entry.line, f"with {_dice(entry)} nothing can be moved")
        else:
            passes = _passes(_move(driver, entry, moves))


def _throw(driver: Driver, entry: RollEntry, *, first: bool) -> tuple[AnyEvent, ...]:
    decision = driver.decision(entry.side, entry.line)
    if decision.kind is DecisionKind.ANSWER_BEAVER:
        # Jellyfish text does not write that a beaver was taken.
        driver.send(TakeDouble(driver.seat(entry.side), decision.turn), entry.line)
        decision = driver.decision(entry.side, entry.line)
    events: tuple[AnyEvent, ...] = ()
    thrown = _last_throw(driver)
    if decision.kind is DecisionKind.ROLL:
        driver.dice.show(entry.dice)
        events = driver.send(RollDice(driver.seat(entry.side), decision.turn), entry.line)
        thrown = _last_throw(driver)
    elif not first:
        raise UnreadableRecord(entry.line, f"{entry.side} cannot roll now")
    if thrown is None or sorted(thrown.dice) != sorted(entry.dice):
        raise UnreadableRecord(entry.line, f"{_dice(entry)} cannot have been thrown here")
    return events


def _last_throw(driver: Driver) -> Turn | None:
    act = driver.acts[-1] if driver.acts else None
    return act if isinstance(act, Turn) else None


def _passes(events: tuple[AnyEvent, ...]) -> int:
    return sum(isinstance(event, TurnPassed) for event in events)


def _move(driver: Driver, entry: RollEntry, moves: WrittenMoves) -> tuple[AnyEvent, ...]:
    decision = driver.state.decision
    if decision is None or decision.kind is not DecisionKind.PLAY:
        raise UnreadableRecord(entry.line, f"more is moved than {_dice(entry)} allows")
    decision = driver.decision(moves.side, entry.line)
    steps = _steps(moves.play, driver.state.legal_plays, entry)
    return driver.send(PlayCheckers(driver.seat(moves.side), decision.turn, steps), entry.line)


def _steps(play: WrittenPlay, plays: Plays, entry: RollEntry) -> Steps:
    """Return the steps of a play: as they are written if that is legal, else in a legal order."""
    written = tuple(step for move in play.moves for step in _steps_of(move))
    judged = plays.judge(written)
    if not isinstance(judged, IllegalPlay):
        return written
    for text in (str(play), str(play).replace("*", "")):
        try:
            return read_play(text, plays).steps
        except (NoSuchPlay, UnreadablePlay):
            continue
    example = write_play(plays.before, judged.example, plays.rules)
    if not play.moves:
        raise UnreadableRecord(entry.line, f"with {_dice(entry)} {example} could be moved")
    message = f"{_dice(entry)}: {play} is not legal: {judged.message}; {example} would be"
    raise UnreadableRecord(entry.line, message)


def _steps_of(move: WrittenMove) -> Steps:
    return tuple(pairwise(move.points)) * move.times


def _dice(entry: RollEntry) -> str:
    return f"{max(entry.dice)}{min(entry.dice)}"
