"""From a command to its events, or to a refusal: the table of who decides what."""

from collections.abc import Callable, Mapping
from typing import Any

from game.commands import (
    AcceptResignation,
    AnyCommand,
    Beaver,
    Command,
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
    RingAlarm,
    RollDice,
    StartMatch,
    TakeDouble,
    VoidMatch,
)
from game.events import MatchVoided
from game.match import cubing, opening, presence, resigning, sessions, timing, turns
from game.match.context import Context
from game.match.course import Course
from game.match.facts import MatchFacts
from game.refusals import MatchOver, NothingDue, NotYourDecision
from game.vocabulary import OVER

_SEATS = range(2)


def decide(state: MatchFacts, command: AnyCommand, context: Context) -> Course:
    """Return what happens by the command, and the match after it, or raise Refused."""
    if state.phase is OVER:
        raise MatchOver("the match has ended")
    if getattr(command, "seat", 0) not in _SEATS:
        raise NotYourDecision("there is no such seat")
    course = Course(state, context)
    if type(command) is VoidMatch or not timing.judge(course, command):
        DECIDERS[type(command)](course, command)
    return course


def _ring(course: Course, _: RingAlarm) -> None:
    if not course.events:
        raise NothingDue("nothing has fallen due")


def _void(course: Course, command: VoidMatch) -> None:
    course.tell(MatchVoided(command.cause))


# Each decider takes its own command, which a table by class cannot say.
DECIDERS: Mapping[type[Command], Callable[[Course, Any], None]] = {
    CommitSeed: opening.commit_seed,
    RevealSeed: opening.reveal_seed,
    StartMatch: opening.start_match,
    RollDice: turns.roll,
    PlayCheckers: turns.play,
    OfferDouble: cubing.double,
    TakeDouble: cubing.take,
    DropDouble: cubing.drop,
    Beaver: cubing.beaver,
    OfferResignation: resigning.offer,
    AcceptResignation: resigning.accept,
    RefuseResignation: resigning.refuse,
    OfferStop: sessions.offer_stop,
    ContinueSession: sessions.go_on,
    LeaveMatch: presence.leave,
    Depart: presence.depart,
    Return: presence.come_back,
    RingAlarm: _ring,
    VoidMatch: _void,
}
