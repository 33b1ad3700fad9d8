"""Commands about purchases of people, and about those who wait for an answer."""

import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar
from uuid import UUID

import typer

from server.cli.money import By, Why

if TYPE_CHECKING:
    from server.operators.casework import Casework
    from server.operators.sales import Sales
    from server.storage.operators import Operator

T = TypeVar("T")

purchases = typer.Typer(help="What people have bought.", no_args_is_help=True)
cases = typer.Typer(help="People who wait for an answer.", no_args_is_help=True)

LISTED = 100


@purchases.command("of")
def purchases_of(account: UUID, by: By) -> None:
    """Print what somebody has bought and his cases about payments, one JSON a line."""

    async def look(operator: "Operator", sales: "Sales", _: "Casework") -> None:
        bought = await sales.of(operator, account, LISTED, None)
        print_lines([*bought.purchases, *bought.cases])

    _run(by, look)


@purchases.command("refund")
def refund(
    purchase: UUID,
    by: By,
    why: Why,
    pay_back: Annotated[
        bool, typer.Option("--pay-back", help="Have Telegram return the Stars too.")
    ] = False,
) -> None:
    """Take back what a purchase gave, as its platform's refund does, once."""

    async def do(operator: "Operator", sales: "Sales", _: "Casework") -> None:
        taken = await sales.refund(operator, purchase, why, pay_back=pay_back)
        gone = taken.purchase
        if not taken.new:
            typer.echo("this was taken back before")
            return
        typer.echo(f"{gone.coins + gone.bonus} coins, {gone.vip_days} days of VIP taken back")

    _run(by, do)


@cases.command("waiting")
def waiting(
    by: By,
    kind: Annotated[str | None, typer.Option(help="payment or support; both else.")] = None,
    mine: Annotated[bool, typer.Option("--mine", help="Those that you have claimed.")] = False,
) -> None:
    """Print the queue, VIPs first, one JSON a line."""
    from server.operators.casework import KINDS
    from server.storage.case_queue import Wanted

    if kind not in (None, *KINDS):
        raise typer.BadParameter(f"one of {', '.join(KINDS)}", param_hint="--kind")
    wanted = Wanted(KINDS if kind is None else (kind,), by if mine else None)

    async def look(operator: "Operator", _: "Sales", work: "Casework") -> None:
        print_lines(await work.waiting(operator, wanted, LISTED))

    _run(by, look)


@cases.command("show")
def show(case: UUID, by: By) -> None:
    """Print a case with all that was said."""

    async def look(operator: "Operator", _: "Sales", work: "Casework") -> None:
        print_lines([await work.file(operator, case)])

    _run(by, look)


@cases.command("claim")
def claim(
    case: UUID,
    by: By,
    why: Why = "claimed",
    over: Annotated[bool, typer.Option("--over", help="Take it from another operator.")] = False,
) -> None:
    """Make a case yours."""

    async def do(operator: "Operator", _: "Sales", work: "Casework") -> None:
        await work.claim(operator, case, why, over=over)
        typer.echo("it is yours")

    _run(by, do)


@cases.command("answer")
def answer(case: UUID, words: str, by: By) -> None:
    """Answer the person."""

    async def do(operator: "Operator", _: "Sales", work: "Casework") -> None:
        await work.answer(operator, case, words)
        typer.echo("answered")

    _run(by, do)


@cases.command("close")
def close(case: UUID, by: By, why: Why) -> None:
    """Close a case that is done."""

    async def do(operator: "Operator", _: "Sales", work: "Casework") -> None:
        await work.close(operator, case, why)
        typer.echo("closed")

    _run(by, do)


def print_lines(found: Iterable[object]) -> None:
    """Print each as a line of JSON."""
    import msgspec

    for each in found:
        sys.stdout.write(msgspec.json.encode(each).decode() + "\n")


def _run(by: str, doing: "Callable[[Operator, Sales, Casework], Awaitable[T]]") -> T:
    """Do it with the configuration's database and platforms, or tell why not."""
    import asyncio

    from server.cli.payments import open_payments
    from server.cli.refusing import told
    from server.operators.casework import Bench, Casework
    from server.operators.sales import Sales
    from server.operators.staff import Staff, StaffRefused
    from server.outbound.calls import CallFailed
    from server.purchases.refusals import PurchaseRefused
    from server.requests import Malformed

    async def run() -> T:
        async with open_payments() as payments:
            books = payments.books
            operator = await Staff(books.database, books.clock).by_name(by)
            work = Casework(Bench(books.database, books.clock, books.posted))
            return await doing(operator, Sales(payments), work)

    with told(StaffRefused, PurchaseRefused, CallFailed, Malformed):
        return asyncio.run(run())
