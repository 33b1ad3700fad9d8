"""Why coins did not move.

MoneyRefused
├── InsufficientCoins       whoever asks has less than it takes
├── InsufficientPoints      the same of points
├── OpponentCannotCover     somebody else at the table has
├── MembersAlone            guests are given nothing and redeem nothing
├── TakenToday              the daily bonus of this day
├── ReferralRefused         oneself, twice, or too late
├── NoSuchArticle           the shop has nothing of that name
├── NotForOneself           a gift needs somebody else to be given to
├── CodeRefused             no certificate has this code, or it is void
├── CodeRedeemed            somebody has had its coins already
├── TooManyCodes            too many wrong codes within the hour
├── KeyUsed                 what it should count under counts something else
├── AmountRefused           nothing, or more than one deed may move
├── PromotionOver           it has not begun, or has ended
├── NotInAudience           it is for others
└── PromotionTaken          as often as one may
"""


class MoneyRefused(Exception):
    """Nothing moved."""


class InsufficientCoins(MoneyRefused):
    """There are `balance` coins where `needed` are."""

    def __init__(self, balance: int, needed: int) -> None:
        super().__init__(f"{balance} there, needed are {needed}")
        self.balance = balance
        self.needed = needed


class InsufficientPoints(InsufficientCoins):
    """There are `balance` points where `needed` are."""


class OpponentCannotCover(MoneyRefused):
    """Somebody else who sits at the table can no longer put its stake aside."""


class MembersAlone(MoneyRefused):
    """A guest has no identity that could be known again, so the house gives him nothing."""


class TakenToday(MoneyRefused):
    """The daily bonus of this day was taken already."""


class ReferralRefused(MoneyRefused):
    """One can't have brought oneself, nor be brought twice, nor tell of it so late."""


class NoSuchArticle(MoneyRefused):
    """The shop has nothing of that name."""


class NotForOneself(MoneyRefused):
    """A gift needs somebody else to be given to."""


class CodeRefused(MoneyRefused):
    """No certificate has this code."""


class CodeRedeemed(MoneyRefused):
    """Somebody has had the coins of this certificate already."""


class TooManyCodes(MoneyRefused):
    """Too many wrong codes of this person or address within the hour."""


class KeyUsed(MoneyRefused):
    """The same key or order has counted for something else: use a new one."""


class AmountRefused(MoneyRefused):
    """It is to be from 1 to `most`; where that is 0 there is nothing to take."""

    def __init__(self, most: int) -> None:
        words = f"the amount is to be from 1 to {most}" if most else "there is nothing to take"
        super().__init__(words)
        self.most = most


class PromotionOver(MoneyRefused):
    """The promotion has not begun, or has ended."""


class NotInAudience(MoneyRefused):
    """The promotion is for others."""


class PromotionTaken(MoneyRefused):
    """The person has had this promotion as often as one may."""
