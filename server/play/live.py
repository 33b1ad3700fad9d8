"""One match inside this process: the fold of its commits, its mailbox, its audience."""

from collections.abc import Sequence
from uuid import UUID

from game.dice import DiceSource
from game.log import decode_events
from game.events import AnyEvent
from game.match import MatchState
from game.vocabulary import DecisionKind, Millis
from server.play.frames import commit_frames
from server.play.mailbox import Mailbox
from server.play.orders import NotForSpectators, Viewer
from server.storage.commits import CommitRow


class LogCorrupted(RuntimeError):
    """A fold does not give the state that was hashed when the commit was made."""


class LiveMatch:
    """The cached fold of one stream, who listens to it, and what is known of its alarm."""

    __slots__ = (
        "alarm",
        "archive",
        "at",
        "dice",
        "held",
        "mailbox",
        "outcomes",
        "seq",
        "state",
        "stream",
        "viewers",
    )

    def __init__(self, stream: UUID) -> None:
        self.stream = stream
        self.state = MatchState.new()
        self.seq = -1
        self.at = Millis(0)
        self.outcomes: dict[str, tuple[int, UUID | None]] = {}
        self.mailbox = Mailbox()
        self.viewers: set[Viewer] = set()
        self.held = 0
        self.dice: DiceSource | None = None
        self.archive: str | None = None
        self.alarm: Millis | None = None

    @property
    def begun(self) -> bool:
        """Whether the match has a first commit."""
        return self.seq >= 0

    @property
    def watched(self) -> bool:
        """Whether somebody here must hear of new commits (``held``: joins, or works on it)."""
        return bool(self.viewers) or self.held > 0

    @property
    def idle(self) -> bool:
        """Whether the fold may be dropped."""
        return not self.watched and self.mailbox.idle

    @property
    def accounts(self) -> tuple[UUID, ...]:
        """The players, in seat order."""
        return tuple(UUID(name) for name in self.state.players)

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """The seeds in seat order, once every seat has told its own."""
        return tuple(bytes.fromhex(seed) for seed in self.state.draw.seeds if seed is not None)

    def seat_of(self, account: UUID) -> int | None:
        """The seat of a person, if any."""
        name = str(account)
        return self.state.players.index(name) if name in self.state.players else None

    def mover(self) -> UUID | None:
        """The account that must choose a play now; legal plays go to it alone."""
        decision = self.state.decision
        if decision is None or decision.kind is not DecisionKind.PLAY:
            return None
        return UUID(self.state.players[self.state.seat_of(decision.side)])

    def advance(self, row: CommitRow, events: Sequence[AnyEvent] | None = None) -> bool:
        """Apply the next commit; false when it is not the next one (already seen, or a hole)."""
        if row.seq != self.seq + 1:
            return False
        state = self.state
        for event in decode_events(row.events) if events is None else events:
            state = state.after(event)
        self.state, self.seq, self.at = state, row.seq, Millis(row.at)
        self.outcomes[row.command_id] = (row.seq, row.actor)
        return True

    def check(self, row: CommitRow) -> None:
        """Compare the fold with the hash kept in its last commit; raises ``LogCorrupted``."""
        if row.seq == self.seq and self.state.hash() != row.state_hash.hex():
            raise LogCorrupted(f"match {self.stream} folds differently at commit {row.seq}")

    def admit(self, account: UUID) -> None:
        """Let a listener in, or raise ``NotForSpectators``."""
        if self.begun and not self.state.conventions.spectators and self.seat_of(account) is None:
            raise NotForSpectators("this table is closed to spectators")

    def show(self, row: CommitRow, viewers: Sequence[Viewer]) -> None:
        """Send a commit to listeners: one encoding for all, the legal plays to who must play."""
        plain, with_plays = commit_frames(row, self.state if row.seq == self.seq else None)
        mover = self.mover() if with_plays is not plain else None
        for viewer in viewers:
            viewer.push(with_plays if viewer.account == mover and viewer.wants_plays else plain)
