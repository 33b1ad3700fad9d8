"""Words that commands, events and the state share."""

from enum import StrEnum
from typing import Final, TypeAlias

Millis: TypeAlias = int
"""Milliseconds: since the Unix epoch for a moment, plain for a duration."""


class Phase(StrEnum):
    """How far a match has come."""

    SEEDS = "seeds"
    """The draw of the dice is being bound: seats promise their seeds, then tell them."""
    READY = "ready"
    """All seeds are told; the service is to start the match."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A game of a money session has ended; the service is to restore the holds."""
    OVER = "over"


class DecisionKind(StrEnum):
    """What the side to decide must do."""

    ROLL = "roll"
    """Throw the dice, or first offer a double where the cube allows it."""
    PLAY = "play"
    ANSWER_DOUBLE = "answer_double"
    ANSWER_BEAVER = "answer_beaver"


class EndCause(StrEnum):
    """Why a game or a match ended."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    FLAG = "flag"
    ABSENCE = "absence"
    LEFT = "left"
    ADJUDICATED = "adjudicated"
    SCORE = "score"
    """The match: its length, or the wins or the difference agreed, was reached."""
    TIME = "time"
    """The match: its time was over and the scores differed."""
    AGREEMENT = "agreement"
    """The money session: both agreed to stop."""
    HOLD = "hold"
    """The money session: a side could not restore its hold, or lost all of it."""


class VoidCause(StrEnum):
    """Why a match ended without a result; stakes go back."""

    SEED_MISSED = "seed_missed"
    LEFT = "left"
    BOTH_ABSENT = "both_absent"
    TOO_EVEN = "too_even"
    OPERATOR = "operator"
    RESTORED = "restored"


class CreditCause(StrEnum):
    """Why a side got back time that its clock had burnt."""

    SERVICE_DOWN = "service_down"
    PROCESS_DIED = "process_died"
    SLOW_COMMIT = "slow_commit"


class AdjudicationMethod(StrEnum):
    """How a running game was judged (rules, section 9)."""

    PIPS = "pips"
    """A pure race, by pip count."""
    ROLLOUT = "rollout"
    """Contact, by rollouts with a fixed seed."""


# Names of their own for what every command asks for, as in `side`.
PLAYING: Final = Phase.PLAYING
OVER: Final = Phase.OVER
ROLL: Final = DecisionKind.ROLL
PLAY: Final = DecisionKind.PLAY


def snake(name: str) -> str:
    """Name a class on the wire: ``CheckersPlayed`` is ``checkers_played``."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
