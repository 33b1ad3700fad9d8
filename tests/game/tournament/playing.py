"""Playing tournaments by themselves: whoever comes, wins, withdraws is drawn."""

import random
from collections.abc import Sequence

from game.tournament import (
    AnyTournamentCommand,
    AnyTournamentEvent,
    Come,
    Context,
    Register,
    ReportResult,
    ReportVoid,
    Ring,
    System,
    TournamentAnnounced,
    TournamentPhase,
    TournamentState,
    TournamentTerms,
    Withdraw,
    fold,
)
from game.tournament.lots import digest_of

SECRET = "5e" * 32
START = 1_000_000
WAIT = 300_000


def terms(system: System = System.SWISS, capacity: int = 256, **more: int) -> TournamentTerms:
    """Terms of a tournament that begins at a time."""
    given = {"starts_at": START, "wait": WAIT, **more}
    return TournamentTerms(system=system, capacity=capacity, **given)


class Play:
    """A tournament, its log, and its time."""

    def __init__(self, agreed: TournamentTerms, secret: str = SECRET) -> None:
        self.at = 0
        self._secret = secret
        self.log: list[AnyTournamentEvent] = [
            TournamentAnnounced("t", agreed, digest_of(secret), self.at)
        ]
        self.state = fold(self.log)

    def do(self, command: AnyTournamentCommand, match: str = "") -> Sequence[AnyTournamentEvent]:
        """Let the tournament decide, and follow it."""
        events = self.state.apply(command, Context(self.at, self._secret, match))
        for event in events:
            self.log.append(event)
            self.state = self.state.after(event)
        return events

    def enter(self, *names: str) -> None:
        """Let these enter."""
        for name in names:
            self.do(Register(name))

    def begin(self, *names: str) -> None:
        """Let these enter, and begin."""
        self.enter(*names)
        self.ring()

    def ring(self) -> Sequence[AnyTournamentEvent]:
        """Let pass what falls due next."""
        self.at = max(self.at, self.state.due() or 0)
        return self.do(Ring())

    def seat(self, table: int) -> str:
        """Let both come to a table; the match that they play."""
        match = f"m{len(self.log)}"
        for name in self.state.rounds[-1].meetings[table].entrants:
            self.do(Come(name), match)
        return match

    def win(self, winner: str) -> Sequence[AnyTournamentEvent]:
        """Let somebody come and win what he is called to."""
        found = self.state.called(winner)
        assert found is not None
        return self.do(ReportResult(self.seat(found[0]), winner))

    def meetings(self) -> list[tuple[str, ...]]:
        """Who plays whom in this round."""
        return [each.entrants for each in self.state.rounds[-1].meetings]


def played_out(chance: random.Random, system: System, size: int, withdrawing: float) -> Play:
    """A whole tournament with absence, void matches, withdrawals and alarms that are late."""
    play = Play(terms(system), chance.randbytes(32).hex())
    play.begin(*(f"p{number}" for number in range(size)))
    while play.state.phase is TournamentPhase.PLAYING:
        _something(chance, play, withdrawing)
    return play


def _something(chance: random.Random, play: Play, withdrawing: float) -> None:
    state = play.state
    left = [each.id for each in state.left()]
    if left and chance.random() < withdrawing:
        play.do(Withdraw(chance.choice(left)))
        return
    meetings = state.rounds[-1].meetings
    open_ = [number for number, each in enumerate(meetings) if not each.decided]
    table = chance.choice(open_)
    meeting = meetings[table]
    if meeting.match is not None:
        if chance.random() < 0.1:
            missing = tuple(each for each in meeting.entrants if chance.random() < 0.5)
            play.do(ReportVoid(meeting.match, missing))
        else:
            play.do(ReportResult(meeting.match, chance.choice(meeting.entrants)))
    elif chance.random() < 0.06:
        play.at = meeting.deadline + chance.choice((0, 0, 60_000))
        play.do(Ring())
    else:
        coming = [each for each in meeting.entrants if each not in meeting.came]
        if play.at < meeting.deadline:
            play.do(Come(chance.choice(coming)), f"m{len(play.log)}")
        else:
            play.do(Ring())


def refold(play: Play) -> TournamentState:
    """The same tournament, from its log alone."""
    return fold(play.log)


def begun(*names: str, system: System = System.SWISS) -> Play:
    """A tournament of these that has just begun."""
    play = Play(terms(system))
    play.begin(*names)
    return play
