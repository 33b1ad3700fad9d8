"""A relay that loses what a test wants lost, on its way out and on its way in."""

from collections.abc import Callable, Sequence

from server.storage.commits import Hint
from server.storage.relay import Listener, Relay


class LossyRelay:
    """Stands before a real relay; `loses` says which hints do not pass."""

    def __init__(self, inner: Relay, loses: Callable[[Hint], bool] = lambda _: False) -> None:
        self._inner = inner
        self.loses = loses
        self.lost: list[Hint] = []

    def publish(self, hints: Sequence[Hint]) -> None:
        """Pass on what is not lost."""
        kept = self._kept(hints)
        if kept:
            self._inner.publish(kept)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Let the listener hear what is not lost."""
        return self._inner.subscribe(_Filtered(self, listener))

    def _kept(self, hints: Sequence[Hint]) -> list[Hint]:
        self.lost += [hint for hint in hints if self.loses(hint)]
        return [hint for hint in hints if not self.loses(hint)]


class _Filtered:
    def __init__(self, relay: LossyRelay, listener: Listener) -> None:
        self._relay = relay
        self._listener = listener

    def heard(self, hints: Sequence[Hint]) -> None:
        if kept := self._relay._kept(hints):
            self._listener.heard(kept)

    def reconnected(self) -> None:
        self._listener.reconnected()
