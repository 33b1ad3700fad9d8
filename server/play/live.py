"""One match inside this process: the fold of its commits, its mailbox, its audience."""

from collections.abc import Sequence
from uuid import UUID

from game.clock import NO_TIME
from game.dice import DiceSource
from game.log import decode_events
from game.match import MatchState
from game.vocabulary import PLAY, Millis
from server.play.frames import push_frame, with_plays
from server.play.late import Late
from server.play.mailbox import Mailbox
from server.play.orders import NotForSpectators, Viewer
from server.storage.commits import CommitRow


class LogCorrupted(RuntimeError):
    """A fold does not give the state that was hashed when the commit was made."""


class LiveMatch:
    """The cached fold of one stream, who listens to it, and what is known of its alarm."""

    __slots__ = (
        "_seats",
        "_unshown",
        "accounts",
        "alarm",
        "archive",
        "at",
        "dice",
        "held",
        "late",
        "mailbox",
        "outcomes",
        "seq",
        "spectator_delay",
        "state",
        "stream",
        "viewers",
    )

    def __init__(self, stream: UUID, spectator_delay: Millis = NO_TIME) -> None:
        self.stream = stream
        self.spectator_delay = spectator_delay
        """So late is told who has no seat, where coins are at stake."""
        self.state = MatchState.new()
        self.seq = -1
        self.at = Millis(0)
        self.outcomes: dict[str, tuple[int, UUID | None]] = {}
        self.mailbox = Mailbox()
        self.viewers: set[Viewer] = set()
        self.late: dict[Viewer, Late] = {}
        self.held = 0
        self.dice: DiceSource | None = None
        self.archive: str | None = None
        self.alarm: Millis | None = None
        self.accounts: tuple[UUID, ...] = ()
        """The players, in seat order, once the match has begun."""
        self._seats: dict[UUID, int] = {}
        self._unshown: list[tuple[CommitRow, tuple[Viewer, ...]]] = []

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
    def seeds(self) -> tuple[bytes, ...]:
        """The seeds in seat order, once every seat has told its own."""
        return tuple(bytes.fromhex(seed) for seed in self.state.draw.seeds if seed is not None)

    def seat_of(self, account: UUID) -> int | None:
        """The seat of a person, if any."""
        return self._seats.get(account)

    def must_play(self, account: UUID) -> bool:
        """Whether this person must choose a play now; legal plays go to nobody else."""
        decision = self.state.decision
        if decision is None or decision.kind is not PLAY:
            return False
        return self.accounts[self.state.seat_of(decision.side)] == account

    def advance(self, row: CommitRow, state: MatchState | None = None) -> bool:
        """Apply the next commit; false when it is not the next one (already seen, or a hole).

        ``state``: the state after it, where that is known. ``show`` must follow.
        """
        if row.seq != self.seq + 1:
            return False
        self.state = self._folded(row) if state is None else state
        self.seq, self.at = row.seq, row.at
        if not self.accounts:
            self.accounts = tuple(UUID(name) for name in self.state.players)
            self._seats = {account: seat for seat, account in enumerate(self.accounts)}
            self._place_all()
        self.outcomes[row.command_id] = (row.seq, row.actor)
        self._unshown.append((row, tuple(self.viewers)))
        return True

    def _folded(self, row: CommitRow) -> MatchState:
        state = self.state
        for event in decode_events(row.events):
            state = state.after(event)
        return state

    def check(self, row: CommitRow) -> None:
        """Compare the fold with the hash kept in its last commit; raises ``LogCorrupted``."""
        if row.seq == self.seq and self.state.digest() != row.state_hash:
            raise LogCorrupted(f"match {self.stream} folds differently at commit {row.seq}")

    def admit(self, account: UUID) -> None:
        """Let a listener in, or raise ``NotForSpectators``."""
        if self.begun and not self.state.conventions.spectators and self.seat_of(account) is None:
            raise NotForSpectators("this table is closed to spectators")

    def delay_for(self, account: UUID) -> Millis:
        """How late this person is told what happens."""
        at_stake = self.begun and self.state.conventions.stake > 0
        return self.spectator_delay if at_stake and self.seat_of(account) is None else NO_TIME

    def listen(self, viewer: Viewer) -> None:
        """Tell a viewer all that comes, late if need be."""
        self.viewers.add(self.late.get(viewer, viewer))

    def place(self, viewer: Viewer) -> Viewer:
        """Who is to be told in place of a viewer: himself, or one who tells him late."""
        self.forget(viewer)
        if delay := self.delay_for(viewer.account):
            late = self.late[viewer] = Late(viewer, delay / 1000)
            return late
        return viewer

    def forget(self, viewer: Viewer) -> None:
        """Tell a viewer nothing more."""
        self.viewers.discard(viewer)
        if (late := self.late.pop(viewer, None)) is not None:
            self.viewers.discard(late)
            late.part()

    def _place_all(self) -> None:
        """Now that the seats are known, let those listen who may, each as late as he must."""
        for viewer in tuple(self.viewers):
            self.viewers.discard(viewer)
            if self.state.conventions.spectators or self.seat_of(viewer.account) is not None:
                self.viewers.add(self.place(viewer))

    def show(self) -> None:
        """Send to those who listened at the time whatever has not been sent yet, in order."""
        unshown, self._unshown = self._unshown, []
        for row, viewers in unshown:
            self.show_to(row, viewers)

    def show_to(self, row: CommitRow, viewers: Sequence[Viewer]) -> None:
        """Send a commit: one encoding for all, the legal plays to who must play, if he wants."""
        if not viewers:
            return
        plain, is_last = push_frame(row), row.seq == self.seq
        for viewer in viewers:
            if viewer.wants_plays and is_last and self.must_play(viewer.account):
                viewer.push(with_plays(plain, self.state.legal_plays))
            else:
                viewer.push(plain)
