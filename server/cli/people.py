"""Commands about people: who somebody is, what he has, what was ruled about him."""

from typing import Annotated
from uuid import UUID

import typer

from server.cli.casework import print_lines
from server.cli.desk import Desk, at_desk
from server.cli.money import By, Why

app = typer.Typer(help="People: who they are, what they have.", no_args_is_help=True)

Who = Annotated[
    str,
    typer.Argument(
        help="An account, platform:id (vk:501001), an address of mail, an id or a nick."
    ),
]
Hours = Annotated[int | None, typer.Option("--hours", min=1, help="For how long.")]


@app.command("find")
def find(who: Who, by: By) -> None:
    """Print everybody who may be meant, one JSON a line: account, identities, balances."""

    async def look(desk: Desk) -> None:
        from server.operators.seeking import UnknownPerson

        found = await desk.office.seek(desk.by, who)
        if not found:
            raise UnknownPerson
        print_lines(found)

    at_desk(by, look)


@app.command("show")
def show(who: Who, by: By) -> None:
    """Print all that is known of somebody, as one JSON: also purchases, cases, acts about him."""

    async def look(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        print_lines([await desk.office.dossier(desk.by, account)])

    at_desk(by, look)


@app.command("wallet")
def wallet(
    who: Who,
    by: By,
    currency: Annotated[str, typer.Option(help="coins or points")] = "coins",
    before: Annotated[int | None, typer.Option(help="Go on after the entry of this id.")] = None,
) -> None:
    """Print what came into a wallet and went, the newest first, one JSON a line."""
    from server.storage.ledger_accounts import Currency

    if currency not in set(Currency):
        raise typer.BadParameter(f"one of {', '.join(Currency)}", param_hint="--currency")

    async def look(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        print_lines(await desk.office.entries(desk.by, account, Currency(currency), before))

    at_desk(by, look)


@app.command("matches")
def matches(
    who: Who,
    by: By,
    before: Annotated[UUID | None, typer.Option(help="Go on after this match.")] = None,
) -> None:
    """Print ended matches of somebody, the last begun first, one JSON a line."""

    async def look(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        print_lines(await desk.office.matches(desk.by, account, before))

    at_desk(by, look)


@app.command("conduct")
def conduct(who: Who, by: By) -> None:
    """Print what was ruled about somebody, and accounts that may be his too."""

    async def look(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        print_lines([await desk.moderation.file(desk.by, account)])

    at_desk(by, look)


@app.command("warn")
def warn(who: Who, by: By, why: Why) -> None:
    """Warn somebody."""
    _rule("warning", (who, by, why))


@app.command("mute")
def mute(who: Who, by: By, why: Why, hours: Hours = None) -> None:
    """Let somebody write no more, for an hour to thirty days."""
    _rule("mute", (who, by, why), hours)


@app.command("ban")
def ban(
    who: Who,
    by: By,
    why: Why,
    hours: Hours = None,
    grave: Annotated[
        bool, typer.Option("--grave", help="Threats, fraud: no mute is needed before it.")
    ] = False,
) -> None:
    """Let somebody play no more, for so many hours or for ever; open tables of his are closed."""
    _rule("ban", (who, by, why), hours, grave=grave)


@app.command("unmute")
def unmute(who: Who, by: By, why: Why) -> None:
    """Let somebody write again."""
    _release("mute", (who, by, why))


@app.command("unban")
def unban(who: Who, by: By, why: Why) -> None:
    """Let somebody play again."""
    _release("ban", (who, by, why))


@app.command("delete")
def delete(who: Who, by: By, why: Why) -> None:
    """Close the account of somebody whom a ban without an end keeps out; there is no way back."""

    async def do(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        await desk.moderation.delete(desk.by, account, why)
        typer.echo("deleted")

    at_desk(by, do)


def _rule(
    kind: str, deed: tuple[str, str, str], hours: int | None = None, *, grave: bool = False
) -> None:
    from server.chat.moderation import LONGEST_BAN, Ruling
    from server.storage.sanctions import SanctionKind

    who, by, why = deed
    if hours is not None and hours > LONGEST_BAN:
        raise typer.BadParameter(f"at most {LONGEST_BAN}", param_hint="--hours")

    async def do(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        ruling = Ruling(
            account=account, kind=SanctionKind(kind), why=why, hours=hours, grave=grave
        )
        print_lines([await desk.moderation.rule(desk.by, ruling)])

    at_desk(by, do)


def _release(kind: str, deed: tuple[str, str, str]) -> None:
    from server.storage.sanctions import SanctionKind

    who, by, why = deed

    async def do(desk: Desk) -> None:
        account = await desk.office.one(desk.by, who)
        count = await desk.moderation.release(desk.by, account, SanctionKind(kind), why)
        typer.echo(f"{count} taken back")

    at_desk(by, do)
