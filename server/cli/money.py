"""Commands about coins and about those who may move them; each act has a name and a reason."""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar
from uuid import UUID, uuid4

import typer

if TYPE_CHECKING:
    from server.operators.office import Office
    from server.storage.operators import Operator

T = TypeVar("T")

By = Annotated[str, typer.Option("--by", help="The operator who does it, by name.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for the log.")]
Key = Annotated[
    UUID | None, typer.Option("--key", help="Repeats under one key count once; a new one else.")
]

operator = typer.Typer(help="Who may do what.", no_args_is_help=True)


def audit() -> None:
    """Derive all balances from the postings, and look for what is held for nothing.

    May be run while the service is busy. Exit status 1: the books are not in order.
    """
    import asyncio

    from server.cli.refusing import told
    from server.config import load
    from server.money.audit import Audit, Findings
    from server.money.audit_words import audit_lines
    from server.opening import opened_database

    async def run() -> Findings:
        async with opened_database(load()) as database:
            return await Audit(database).run()

    with told():
        found = asyncio.run(run())
    typer.echo("\n".join(audit_lines(found)))
    raise typer.Exit(0 if found.clean else 1)


@operator.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Small letters, digits, dots, dashes.")],
    role: Annotated[str, typer.Option(help="moderator, cashier or owner")] = "moderator",
) -> None:
    """Admit an operator; the token is printed this once, on standard output alone."""
    from server.storage.operators import Role

    if role not in set(Role):
        raise typer.BadParameter(f"one of {', '.join(Role)}", param_hint="--role")
    made = _run(lambda office: office.staff.admit(None, name, Role(role)))
    sys.stdout.write(f"{made.token}\n")


@operator.command("dismiss")
def dismiss(name: Annotated[str, typer.Argument()], why: Why) -> None:
    """Let an operator in no more."""
    _run(lambda office: office.staff.dismiss(None, name, why))
    typer.echo(f"{name} is let in no more")


def grant(account: UUID, coins: int, by: By, why: Why, key: Key = None) -> None:
    """Give coins to a person."""
    _deed("grant", (account, coins), by, (why, key))


def take(account: UUID, coins: int, by: By, why: Why, key: Key = None) -> None:
    """Take coins from a person, not more than he has."""
    _deed("take", (account, coins), by, (why, key))


def refund(match: UUID, by: By, why: Why) -> None:
    """Give everybody back what he lost at a match, at the house's cost, once."""

    async def do(office: "Office") -> None:
        done = await office.cashier.refund(await office.staff.by_name(by), match, why)
        typer.echo(f"{done.amount} coins given back" if done.new else "this was done before")

    _run(do)


def vip(
    account: UUID,
    days: Annotated[int, typer.Argument(min=1)],
    by: By,
    why: Why,
    take: Annotated[bool, typer.Option("--take", help="Take them instead.")] = False,
    key: Key = None,
) -> None:
    """Give days of VIP to a person; print until when it lasts then."""
    from datetime import UTC, datetime

    from server.operators.deeds import Deed

    deed = Deed(account=account, amount=-days if take else days, why=why, key=key or uuid4())

    async def do(office: "Office") -> None:
        until = await office.cashier.vip(await office.staff.by_name(by), deed)
        typer.echo(f"VIP until {datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC")

    _run(do)


def certificate(coins: int, by: By, why: Why, key: Key = None) -> None:
    """Issue a gift certificate of the house's; its code is printed this once."""

    async def do(office: "Office") -> None:
        operator_ = await office.staff.by_name(by)
        issued = await office.cashier.certificate(operator_, coins, why, key or uuid4())
        typer.echo(issued.code or "this was done before, and redeemed since")

    _run(do)


def acts(
    by: By,
    about: Annotated[UUID | None, typer.Option(help="To one person or thing; all else.")] = None,
) -> None:
    """Print what operators did and why, the newest first, one JSON a line."""
    import msgspec

    async def look(office: "Office") -> None:
        for act in await office.acts(await office.staff.by_name(by), about):
            sys.stdout.write(msgspec.json.encode(act).decode() + "\n")

    _run(look)


def _deed(act: str, what: tuple[UUID, int], by: str, reason: tuple[str, UUID | None]) -> None:
    from server.operators.cashier import Cashier
    from server.operators.deeds import Deed

    account, coins = what
    why, key = reason
    if coins <= 0:
        raise typer.BadParameter("must be more than nothing", param_hint="COINS")
    deed = Deed(account=account, amount=coins, why=why, key=key or uuid4())

    async def do(office: "Office") -> None:
        operator_: Operator = await office.staff.by_name(by)
        doing = Cashier.grant if act == "grant" else Cashier.take
        done = await doing(office.cashier, operator_, deed)
        balances = (await office.dossier(operator_, account)).balances
        verb = "done" if done.new else "this was done before"
        typer.echo(f"{verb}: {balances.coins} coins now, {balances.held} held")

    _run(do)


def _run(doing: "Callable[[Office], Awaitable[T]]") -> T:
    """Do it in the office of the configuration, or tell why not."""
    import asyncio

    from server.cli.refusing import told
    from server.money.refusals import MoneyRefused
    from server.operators.cashier import NothingLost
    from server.operators.staff import StaffRefused

    async def run() -> T:
        async with open_office() as office:
            return await doing(office)

    with told(StaffRefused, MoneyRefused, NothingLost):
        return asyncio.run(run())


@asynccontextmanager
async def open_office() -> "AsyncIterator[Office]":
    """The office over the configuration's database."""
    from server.config import load
    from server.opening import opened_database
    from server.operators.office import Office
    from server.storage.clock import DatabaseClock
    from server.storage.ids import Ids

    config = load()
    async with opened_database(config) as database:
        yield Office.on(database, DatabaseClock(), Ids(), config.settings.vip)
