"""Commands that a match must refuse as it stands, each with the class that says why."""

import random
from collections.abc import Iterator

from game.commands import (
    AcceptResignation,
    AnyCommand,
    Beaver,
    CommitSeed,
    ContinueSession,
    DropDouble,
    LeaveMatch,
    OfferDouble,
    OfferResignation,
    OfferStop,
    PlayCheckers,
    RefuseResignation,
    RevealSeed,
    RingAlarm,
    RollDice,
    StartMatch,
    TakeDouble,
)
from game.conventions import Form
from game.endings import Ending
from game.events import Decision
from game.match import MatchState
from game.refusals import (
    CubeRefused,
    DiceRefused,
    MatchOver,
    NothingDue,
    NotYourDecision,
    Refused,
    ResignationRefused,
    WrongMoment,
    WrongTurn,
)
from game.vocabulary import DecisionKind, Phase

Wrong = Iterator[tuple[AnyCommand, type[Refused]]]


def wrong_commands(state: MatchState, chance: random.Random) -> Wrong:
    decision = state.decision
    if state.over:
        yield from ((RollDice(0, state.turn), MatchOver), (LeaveMatch(1), MatchOver))
        return
    yield CommitSeed(0, "0" * 64), DiceRefused
    yield RevealSeed(1, "00"), DiceRefused
    if state.phase is not Phase.READY:
        yield StartMatch(), DiceRefused if state.phase is Phase.SEEDS else NothingDue
    if state.phase is not Phase.BETWEEN:
        yield ContinueSession(), NothingDue
    if decision is None:
        yield from ((RollDice(0, state.turn), WrongMoment), (TakeDouble(1, 0), WrongMoment))
        return
    yield RingAlarm(), NothingDue
    if state.conventions.form is not Form.MONEY:
        yield OfferStop(chance.randrange(2)), WrongMoment
    seat, turn = state.seat_of(decision.side), decision.turn
    yield from answers(1 - seat, turn, NotYourDecision)
    yield from answers(2, turn, NotYourDecision)
    for wrong_turn in (turn - 1, turn + 1):
        yield from answers(seat, wrong_turn, WrongTurn)
        yield OfferResignation(1 - seat, wrong_turn, Ending.SINGLE), WrongTurn
    if state.running.resigning is None:
        yield from ((kind(seat, turn), ResignationRefused) for kind in RESIGNATION_ANSWERS)
    yield from wrong_answers(state, seat, decision)


RESIGNATION_ANSWERS = (AcceptResignation, RefuseResignation)


def answers(seat: int, turn: int, why: type[Refused]) -> Wrong:
    """Yield every answer to a decision, refused for the seat or the turn that it names."""
    yield PlayCheckers(seat, turn, ()), why
    for kind in (RollDice, OfferDouble, TakeDouble, DropDouble, Beaver):
        yield kind(seat, turn), why


def wrong_answers(state: MatchState, seat: int, decision: Decision) -> Wrong:
    """Yield the commands that the open decision is not answered by."""
    turn, kind = decision.turn, decision.kind
    answered = {DecisionKind.ANSWER_DOUBLE, DecisionKind.ANSWER_BEAVER}
    commands: dict[AnyCommand, set[DecisionKind]] = {
        RollDice(seat, turn): {DecisionKind.ROLL},
        OfferDouble(seat, turn): {DecisionKind.ROLL},
        PlayCheckers(seat, turn, ((24, 23),)): {DecisionKind.PLAY},
        TakeDouble(seat, turn): answered,
        DropDouble(seat, turn): answered,
        Beaver(seat, turn): {DecisionKind.ANSWER_DOUBLE},
    }
    yield from ((command, WrongMoment) for command, kinds in commands.items() if kind not in kinds)
    if kind is DecisionKind.ROLL and not state.may_double:
        yield OfferDouble(seat, turn), CubeRefused
    if kind is DecisionKind.ANSWER_DOUBLE and not state.may_beaver:
        yield Beaver(seat, turn), CubeRefused
