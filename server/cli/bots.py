"""The commands that run bots."""

from functools import partial
from typing import Annotated

import typer

app = typer.Typer(help="Play by chat.", no_args_is_help=True, add_completion=False)


@app.command()
def telegram(
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Unset a webhook that takes the updates.")
    ] = False,
) -> None:
    """Run the Telegram bot by long polling, until Ctrl-C or SIGTERM.

    It ends where somebody else takes the bot's updates.
    """
    from bots.launching import telegram_by_polling
    from server.cli.refusing import told
    from server.config import load
    from server.logs import log_to_stderr
    from server.serving import work

    with told():
        config = load()
        log_to_stderr(readable=config.demo)
        work(config, partial(telegram_by_polling, take_over=take_over))


@app.command()
def vk() -> None:
    """Run the VK community's bot by long poll, until Ctrl-C or SIGTERM."""
    from bots.vk.launching import vk_by_polling
    from server.cli.refusing import told
    from server.config import load
    from server.logs import log_to_stderr
    from server.serving import work

    with told():
        config = load()
        log_to_stderr(readable=config.demo)
        work(config, vk_by_polling)
