"""What happened in a tournament. Like those of a match, these events fold for ever.

Of persons they know account ids only; times are milliseconds since the Unix epoch.
"""

from typing import TypeAlias

import msgspec

from game.tournament.terms import CancelCause, DecisionCause, TournamentTerms
from game.vocabulary import Millis, snake


class TournamentEvent(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event", tag=snake
):
    """The base of all events; not one itself."""


class TournamentAnnounced(TournamentEvent, frozen=True):
    """People may enter. ``lot`` is the hex SHA-256 of the secret that all lots are drawn by."""

    tournament: str
    terms: TournamentTerms
    lot: str
    at: Millis


class EntrantRegistered(TournamentEvent, frozen=True):
    """Somebody takes part."""

    entrant: str
    at: Millis


class EntrantWithdrew(TournamentEvent, frozen=True):
    """Somebody takes part no more."""

    entrant: str
    at: Millis


class TournamentStarted(TournamentEvent, frozen=True):
    """Nobody enters any more, and so the ``secret`` (hex) of the lots is told."""

    secret: str
    at: Millis


class RoundDrawn(TournamentEvent, frozen=True):
    """Round ``number``, from 1 on: the meetings, in the order of their tables.

    A meeting of one is a bye, which is a win; in a bracket one of nobody keeps its place. Who has
    not come by ``deadline`` has lost.
    """

    number: int
    meetings: tuple[tuple[str, ...], ...]
    deadline: Millis
    at: Millis


class EntrantCame(TournamentEvent, frozen=True):
    """Somebody is there to play at a ``table`` of the round."""

    table: int
    entrant: str
    at: Millis


class MeetingBegan(TournamentEvent, frozen=True):
    """Both are there: they play the match of this id."""

    table: int
    match: str
    at: Millis


class MeetingCalledAgain(TournamentEvent, frozen=True):
    """Its match had no result, or nobody saw who came: both are called once more.

    ``replay`` says which; a meeting is replayed ``REPLAYS`` times at the most.
    """

    table: int
    deadline: Millis
    at: Millis
    replay: bool = True


class MeetingDecided(TournamentEvent, frozen=True):
    """``winner`` has won the meeting, and the other has lost; with none, both have lost."""

    table: int
    winner: str | None
    cause: DecisionCause
    at: Millis


class TournamentEnded(TournamentEvent, frozen=True):
    """It is decided: all who entered, from the first place to the last."""

    places: tuple[str, ...]
    at: Millis


class TournamentCancelled(TournamentEvent, frozen=True):
    """It does not take place, or is broken off; nobody has a place."""

    cause: CancelCause
    at: Millis


AnyTournamentEvent: TypeAlias = (
    TournamentAnnounced
    | EntrantRegistered
    | EntrantWithdrew
    | TournamentStarted
    | RoundDrawn
    | EntrantCame
    | MeetingBegan
    | MeetingCalledAgain
    | MeetingDecided
    | TournamentEnded
    | TournamentCancelled
)
