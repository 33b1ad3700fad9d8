"""Two players who never think: whole matches driven through the decider, for tests to watch.

    driver = SelfPlay(conventions, random.Random(7))
    for state, command, events in driver.turns():
        ...                      # every commit of the match, in order

The time advances by whatever the random source says; no command is ever late unless asked for.
"""

import random
import uuid
from collections.abc import Iterator

import msgspec

from game.certainty import least_ending
from game.commands import (
    AcceptResignation,
    AnyCommand,
    Beaver,
    CommitSeed,
    ContinueSession,
    Depart,
    DropDouble,
    LeaveMatch,
    OfferDouble,
    OfferResignation,
    OfferStop,
    PlayCheckers,
    RefuseResignation,
    Return,
    RevealSeed,
    RollDice,
    StartMatch,
    TakeDouble,
)
from game.conventions import Conventions, ConventionsAsked, resolve
from game.dice import CommittedDice, digest
from game.endings import Ending
from game.events import AnyEvent, Decision, MatchOpened
from game.match import Context, MatchState, open_match
from game.side import Side
from game.vocabulary import DecisionKind, Millis, Phase

BEGINNING = Millis(1_700_000_000_000)
MATCH_ID = "018bcfe5-6800-7000-8000-000000000001"
SEEDS = (b"white's or black's", b"the other's")
ARCHIVE = digest(b"dice.zip")


def agreed(**keys: object) -> Conventions:
    """Return the agreement that these keys of section 12 come to."""
    return resolve(msgspec.convert(keys, ConventionsAsked))


class Commit(msgspec.Struct, frozen=True):
    """One step of a match: the state before, what was asked, what happened."""

    before: MatchState
    command: AnyCommand | None
    events: tuple[AnyEvent, ...]


class Habits(msgspec.Struct, frozen=True):
    """How often a player does what he may, and for how long he thinks at the most."""

    doubles: float = 0.1
    takes: float = 0.7
    beavers: float = 0.3
    resigns: float = 0.002
    moves_about: float = 0.0
    """Loses the connection, or finds it again."""
    stops: float = 0.0
    """Between the games of a session: proposes to end it, or cannot go on."""
    leaves: float = 0.0
    thinks: int = 3_000


USUAL = Habits()


class SelfPlay:
    """A match in which every choice is drawn; all plays are equally likely."""

    def __init__(
        self, conventions: Conventions, chance: random.Random, habits: Habits = USUAL
    ) -> None:
        self.conventions = conventions
        self.chance = chance
        self.habits = habits
        self.state = MatchState.new()
        self.at = BEGINNING
        secret = chance.randbytes(32)
        self.dice = CommittedDice(secret, uuid.UUID(MATCH_ID).bytes, SEEDS)
        self._secret = digest(secret)

    def commits(self) -> Iterator[Commit]:
        """Yield every commit from the opening to the end of the match."""
        terms = MatchOpened(MATCH_ID, 1, self.conventions, ("ann", "bob"), self.at)
        yield self._told(None, open_match(terms, self._secret))
        for seat, seed in enumerate(SEEDS):
            yield self.send(CommitSeed(seat, digest(seed)))
        for seat, seed in enumerate(SEEDS):
            yield self.send(RevealSeed(seat, seed.hex()))
        while not self.state.over:
            yield self.send(self.next_command())

    def send(self, command: AnyCommand) -> Commit:
        """Let the match decide on a command, and follow it."""
        return self._told(command, self.state.apply(command, self.context()))

    def context(self) -> Context:
        """Return the circumstances of the next command."""
        return Context(at=self.at, dice=self.dice, archive=ARCHIVE)

    def _told(self, command: AnyCommand | None, events: tuple[AnyEvent, ...]) -> Commit:
        commit = Commit(self.state, command, events)
        for event in events:
            self.state = self.state.after(event)
        # Everybody is quick about the seeds: a match that never begins shows little.
        most = self.habits.thinks if self.state.game else 1_000
        self.at = Millis(self.at + self.chance.randrange(most))
        return commit

    def next_command(self) -> AnyCommand:
        """Draw what happens next, among all that is allowed."""
        decision = self.state.decision
        if decision is None:
            return StartMatch() if self.state.phase is Phase.READY else self._between()
        if self._draws(self.habits.leaves):
            return LeaveMatch(self.chance.randrange(2))
        if self._draws(self.habits.moves_about):
            seat = self.chance.randrange(2)
            return Return(seat) if seat in self.state.absent else Depart(seat)
        offer = self.state.running.resigning
        if offer is not None:
            seat = self.state.seat_of(offer.side.other)
            answer = AcceptResignation if self._draws(0.5) else RefuseResignation
            return answer(seat, decision.turn)
        return self._answer(decision)

    def _between(self) -> AnyCommand:
        open_to_stop = [seat for seat in range(2) if seat not in self.state.stops]
        if self._draws(self.habits.stops):
            return OfferStop(self.chance.choice(open_to_stop))
        return ContinueSession(unable=(0,) if self._draws(self.habits.stops / 10) else ())

    def _answer(self, decision: Decision) -> AnyCommand:
        seat, turn = self.state.seat_of(decision.side), decision.turn
        match decision.kind:
            case DecisionKind.PLAY:
                play = self.chance.choice(self.state.legal_plays)
                return PlayCheckers(seat, turn, play.steps)
            case DecisionKind.ROLL:
                if self.state.may_double and self._draws(self.habits.doubles):
                    return OfferDouble(seat, turn)
                resigned = decision.side in self.state.running.resigned
                if not resigned and self._draws(self.habits.resigns):
                    return OfferResignation(seat, turn, self._dear_enough(decision.side))
                return RollDice(seat, turn)
            case DecisionKind.ANSWER_DOUBLE | DecisionKind.ANSWER_BEAVER:
                if self.state.may_beaver and self._draws(self.habits.beavers):
                    return Beaver(seat, turn)
                taken = self._draws(self.habits.takes)
                return TakeDouble(seat, turn) if taken else DropDouble(seat, turn)

    def _dear_enough(self, side: Side) -> Ending:
        """Return a gammon, or the backgammon that is certain already."""
        rules, position = self.state.book.rules, self.state.position_of(side)
        certain = least_ending(position, rules, loser_to_move=True)
        return max(Ending.GAMMON, certain, key=lambda ending: ending.worth)

    def _draws(self, likelihood: float) -> bool:
        return likelihood > 0 and self.chance.random() < likelihood
