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

_NULL_SAYS = frozenset({"clock", "cube_cap"})
"""Keys whose null is a choice: without it."""

T = TypeVar("T")
Open: TypeAlias = T | UnsetType


class ConventionsAsked(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The keys of section 12, each of which may be left open; `rules` or a `preset` is needed.

    What is named goes before what the preset says. `clock` is a preset's name or the figures.
    Null is taken back where an agreement gives it out: a key that does not apply is left open, no
    `clock` is none, no `cube_cap` is no limit.
    """

    preset: Open[str] = UNSET
    rules: Open[RuleName] = UNSET
    form: Open[Form] = UNSET
    length: Open[int | None] = UNSET
    unit: Open[Unit | None] = UNSET
    until: Open[SessionEnd | None] = UNSET
    difference: Open[int | None] = UNSET
    session_limit: Open[Millis | None] = UNSET
    cube: Open[CubeKind] = UNSET
    cube_cap: Open[int | None] = UNSET
    linear_max: Open[int | None] = UNSET
    crawford: Open[bool] = UNSET
    jacoby: Open[bool] = UNSET
    beaver: Open[bool] = UNSET
    automatic_doubles: Open[int] = UNSET
    dead_cube: Open[DeadCube] = UNSET
    gammons: Open[bool] = UNSET
    backgammons: Open[bool] = UNSET
    gammons_pay: Open[bool] = UNSET
    extra_checker: Open[ExtraChecker | None] = UNSET
    hitting: Open[Hitting | None] = UNSET
    first_turn_heads: Open[FirstTurnHeads | None] = UNSET
    prime_check: Open[PrimeCheck | None] = UNSET
    prime_condition: Open[PrimeCondition | None] = UNSET
    bear_off: Open[BearOff | None] = UNSET
    doublets: Open[bool | None] = UNSET
    opening: Open[Opening] = UNSET
    starter: Open[Starter] = UNSET
    cascade_blocked: Open[CascadeBlocked | None] = UNSET
    cascade_head: Open[CascadeHead | None] = UNSET
    stake: Open[int] = UNSET
    max_points: Open[int | None] = UNSET
    rated: Open[bool] = UNSET
    show_pips: Open[bool] = UNSET
    spectators: Open[bool] = UNSET
    colour: Open[Colour] = UNSET
    clock: Open[TimeControl | ClockName | None] = UNSET

    def named(self) -> dict[str, object]:
        """Return what was not left open, by key."""
        values = ((key, getattr(self, key)) for key in self.__struct_fields__)
        return {
            key: value
            for key, value in values
            if value is not UNSET and (value is not None or key in _NULL_SAYS)
        }
