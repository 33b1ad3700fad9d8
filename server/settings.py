"""The settings of the business: limits, rates and terms that a studio changes without a developer.

They stand in one TOML file, named by `NARDY_SETTINGS`; what it leaves out keeps its default.
`nardy admin settings` prints them all, in a form that may be saved as that file.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_type_hints

import msgspec
from msgspec import Meta, Struct


class Limits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much one account or one address may have or do."""

    open_tables: Annotated[
        int, Meta(ge=1, description="tables that wait for a player, of one account")
    ] = 4
    account_sockets: Annotated[int, Meta(ge=1, description="connections of one account")] = 10
    address_sockets: Annotated[int, Meta(ge=1, description="connections from one address")] = 100
    frames_per_second: Annotated[
        int, Meta(ge=1, description="on one account's connections; twice as many in a burst")
    ] = 20
    new_guests_per_hour: Annotated[int, Meta(ge=0, description="from one address")] = 10
    address_failures_per_hour: Annotated[
        int, Meta(ge=1, description="refused launches from one address, then told to wait")
    ] = 20


class HistoryShown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far back people see their matches; nothing is deleted for it."""

    days: Annotated[int, Meta(ge=1, description="of past matches that a player is shown")] = 30
    vip_days: Annotated[int, Meta(ge=1, description="of past matches, for a VIP")] = 365


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of them, by subject."""

    limits: Limits = Limits()
    history: HistoryShown = HistoryShown()


def load_settings(path: Path) -> Settings:
    """Read the file; raises `ValueError` with the path and what is wrong."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Settings)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error


def as_toml(settings: Settings) -> str:
    """Write the settings as a file that `load_settings` reads, each line with what it means."""
    return "\n".join(_lines(settings)) + "\n"


def _lines(settings: Settings) -> Iterator[str]:
    for subject in settings.__struct_fields__:
        section = getattr(settings, subject)
        yield f"[{subject}]"
        for name, hint in get_type_hints(type(section), include_extras=True).items():
            (meta,) = hint.__metadata__
            yield f"{name} = {json.dumps(getattr(section, name))}  # {meta.description}"
