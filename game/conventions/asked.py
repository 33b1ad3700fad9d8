"""What somebody asks to play by: as much or as little as he likes."""

from typing import TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from game.clock import TimeControl
from game.conventions.words import (
    ClockName,
    Colour,
    CubeKind,
    DeadCube,
    ExtraChecker,
    Form,
    SessionEnd,
    Unit,
)
from game.options import (
    BearOff,
    CascadeBlocked,
    CascadeHead,
    FirstTurnHeads,
    Hitting,
    Opening,
    PrimeCheck,
    PrimeCondition,
    Starter,
)
from game.rulesets import RuleName
from game.vocabulary import Millis

T = TypeVar("T")
Open: TypeAlias = T | UnsetType


class ConventionsAsked(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The keys of section 12, each of which may be left open; `rules` or a `preset` is needed.

    What is named goes before what the preset says. `clock` is a preset's name or the figures.
    """

    preset: Open[str] = UNSET
    rules: Open[RuleName] = UNSET
    form: Open[Form] = UNSET
    length: Open[int] = UNSET
    unit: Open[Unit] = UNSET
    until: Open[SessionEnd] = UNSET
    difference: Open[int] = UNSET
    session_limit: Open[Millis] = UNSET
    cube: Open[CubeKind] = UNSET
    cube_cap: Open[int | None] = UNSET
    linear_max: Open[int] = UNSET
    crawford: Open[bool] = UNSET
    jacoby: Open[bool] = UNSET
    beaver: Open[bool] = UNSET
    automatic_doubles: Open[int] = UNSET
    dead_cube: Open[DeadCube] = UNSET
    gammons: Open[bool] = UNSET
    backgammons: Open[bool] = UNSET
    gammons_pay: Open[bool] = UNSET
    extra_checker: Open[ExtraChecker] = UNSET
    hitting: Open[Hitting] = UNSET
    first_turn_heads: Open[FirstTurnHeads] = UNSET
    prime_check: Open[PrimeCheck] = UNSET
    prime_condition: Open[PrimeCondition] = UNSET
    bear_off: Open[BearOff] = UNSET
    doublets: Open[bool] = UNSET
    opening: Open[Opening] = UNSET
    starter: Open[Starter] = UNSET
    cascade_blocked: Open[CascadeBlocked] = UNSET
    cascade_head: Open[CascadeHead] = UNSET
    stake: Open[int] = UNSET
    max_points: Open[int] = UNSET
    rated: Open[bool] = UNSET
    show_pips: Open[bool] = UNSET
    spectators: Open[bool] = UNSET
    colour: Open[Colour] = UNSET
    clock: Open[TimeControl | ClockName] = UNSET

    def named(self) -> dict[str, object]:
        """Return what was not left open, by key."""
        values = ((key, getattr(self, key)) for key in self.__struct_fields__)
        return {key: value for key, value in values if value is not UNSET}
