"""What is counted of payments, for `/metrics`."""

from collections.abc import Iterable

from server.metrics import Level, Tally


class PaymentFigures:
    """The figures of one process; `overdue` is the same in all of them."""

    def __init__(self) -> None:
        self.callbacks = Tally(
            "nardy_payment_callbacks", "Callbacks about payments.", "platform", "outcome"
        )
        self.repairs = Tally(
            "nardy_payment_repairs",
            "What comparing with a platform's record has mended or found.",
            "platform",
            "outcome",
        )
        self.calls = Tally("nardy_platform_calls", "Our calls.", "platform", "outcome")
        self.circuits: list[Level] = []
        self.overdue = 0
        level = Level(
            "nardy_payments_overdue", "Payments that were taken and not given in ten minutes."
        )
        level.read = lambda: float(self.overdue)
        self._level = level

    def collectors(self) -> Iterable[Tally | Level]:
        """All of them."""
        return self.callbacks, self.repairs, self.calls, self._level, *self.circuits
