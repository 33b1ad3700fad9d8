"""The ledger against a model of it: a few dictionaries that any reader can check."""

import asyncio
from typing import Final
from uuid import UUID

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.storage.database import database
from server.storage.ledger import Cause, InsufficientFunds, Posting, Transaction
from server.storage.ledger_accounts import House, LedgerAccount, of_the_house, wallet
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse

PEOPLE: Final = 3
BANK: Final = PEOPLE
"""The place of the house among the sides of a payment."""


class Asked(msgspec.Struct, frozen=True):
    """A transaction as hypothesis thinks of it: `(from, to, amount)` by place, and its key."""

    key: int
    payments: tuple[tuple[int, int, int], ...]
    overdraws: bool


sides = st.permutations(range(PEOPLE + 1)).map(lambda order: tuple(order[:2]))
payments = st.tuples(sides, st.integers(1, 60)).map(lambda drawn: (*drawn[0], drawn[1]))
asked = st.builds(
    Asked,
    key=st.integers(0, 8),
    payments=st.lists(payments, min_size=1, max_size=4).map(tuple),
    overdraws=st.integers(0, 9).map(lambda drawn: drawn == 0),
)


class Model:
    """What the ledger should say."""

    def __init__(self) -> None:
        self.balances = [0] * PEOPLE
        self.keys: set[int] = set()

    def post(self, given: Asked) -> str:
        """What a transaction comes to, by name."""
        if given.key in self.keys:
            return "repeated"
        net = [0] * (PEOPLE + 1)
        for source, target, amount in given.payments:
            net[source] -= amount
            net[target] += amount
        short = any(
            change < 0 and balance + change < 0
            for balance, change in zip(self.balances, net, strict=False)
        )
        if short and not given.overdraws:
            return "refused"
        self.keys.add(given.key)
        self.balances = [b + n for b, n in zip(self.balances, net, strict=False)]
        return "posted"


@given(st.lists(asked, min_size=1, max_size=12))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_ledger_does_what_its_model_does(common_database_url: str, steps: list[Asked]) -> None:
    asyncio.run(_compare(common_database_url, steps))


async def _compare(url: str, steps: list[Asked]) -> None:
    async with database(url, connections=4) as opened:
        purse, model = Purse(opened), Model()
        people = [await purse.person() for _ in range(PEOPLE)]
        for step in steps:
            assert await _post(purse, people, step) == model.post(step)
            assert [await purse.coins(person) for person in people] == model.balances


async def _post(purse: Purse, people: list[UUID], given: Asked) -> str:
    accounts = [*map(wallet, people), of_the_house(House.GIFTS)]
    try:
        new = await purse.post(_transaction(accounts, people[0], given))
    except InsufficientFunds:
        return "refused"
    return "posted" if new else "repeated"


def _transaction(accounts: list[LedgerAccount], namespace: UUID, given: Asked) -> Transaction:
    postings = tuple(
        Posting(accounts[source], accounts[target], amount, Cause.OPERATOR)
        for source, target, amount in given.payments
    )
    key = f"{namespace}:{given.key}"
    return Transaction(key=key, at=0, postings=postings, overdraws=given.overdraws)


@given(st.lists(st.lists(asked, min_size=2, max_size=8), min_size=1, max_size=3))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_happens_at_once_no_coin_is_made_or_lost(
    common_database_url: str, rounds: list[list[Asked]]
) -> None:
    asyncio.run(_at_once(common_database_url, rounds))


async def _at_once(url: str, rounds: list[list[Asked]]) -> None:
    async with database(url) as opened:
        purse = Purse(opened)
        people = [await purse.person(50) for _ in range(PEOPLE)]
        posted: set[int] = set()
        for steps in rounds:
            outcomes = await asyncio.gather(*(_post(purse, people, step) for step in steps))
            for step, outcome in zip(steps, outcomes, strict=True):
                assert not (outcome == "posted" and step.key in posted), "a key counted twice"
                if outcome == "posted":
                    posted.add(step.key)
        await require_clean(opened)
