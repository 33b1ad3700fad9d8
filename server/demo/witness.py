"""A witness of a match: folds every commit by the rules, as the server should have done."""

from collections.abc import Iterator

import msgspec

from game.events import AnyEvent
from game.match import MatchState
from server.demo.wire import Push
from server.records.log import LoggedCommit, MatchLog, Revealed


class FoldsDiffer(Exception):
    """The state hash that came with a commit is not that of the events so far."""


class Told(msgspec.Struct, frozen=True):
    """One event with the states around it."""

    before: MatchState
    event: AnyEvent
    after: MatchState


class Witness:
    """Keeps the log of one match as it arrives; `state` is the fold of it."""

    def __init__(self, match: str) -> None:
        self.state = MatchState.new()
        self._match = match
        self._commits: list[LoggedCommit] = []

    def saw(self, push: Push) -> Iterator[Told]:
        """Take the next commit, and give each event of it; raises `FoldsDiffer` at the end."""
        commit = push.commit
        for event in commit.events:
            before, self.state = self.state, self.state.after(event)
            yield Told(before, event, self.state)
        if self.state.hash() != commit.hash:
            raise FoldsDiffer(f"commit {push.seq} folds to another state here than there")
        self._commits.append(
            LoggedCommit(
                push.seq, commit.at, commit.actor, commit.command_id, commit.events, commit.hash
            )
        )

    def log(self, dice: Revealed | None) -> MatchLog:
        """What was seen, as a file of its own."""
        return MatchLog(self._match, tuple(self._commits), dice)
