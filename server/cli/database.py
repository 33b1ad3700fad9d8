"""Commands about the database."""

import typer


def migrate() -> None:
    """Bring the database to the schema of this release."""
    import asyncio

    from server.cli.refusing import told
    from server.config import load
    from server.opening import migrate as bring

    with told():
        asyncio.run(bring(load()))
    typer.echo("The database has the schema of this release.")
