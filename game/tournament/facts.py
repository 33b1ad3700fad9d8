"""What is known of a tournament after some of its events, and the circumstances of a command."""

from collections.abc import Iterator, Mapping

import msgspec

from game.tournament.terms import System, TournamentPhase, TournamentTerms
from game.vocabulary import Millis


class Context(msgspec.Struct, frozen=True):
    """The circumstances of one command: when, by which secret lots are drawn (hex), and the id of
    the match that begins by it, if one does; and when the service was last away from everybody.
    """

    at: Millis
    secret: str = ""
    match: str = ""
    away_until: Millis = 0


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part. `met` and `beaten` name opponents, once for every time.

    `out` is the round in which one lost for the last time or withdrew; none while one is in.
    """

    id: str
    wins: int = 0
    losses: int = 0
    byes: int = 0
    met: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    out: int | None = None


class Meeting(msgspec.Struct, frozen=True):
    """Two of a round at a table, one who has a bye, or nobody.

    `came` are those who are there. While it is played `match` is its match; `replays` counts
    those that had no result.
    """

    entrants: tuple[str, ...]
    deadline: Millis
    came: tuple[str, ...] = ()
    match: str | None = None
    replays: int = 0
    decided: bool = False
    winner: str | None = None

    @property
    def waits(self) -> bool:
        """Whether it is waited for who comes."""
        return not self.decided and self.match is None


class Round(msgspec.Struct, frozen=True):
    """The meetings of a round, in the order of their tables."""

    meetings: tuple[Meeting, ...]

    @property
    def decided(self) -> bool:
        """Whether there is nothing more to be played."""
        return all(meeting.decided for meeting in self.meetings)

    def of(self, entrant: str) -> tuple[int, Meeting] | None:
        """The table and the meeting of somebody, if he has one."""
        for table, meeting in enumerate(self.meetings):
            if entrant in meeting.entrants:
                return table, meeting
        return None

    def played_by(self, match: str) -> tuple[int, Meeting] | None:
        """The table and the meeting that a match is of."""
        for table, meeting in enumerate(self.meetings):
            if meeting.match == match and not meeting.decided:
                return table, meeting
        return None


NO_TERMS = TournamentTerms(system=System.SWISS, capacity=2)


class TournamentFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The fold of a log. `entrants` are in the order in which they entered, `places` in theirs.

    `withdrew` counts how often somebody left before the start.
    """

    id: str = ""
    terms: TournamentTerms = NO_TERMS
    phase: TournamentPhase = TournamentPhase.REGISTERING
    lot: str = ""
    secret: str | None = None
    entrants: Mapping[str, Entrant] = msgspec.field(default_factory=dict)
    withdrew: Mapping[str, int] = msgspec.field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase in {TournamentPhase.OVER, TournamentPhase.CANCELLED}

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return len(self.entrants) >= self.terms.capacity

    def left(self) -> Iterator[Entrant]:
        """Those who are not out."""
        return (each for each in self.entrants.values() if each.out is None)

    def called(self, entrant: str) -> tuple[int, Meeting] | None:
        """The table and the meeting of this round to which somebody has not come yet."""
        found = self.rounds[-1].of(entrant) if self.rounds and not self.over else None
        if found is None or not found[1].waits or entrant in found[1].came:
            return None
        return found
