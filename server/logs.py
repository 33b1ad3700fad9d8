"""Structured logs on standard error: JSON lines for machines, columns for a person."""

import logging
import sys

import structlog


def log_to_stderr(*, readable: bool) -> None:
    """Set up logging for this process; everything from ``info`` up.

    ``readable``: in columns, if standard error is a terminal.
    """
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer()
        if readable and sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
