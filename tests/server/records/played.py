"""A finished match with everything that was promised and published of it, made in memory."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple
from uuid import UUID

import msgspec

from game.commands import (
    AnyCommand,
    CommitSeed,
    PlayCheckers,
    RevealSeed,
    RingAlarm,
    RollDice,
    StartMatch,
)
from game.conventions import ConventionsAsked, Form, resolve
from game.dice import CommittedDice, digest
from game.events import AnyEvent, MatchOpened
from game.match import SEED_STEP, Context, MatchState, open_match
from game.rulesets import RuleName
from game.vocabulary import DecisionKind, Millis
from server.records.archive import archive_digest, dice_archive
from server.records.log import LoggedCommit, MatchLog, Revealed

MATCH = UUID("01930000-0000-7000-8000-000000000001")
PLAYERS = ("01930000-0000-7000-8000-00000000000a", "01930000-0000-7000-8000-00000000000b")
SECRET = bytes(range(32))
PASSWORD = "00112233445566778899aabbccddeeff"
SEEDS = (b"the seed of seat 0", b"the seed of seat 1")


class Played(NamedTuple):
    """The log, what the house published at the end, the archive that was downloaded before."""

    log: MatchLog
    revealed: Revealed
    archive: bytes


@cache
def played(*, drawn: tuple[int, ...] = (), **asked: object) -> Played:
    """Play a match by random choice; `drawn` are seats whose seed the service drew."""
    conventions = resolve(
        msgspec.convert({"rules": RuleName.SHORT, "form": "game"} | asked, ConventionsAsked)
    )
    dice = CommittedDice(SECRET, MATCH.bytes, SEEDS)
    archive = dice_archive(dice, SECRET, PASSWORD)
    opened = MatchOpened(str(MATCH), 1, conventions, PLAYERS, Millis(0))
    scribe = _Scribe(Context(at=Millis(0), dice=dice, archive=archive_digest(archive)))
    scribe.keep(open_match(opened, digest(SECRET)))
    for seat, seed in enumerate(SEEDS):
        scribe.give(CommitSeed(seat, digest(seed), seat in drawn))
    for seat, seed in enumerate(SEEDS):
        scribe.give(RevealSeed(seat, seed.hex()))
    scribe.give(StartMatch())
    chance = Random(1)
    while not scribe.state.over:
        scribe.give(_next(scribe.state, chance))
    revealed = Revealed(SECRET.hex(), PASSWORD)
    return Played(MatchLog(str(MATCH), tuple(scribe.commits), revealed), revealed, archive)


@cache
def missed(*promised: int) -> MatchLog:
    """A match in which only some seats promised their seeds, so that it was void in time."""
    conventions = resolve(ConventionsAsked(rules=RuleName.SHORT, form=Form.GAME))
    opened = MatchOpened(str(MATCH), 1, conventions, PLAYERS, Millis(0))
    scribe = _Scribe(Context(at=Millis(0)))
    scribe.keep(open_match(opened, digest(SECRET)))
    for seat in promised:
        scribe.give(CommitSeed(seat, digest(SEEDS[seat])))
    scribe.keep(scribe.state.apply(RingAlarm(), Context(at=SEED_STEP)))
    return MatchLog(str(MATCH), tuple(scribe.commits), Revealed(SECRET.hex(), PASSWORD))


def cut(log: MatchLog, commits: int) -> MatchLog:
    """The log without its end."""
    return msgspec.structs.replace(log, commits=log.commits[:commits])


def with_event(
    log: MatchLog, kind: type[AnyEvent], change: Callable[[AnyEvent], AnyEvent], nth: int = 0
) -> tuple[MatchLog, int]:
    """The log in which the `nth` event of a kind reads otherwise, and the commit it stands in."""
    places = [
        (commit.seq, index)
        for commit in log.commits
        for index, event in enumerate(commit.events)
        if isinstance(event, kind)
    ]
    seq, at = places[nth]
    events = list(log.commits[seq].events)
    events[at] = change(events[at])
    return with_commit(log, seq, tuple(events)), seq


def with_commit(log: MatchLog, seq: int, events: tuple[AnyEvent, ...]) -> MatchLog:
    """The log in which one commit holds other events."""
    commits = list(log.commits)
    commits[seq] = msgspec.structs.replace(commits[seq], events=events)
    return msgspec.structs.replace(log, commits=tuple(commits))


class _Scribe:
    """Carries out commands and keeps the commits."""

    def __init__(self, context: Context) -> None:
        self.state = MatchState.new()
        self.commits: list[LoggedCommit] = []
        self._context = context

    def give(self, command: AnyCommand) -> None:
        self.keep(self.state.apply(command, self._context))

    def keep(self, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            self.state = self.state.after(event)
        seq = len(self.commits)
        self.commits.append(LoggedCommit(seq, 0, None, f"c{seq}", events, self.state.hash()))


def _next(state: MatchState, chance: Random) -> AnyCommand:
    decision = state.decision
    assert decision is not None
    seat = state.seat_of(decision.side)
    if decision.kind is DecisionKind.ROLL:
        return RollDice(seat, decision.turn)
    return PlayCheckers(seat, decision.turn, chance.choice(list(state.legal_plays)).steps)
