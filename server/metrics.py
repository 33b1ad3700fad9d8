"""What is counted and timed. A process has one ``Metrics``; tests make their own."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The counters of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.launches = Counter(
            "nardy_launches",
            "Launches by door and outcome.",
            ("door", "outcome"),
            registry=self.registry,
        )
        self.requests = Counter(
            "nardy_http_requests",
            "HTTP requests by route and status.",
            ("route", "status"),
            registry=self.registry,
        )
        self.frames = Counter(
            "nardy_frames",
            "Frames of clients by verb and outcome.",
            ("verb", "outcome"),
            registry=self.registry,
        )
        self.sockets = Gauge("nardy_sockets", "Signed-in sockets.", registry=self.registry)
        self.closed = Counter(
            "nardy_sockets_closed",
            "Sockets that we closed, by code.",
            ("code",),
            registry=self.registry,
        )
        self.commits = Histogram(
            "nardy_command_seconds",
            "From reading a match command to its durable commit.",
            buckets=_SECONDS,
            registry=self.registry,
        )

    def exposition(self) -> bytes:
        """The figures as Prometheus reads them."""
        return generate_latest(self.registry)
