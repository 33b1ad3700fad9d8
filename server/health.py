"""Whether this process should get work: its beats, its clock, and that it is not leaving."""

from server.storage.beats import Beats
from server.storage.clock import Clock


class ProcessHealth:
    """Answers ``/readyz``; ``leave`` is said once, when a planned shutdown begins."""

    def __init__(self, beats: Beats, clock: Clock) -> None:
        self._beats = beats
        self._clock = clock
        self._leaving = False

    def leave(self) -> None:
        """Get no more work from now on."""
        self._leaving = True

    def leaving(self) -> bool:
        """Whether a planned shutdown has begun: no new tables."""
        return self._leaving

    async def troubles(self) -> tuple[str, ...]:
        """What keeps the process from serving, by name."""
        troubles = []
        if self._leaving:
            troubles.append("shutting_down")
        if not self._beats.healthy(self._clock.now()):
            troubles.append("database_or_clock")
        return tuple(troubles)
