"""The accounts of the ledger: a person's wallets, what is held at a match, and the house's own.

A name says all: currency, kind, whose. Persons' accounts have a row with a cached balance, which
is what transactions lock. The house's have none: they are never locked, and their balance is the
sum of their postings, mostly below zero, as what people own was given by somebody.
"""

from enum import StrEnum
from uuid import UUID

import msgspec


class Currency(StrEnum):
    """What is counted: coins to play with, points of loyalty that pay for tournaments."""

    COINS = "coins"
    POINTS = "points"


class House(StrEnum):
    """What the house gives for and takes in, by the names of its accounts."""

    GIFTS = "coins:house:gifts"
    """Welcome, daily and referral bonuses, promotions."""
    SALES = "coins:house:sales"
    """Coins that were sold for money, and taken back when the money was."""
    RAKE = "coins:house:rake"
    SHOP = "coins:house:shop"
    CERTIFICATES = "coins:house:certificates"
    """Coins in certificates that nobody has redeemed yet; owed, so never below zero."""
    TOURNAMENTS = "coins:house:tournaments"
    OPERATORS = "coins:house:operators"
    LOYALTY = "points:house:loyalty"
    """Points that were earned, sold, or granted."""
    ENTRIES = "points:house:entries"
    """Points that have paid tournament entries."""


class LedgerAccount(msgspec.Struct, frozen=True):
    """One account; `owner` is none for the house's, `match` is where something is held."""

    name: str
    owner: UUID | None = None
    match: UUID | None = None

    @property
    def currency(self) -> Currency:
        """What it counts."""
        return Currency(self.name.partition(":")[0])


def wallet(account: UUID, currency: Currency = Currency.COINS) -> LedgerAccount:
    """What a person may spend."""
    return LedgerAccount(f"{currency}:wallet:{account}", account)


def held(match: UUID, seat: int, account: UUID) -> LedgerAccount:
    """What a person has put aside for a match."""
    return LedgerAccount(f"{Currency.COINS}:hold:{match}:{seat}", account, match)


def of_the_house(house: House) -> LedgerAccount:
    """An account of ours."""
    return LedgerAccount(house.value)
