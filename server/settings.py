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

from game.conventions import Form
from game.rulesets import RuleName
from server.logins.terms import MailTerms
from server.money.terms import (
    BonusTerms,
    CodeLimits,
    LoyaltyTerms,
    ShopTerms,
    StakeTerms,
    VipTerms,
)
from server.purchases.terms import CatalogueTerms
from server.settings_people import Nicks, People, Reminders, Talk, Terms
from server.signs.terms import SignTerms


class Limits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much one account or one address may have or do."""

    tables_at_once: Annotated[
        int, Meta(ge=1, description="of one account: tables that wait and matches that run")
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
    """How far back people see their matches who are no VIPs; nothing is deleted for it."""

    days: Annotated[int, Meta(ge=1, description="of past matches that a player is shown")] = 30


class TableTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What tables are offered here, and on which terms of the house."""

    rules_off: Annotated[
        tuple[RuleName, ...], Meta(description="rule sets that no new match is played by")
    ] = ()
    forms_off: Annotated[
        tuple[Form, ...], Meta(description="of match, game, money: what is not played now")
    ] = ()
    spectator_delay_seconds: Annotated[
        int, Meta(ge=0, description="so late spectators see a match for coins")
    ] = 30
    rematch_minutes: Annotated[
        int, Meta(ge=1, description="after a match, in which it may be played again")
    ] = 5


class QuickGameTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far apart the ratings of two may be who are brought together."""

    window: Annotated[int, Meta(ge=0, description="points of rating, at first")] = 100
    step: Annotated[int, Meta(ge=0, description="points more, again and again")] = 50
    every_seconds: Annotated[int, Meta(ge=1, description="of waiting, for each such step")] = 5


class ConductTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long somebody waits who left, timed out or was absent too long."""

    wait_minutes: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...],
        Meta(min_length=1, description="before the next table, after the first time, the next …"),
    ] = (0, 5, 30, 1440)
    forgiven_after: Annotated[
        int, Meta(ge=1, description="finished matches, by which one step is forgiven")
    ] = 10


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of them, by subject."""

    limits: Limits = Limits()
    mail: MailTerms = MailTerms()
    history: HistoryShown = HistoryShown()
    tables: TableTerms = TableTerms()
    quick_game: QuickGameTerms = QuickGameTerms()
    conduct: ConductTerms = ConductTerms()
    nicks: Nicks = Nicks()
    people: People = People()
    talk: Talk = Talk()
    terms: Terms = Terms()
    reminders: Reminders = Reminders()
    stakes: StakeTerms = StakeTerms()
    vip: VipTerms = VipTerms()
    bonuses: BonusTerms = BonusTerms()
    loyalty: LoyaltyTerms = LoyaltyTerms()
    shop: ShopTerms = ShopTerms()
    codes: CodeLimits = CodeLimits()
    catalogue: CatalogueTerms = CatalogueTerms()
    signs: SignTerms = SignTerms()

    def __post_init__(self) -> None:
        if self.terms.version and self.terms.age < self.stakes.least_age:
            raise ValueError(
                "terms.age is below stakes.least_age: who declares it would never play for coins"
            )


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
            yield f"{name} = {_toml(getattr(section, name))}  # {meta.description}"


def _toml(value: object) -> str:
    """Write a value on one line; a member of a table that is none is left out."""
    match value:
        case Struct():
            members = ((name, getattr(value, name)) for name in value.__struct_fields__)
            told = (f"{name} = {_toml(each)}" for name, each in members if each is not None)
            return "{ " + ", ".join(told) + " }"
        case tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
