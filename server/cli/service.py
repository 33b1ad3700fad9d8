"""The command that serves."""

import gc

import typer


def serve() -> None:
    """Serve until Ctrl-C or SIGTERM."""
    gc.disable()  # what is imported stays: a fifth of a start went into looking through it
    from server.cli.refusing import told
    from server.config import load
    from server.logs import log_to_stderr
    from server.serving import nothing
    from server.serving import serve as run

    with told():
        config = load()
        log_to_stderr(readable=config.demo)
        # Bots cost a second of imports, which few services need.
        if config.telegram_webhook_secret or config.vk_callback_secret:
            from bots.beside import called, is_called

            run(config, _announce, called if is_called(config) else nothing)
        else:
            run(config, _announce)


def _announce(url: str) -> None:
    typer.echo(f"Nardy is served at {url} (Ctrl-C ends it)")
