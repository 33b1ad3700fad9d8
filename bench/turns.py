"""What a turn of self-play takes: roll, legal plays, choice, play, all events folded.

Everything a match does but the world around it: clocks, cube, committed dice and score are there,
storage and sockets are not.
"""

import random
from time import process_time_ns
from uuid import UUID

from bench.matches import Ready, Rehearsal
from game.commands import AnyCommand, PlayCheckers, RollDice
from game.match import MatchState
from game.rulesets import RuleName
from game.vocabulary import DecisionKind, Millis

TURNS = 2_000
PLAYERS = (UUID(int=1), UUID(int=2))
SECRET = bytes(32)
NOW = Millis(1_700_000_000_000)
ROUNDS = 3
_CHOICES = {RuleName.SHORT: 2, RuleName.LONG: 1}
"""A match id of each rule set, for `Ready` tells them apart by it."""


def micros_of_a_turn(rules: RuleName) -> float:
    """Return the mean CPU time of a turn in matches of random players, in microseconds."""
    return min(_round(rules) for _ in range(ROUNDS))


def _round(rules: RuleName) -> float:
    turns = spent = 0
    match = _CHOICES[rules]
    while turns < TURNS:
        rehearsal = Rehearsal(Ready(UUID(int=match), PLAYERS, secret=SECRET), NOW)
        rehearsal.begin()
        match += 2
        chance, state, context = random.Random(match), rehearsal.state, rehearsal.context
        began = process_time_ns()
        while not state.over:
            command = _next(state, chance)
            state = state.decided(command, context).state
            turns += isinstance(command, RollDice)
        spent += process_time_ns() - began
    return spent / turns / 1_000


def _next(state: MatchState, chance: random.Random) -> AnyCommand:
    decision = state.decision
    if decision is None:
        raise LookupError("a match between its games waits for nobody")
    seat = state.seat_of(decision.side)
    if decision.kind is DecisionKind.ROLL:
        return RollDice(seat, decision.turn)
    return PlayCheckers(seat, decision.turn, chance.choice(state.legal_plays).steps)
