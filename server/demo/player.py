"""Somebody who plays a whole match over a line: seeds, rolls, plays, doubles, answers."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol
from uuid import uuid4

import msgspec

from game.events import (
    AnyEvent,
    Beavered,
    CheckersPlayed,
    ColoursDrawn,
    Decision,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchOpened,
    MatchVoided,
    OpeningRolled,
    ResignationOffered,
    ResignationRefused,
    SeedCommitted,
    SeedRevealed,
    TurnPassed,
)
from game.side import Side
from game.steps import Steps
from game.vocabulary import DecisionKind
from server.demo.client import PASSING, Line
from server.demo.wire import Push, Refusal

DECIDING = (
    GameStarted,
    OpeningRolled,
    DiceRolled,
    CheckersPlayed,
    TurnPassed,
    DoubleOffered,
    DoubleTaken,
    Beavered,
)
"""The events that say whose decision is next."""

OVERTAKEN = frozenset({"wrong_turn", "not_your_decision", "wrong_moment", "match_over"})
"""Refusals of a command that somebody, or the clock, was quicker than: a push tells of it."""


class Mind(Protocol):
    """How a player decides."""

    def play(self, plays: Sequence[Steps]) -> Steps:
        """Choose among the legal plays."""

    def doubles(self) -> bool:
        """Whether to offer a double before this roll."""

    def takes(self) -> bool:
        """Whether to take the double that is offered."""

    def resigns(self) -> bool:
        """Whether to accept a resignation that is offered."""


class RandomMind:
    """Decides by chance, the same way for the same seed."""

    def __init__(self, seed: int | str, *, doubling: float = 0.06, taking: float = 0.8) -> None:
        self._chance = Random(seed)  # noqa: S311
        self._doubling = doubling
        self._taking = taking

    def play(self, plays: Sequence[Steps]) -> Steps:
        """Any of them."""
        return self._chance.choice(plays)

    def doubles(self) -> bool:
        """Now and then."""
        return self._chance.random() < self._doubling

    def takes(self) -> bool:
        """More often than not."""
        return self._chance.random() < self._taking

    def resigns(self) -> bool:
        """Always glad to win."""
        return True


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended for one of its players."""

    result: MatchEnded | MatchVoided
    seq: int
    won: bool


class Player:
    """Holds one seat of one match and answers every decision that is its own.

    `pace` is how long it thinks, in seconds. `seen` is called with every commit, in order.
    """

    def __init__(
        self,
        line: Line,
        account: str,
        mind: Mind,
        *,
        pace: float = 0.0,
        seen: Callable[[Push], None] | None = None,
    ) -> None:
        self._line = line
        self._account = account
        self._mind = mind
        self._pace = pace
        self._seen = seen
        self._seed = secrets.token_bytes(32)
        self._view = _View()
        self._done = -1
        """The commit of this seat's last command: what comes before it is the past."""

    async def play_out(self, match: str) -> Outcome:
        """Play the match to its end, through whatever cuts; raises what the line raises."""
        topic = await self._line.watch(f"match:{match}")
        async for push in topic:
            if self._seen is not None:
                self._seen(push)
            for event in push.commit.events:
                self._view.see(event, self._account)
            result = self._view.result
            if result is not None:
                won = isinstance(result, MatchEnded) and result.winner is self._view.side
                return Outcome(result, push.seq, won)
            if push.seq >= max(topic.head, self._done):
                await self._answer(match, push)
        raise ProtocolBroken("the match went on after its end")

    async def _answer(self, match: str, push: Push) -> None:
        """Do what is this seat's to do now, if anything is."""
        view = self._view
        if view.must_commit:
            digest = hashlib.sha256(self._seed).hexdigest()
            await self._do("commit_seed", match=match, digest=digest)
        elif view.must_reveal:
            await self._do("reveal_seed", match=match, seed=self._seed.hex())
        elif view.resignation_offered:
            verb = "accept_resignation" if self._mind.resigns() else "refuse_resignation"
            await self._do(verb, match=match, turn=view.turn)
        elif (decision := view.own_decision) is not None:
            if self._pace:
                await asyncio.sleep(self._pace)
            await self._decide(match, decision, push.plays)

    async def _decide(self, match: str, decision: Decision, plays: Sequence[Steps] | None) -> None:
        """Answer an open decision."""
        asked = {"match": match, "turn": decision.turn}
        match decision.kind:
            case DecisionKind.ROLL:
                if not (self._mind.doubles() and await self._do("double", **asked)):
                    await self._do("roll", **asked)
            case DecisionKind.PLAY:
                if plays is None:
                    raise ProtocolBroken("a play is due, and the legal plays were not sent")
                await self._do("play", **asked, steps=self._mind.play(plays))
            case DecisionKind.ANSWER_DOUBLE | DecisionKind.ANSWER_BEAVER:
                await self._do("take" if self._mind.takes() else "drop", **asked)

    async def _do(self, verb: str, **fields: Any) -> bool:
        """Give a command, again and again under one id while the server is busy.

        False when it was overtaken, or when the cube may not be turned.
        """
        command_id = str(uuid4())
        while True:
            try:
                done = await self._line.ask(verb, command_id=command_id, **fields)
            except Refusal as refusal:
                if refusal.code in PASSING:
                    await asyncio.sleep(0.1)
                    continue
                if refusal.code in OVERTAKEN or refusal.code == "cube_refused":
                    return False
                raise
            self._done = max(self._done, done["seq"])
            return True


class ProtocolBroken(Exception):
    """The server did not keep to its protocol."""


class _View:
    """What a player must know of a match: whose decision it is, and how far the draw has come."""

    def __init__(self) -> None:
        self.turn = 0
        self.side: Side | None = None
        self.result: MatchEnded | MatchVoided | None = None
        self.resignation_offered = False
        self._decision: Decision | None = None
        self._seat = -1
        self._seats = 0
        self._digests: set[int] = set()
        self._seeds: set[int] = set()

    @property
    def must_commit(self) -> bool:
        """Whether this seat has yet to promise its seed."""
        return self._seat >= 0 and self._seat not in self._digests

    @property
    def must_reveal(self) -> bool:
        """Whether all have promised, and this seat has yet to tell."""
        everybody_promised = len(self._digests) == self._seats > 0
        return self._seat >= 0 and everybody_promised and self._seat not in self._seeds

    @property
    def own_decision(self) -> Decision | None:
        """The decision that is open, if it is this seat's."""
        decision = self._decision
        return decision if decision is not None and decision.side is self.side else None

    def see(self, event: AnyEvent, account: str) -> None:
        """Learn from one event."""
        match event:
            case MatchOpened():
                self._seats = len(event.players)
                if account in event.players:
                    self._seat = event.players.index(account)
            case SeedCommitted():
                self._digests.add(event.seat)
            case SeedRevealed():
                self._seeds.add(event.seat)
            case ColoursDrawn():
                self.side = Side.WHITE if event.white == self._seat else Side.BLACK
            case MatchEnded() | MatchVoided():
                self.result = event
            case ResignationOffered():
                self.resignation_offered = event.side is not self.side
        if isinstance(event, DECIDING):
            self._open(event.next)
        elif isinstance(event, ResignationRefused | DoubleDropped | GameEnded):
            self.resignation_offered = False

    def _open(self, decision: Decision | None) -> None:
        """A decision is open; whatever was offered before has lapsed."""
        self._decision = decision
        self.resignation_offered = False
        if decision is not None:
            self.turn = decision.turn
