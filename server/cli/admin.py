"""Commands of the people who run the service."""

import typer

app = typer.Typer(help="For those who run the service.", no_args_is_help=True)


@app.callback()
def admin() -> None:
    """For those who run the service."""


@app.command()
def settings() -> None:
    """Print the settings of the business, in a form that NARDY_SETTINGS may name."""
    from server.cli.refusing import told
    from server.config import load
    from server.settings import as_toml, load_settings

    with told():
        typer.echo(as_toml(load_settings(load().settings)), nl=False)
