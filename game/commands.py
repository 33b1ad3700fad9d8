"""What may be asked of a match. Commands are imperative and may be refused.

Every command of a player names the ``turn`` it answers: the number of the decision that was open
when the player made up his mind. Commands of the service itself (alarms, presence) name none.
``seat`` is filled in by whoever verified the sender; it never comes from the wire.
"""

from typing import TypeAlias

import msgspec

from game.endings import Ending
from game.vocabulary import VoidCause, snake


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=snake):
    """The base of all commands; not one itself."""


class CommitSeed(Command, frozen=True):
    """Promise a dice seed: the hex SHA-256 of the seed, which is told afterwards.

    ``drawn`` is set by the service alone, for a seed that it drew for a seat played by chat.
    """

    seat: int
    digest: str
    drawn: bool = False


class RevealSeed(Command, frozen=True):
    """Tell the promised seed: 1 to 64 bytes, as hex."""

    seat: int
    seed: str


class RollDice(Command, frozen=True):
    """Throw the dice for this turn."""

    seat: int
    turn: int


class PlayCheckers(Command, frozen=True):
    """Play the whole roll: the ordered steps, each ``(from, to)``, bar 25, off 0."""

    seat: int
    turn: int
    steps: tuple[tuple[int, int], ...]


class OfferDouble(Command, frozen=True):
    """Ask to raise the cube, before rolling."""

    seat: int
    turn: int


class TakeDouble(Command, frozen=True):
    """Accept the raised cube."""

    seat: int
    turn: int


class DropDouble(Command, frozen=True):
    """Refuse the raised cube and lose the game at its former value."""

    seat: int
    turn: int


class Beaver(Command, frozen=True):
    """Accept, raise again at once and keep the cube (money only)."""

    seat: int
    turn: int


class OfferResignation(Command, frozen=True):
    """Offer to lose the game as a single, a gammon or a backgammon."""

    seat: int
    turn: int
    ending: Ending


class AcceptResignation(Command, frozen=True):
    """Accept the resignation that is offered."""

    seat: int
    turn: int


class RefuseResignation(Command, frozen=True):
    """Refuse it; play goes on."""

    seat: int
    turn: int


class OfferStop(Command, frozen=True):
    """Propose to end a money session after the running game; a second seat's offer agrees."""

    seat: int


class LeaveMatch(Command, frozen=True):
    """Leave for good, knowing that it costs what absence costs (rules, section 9)."""

    seat: int


class StartMatch(Command, frozen=True):
    """The service's: the seeds are in, so publish the archive's digest and begin."""


class ContinueSession(Command, frozen=True):
    """The service's, between the games of a money session: the holds stand again, so play on.

    ``unable`` names the seats that could not restore theirs, which ends the session.
    """

    unable: tuple[int, ...] = ()


class Depart(Command, frozen=True):
    """The service's: the seat has had no live connection for a while."""

    seat: int


class Return(Command, frozen=True):
    """The service's: the seat has a live connection again."""

    seat: int


class RingAlarm(Command, frozen=True):
    """The service's: see what has fallen due, if anything."""


class VoidMatch(Command, frozen=True):
    """The operator's: end the match without a result, stakes back, dice revealed."""

    cause: VoidCause


PlayerCommand: TypeAlias = (
    CommitSeed
    | RevealSeed
    | RollDice
    | PlayCheckers
    | OfferDouble
    | TakeDouble
    | DropDouble
    | Beaver
    | OfferResignation
    | AcceptResignation
    | RefuseResignation
    | OfferStop
    | LeaveMatch
)
ServiceCommand: TypeAlias = StartMatch | ContinueSession | Depart | Return | RingAlarm | VoidMatch
AnyCommand: TypeAlias = PlayerCommand | ServiceCommand
