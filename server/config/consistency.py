"""What the variables must be together, judged on their text and told with all the rest."""

from collections.abc import Iterator, Mapping
from typing import Final

from server.config import values
from server.config.problems import Problem

TOGETHER: Final = (
    ("VK_APP_ID", "VK_SECRET"),
    ("VK_GROUP_ID", "VK_GROUP_TOKEN"),
    ("VK_CALLBACK_SECRET", "VK_CONFIRMATION"),
    ("OK_APP_ID", "OK_APP_KEY", "OK_SECRET"),
    ("FB_APP_ID", "FB_SECRET"),
    ("TELEGRAM_CLIENT_ID", "TELEGRAM_CLIENT_SECRET"),
)
"""Variables of which one is nothing without the others."""

NEEDS: Final = {"OK_LOGIN": "OK_SECRET", "FB_LOGIN": "FB_SECRET", "SMTP_CA": "SMTP_URL"}
"""Variables that are nothing without another one."""

REAL: Final = (
    "VK_SECRET",
    "VK_SERVICE_TOKEN",
    "VK_GROUP_TOKEN",
    "VK_CALLBACK_SECRET",
    "VK_OK_APPS",
    "OK_SECRET",
    "FB_SECRET",
    "FB_VERIFY_TOKEN",
    "TELEGRAM_TOKEN",
    "TELEGRAM_WEBHOOK_SECRET",
    "SMTP_URL",
    "VK_ID_APP_ID",
    "TELEGRAM_CLIENT_SECRET",
    "OK_LOGIN",
    "FB_LOGIN",
)
"""What only a real platform or mail server gives."""


def inconsistencies(given: Mapping[str, str], *, demo: bool) -> Iterator[Problem]:
    """Find what does not fit together in the texts given, by variable without the prefix."""
    yield from _halves(given)
    yield from _demo(given) if demo else _production(given)
    if given.get("LISTEN", "127.0.0.1:8080") == given.get("OPS_LISTEN", "127.0.0.1:9090"):
        yield Problem("OPS_LISTEN", "must differ from NARDY_LISTEN")


def _halves(given: Mapping[str, str]) -> Iterator[Problem]:
    for group in TOGETHER:
        missing = [name for name in group if name not in given]
        if missing and len(missing) < len(group):
            present = next(name for name in group if name in given)
            yield from (Problem(name, f"is missing beside NARDY_{present}") for name in missing)
    for name, needed in NEEDS.items():
        if name in given and needed not in given:
            yield Problem(needed, f"is missing beside NARDY_{name}")


def _demo(given: Mapping[str, str]) -> Iterator[Problem]:
    for name in REAL:
        if name in given:
            yield Problem(name, "is a real one and has no place in a demo (NARDY_DEMO)")
    for name in ("LISTEN", "OPS_LISTEN"):
        if name in given and not _is_loopback(given[name]):
            yield Problem(name, "must be a loopback address in a demo (NARDY_DEMO)")


def _is_loopback(text: str) -> bool:
    try:
        return values.address(text).is_loopback
    except ValueError:
        return True  # told already, as malformed


def _production(given: Mapping[str, str]) -> Iterator[Problem]:
    for name in ("PUBLIC_URL", "DICE_KEYS"):
        if name not in given:
            yield Problem(name, "is missing (only a demo, NARDY_DEMO=1, goes without)")
    for name in ("PUBLIC_URL", "ORIGINS"):
        if any(part.strip().startswith("http://") for part in given.get(name, "").split(",")):
            yield Problem(name, "must be https (only a demo, NARDY_DEMO=1, goes without)")
