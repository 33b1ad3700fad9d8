"""Why coins did not move.

MoneyRefused
├── InsufficientCoins       whoever asks has less than it takes
└── OpponentCannotCover     somebody else at the table has
"""


class MoneyRefused(Exception):
    """Nothing moved."""


class InsufficientCoins(MoneyRefused):
    """There are `balance` coins where `needed` are."""

    def __init__(self, balance: int, needed: int) -> None:
        super().__init__(f"{balance} coins, needed are {needed}")
        self.balance = balance
        self.needed = needed


class OpponentCannotCover(MoneyRefused):
    """Somebody else who sits at the table can no longer put its stake aside."""
