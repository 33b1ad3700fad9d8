"""What is counted and timed. A process has one ``Metrics``; tests make their own.

Counting happens on the path of every frame, so it is an addition in a dictionary; what Prometheus
needs is made when Prometheus asks.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Tally:
    """A counter with labels."""

    def __init__(self, name: str, help_: str, *labels: str) -> None:
        self._about = (name, help_)
        self._labels = labels
        self._counts: defaultdict[tuple[str, ...], int] = defaultdict(int)

    def count(self, *labels: str) -> None:
        """One more of these."""
        self._counts[labels] += 1

    def __getitem__(self, labels: tuple[str, ...]) -> int:
        return self._counts.get(labels, 0)

    def collect(self) -> Iterable[Metric]:
        """The figures, when somebody asks."""
        family = CounterMetricFamily(*self._about, labels=self._labels)
        for labels, count in tuple(self._counts.items()):
            family.add_metric(labels, count)
        yield family


class Durations:
    """How long something takes, in seconds, by size."""

    def __init__(self, name: str, help_: str) -> None:
        self._about = (name, help_)
        self._counts = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """One took so long."""
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """The figures, when somebody asks."""
        buckets, so_far = [], 0
        for bound, count in zip((*_SECONDS, "+Inf"), self._counts, strict=True):
            so_far += count
            buckets.append((str(bound), so_far))
        yield HistogramMetricFamily(*self._about, buckets=buckets, sum_value=self._sum)


class Level:
    """A figure that is asked for when it is wanted."""

    def __init__(self, name: str, help_: str) -> None:
        self._about = (name, help_)
        self.read: Callable[[], float] = lambda: 0.0
        """Set by whoever knows the figure."""

    def collect(self) -> Iterable[Metric]:
        """The figure, when somebody asks."""
        yield GaugeMetricFamily(*self._about, value=self.read())


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.launches = Tally("nardy_launches", "Launches.", "door", "outcome")
        self.requests = Tally("nardy_http_requests", "HTTP requests.", "route", "status")
        self.frames = Tally("nardy_frames", "Frames of clients.", "verb", "outcome")
        self.closed = Tally("nardy_sockets_closed", "Sockets that we closed.", "code")
        self.reminders = Tally("nardy_reminders", "Reminders of turns.", "platform", "fate")
        self.sockets = Level("nardy_sockets", "Signed-in sockets.")
        self.unopened = Level(
            "nardy_dice_unopened", "Attempts to open a dice secret that failed: a key is lost."
        )
        self.commands = Durations(
            "nardy_command_seconds", "From reading a match command to its durable commit."
        )
        self._registry = CollectorRegistry()
        for each in (self.launches, self.requests, self.frames, self.closed, self.reminders):
            self._registry.register(each)
        self._registry.register(self.sockets)
        self._registry.register(self.unopened)
        self._registry.register(self.commands)

    def add(self, *figures: Tally | Level) -> None:
        """Show these as well: a part of the service that counts for itself."""
        for each in figures:
            self._registry.register(each)

    def exposition(self) -> bytes:
        """The figures as Prometheus reads them."""
        return generate_latest(self._registry)
