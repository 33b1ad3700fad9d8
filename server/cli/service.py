"""The command that serves."""

import gc

import typer


def serve() -> None:
    """Serve until Ctrl-C or SIGTERM."""
    gc.disable()  # what is imported stays: a fifth of a start went into looking through it
    from server.cli.refusing import told
    from server.config import load
    from server.logs import log_to_stderr
    from server.serving import serve as run

    with told():
        config = load()
        log_to_stderr(readable=config.demo)
        if config.telegram_webhook_secret is None or config.telegram_token is None or config.demo:
            run(config, _announce)
        else:
            from bots.launching import telegram_by_webhook

            run(config, _announce, telegram_by_webhook)


def _announce(url: str) -> None:
    typer.echo(f"Nardy is served at {url} (Ctrl-C ends it)")
