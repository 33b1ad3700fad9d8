"""The seven rule sets as data (`spec/rules.md`, section 1).

A rule set states differences. The engine asks its fields and never its name; a table that agrees
on other readings plays by another `RuleSet` value, made by `with_options`.
"""

import reprlib
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Self

import msgspec

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
from game.steps import BAR, HEAD, Point


class RuleName(StrEnum):
    """The names of the rule sets, as tables, archives and requests use them."""

    SHORT = "short"
    SHORT16 = "short16"
    NACKGAMMON = "nackgammon"
    HYPERGAMMON = "hypergammon"
    LONG = "long"
    NARDGAMMON = "nardgammon"
    CRAZY = "crazy"


class OptionRefused(ValueError):
    """An option that this rule set does not have, or a value that the option does not have.

    `option` is the key, `code` is `unknown_option`, `option_not_applicable` or `bad_option_value`.
    """

    def __init__(self, code: str, option: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.option = option


def _counts(*heaps: tuple[Point, int]) -> bytes:
    counts = bytearray(BAR + 1)
    for point, checkers in heaps:
        counts[point] = checkers
    return bytes(counts)


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in which one game of nardy differs from another, options included."""

    name: RuleName
    start: bytes
    """26 counts by own point, the same for both sides."""
    same_direction: bool = False
    """Own p is the other's p±12 (long family); otherwise his 25-p."""
    extra_points: tuple[Point, ...] = ()
    """Points on one of which a further checker starts (section 1.1); empty where there is none."""
    opening: Opening = Opening.KEEP
    starter: Starter = Starter.ROLL
    hitting: Hitting = Hitting.INTERNATIONAL
    heads: int = 0
    """Checkers that may leave the head in a turn; 0 where there is no head."""
    first_turn_heads: FirstTurnHeads = FirstTurnHeads.NONE
    prime_check: PrimeCheck = PrimeCheck.NONE
    prime_condition: PrimeCondition = PrimeCondition.PASSED
    bear_off: BearOff = BearOff.STANDARD
    doublets: bool = True
    """Whether pairs are ever thrown."""
    cascade: bool = False
    """A pair is played as a cascade (section 5) instead of four steps."""
    cascade_blocked: CascadeBlocked = CascadeBlocked.VOID
    cascade_head: CascadeHead = CascadeHead.THROW
    backgammons: bool = True
    """Whether a loser far behind loses threefold (section 6)."""
    cube_in_matches: bool = True
    """Whether a match has a doubling cube unless agreed otherwise."""
    cube_allowed: bool = True

    @property
    def checkers(self) -> int:
        """Checkers a side, before any extra one."""
        return sum(self.start)

    def theirs(self, point: Point) -> Point:
        """Return the number that the other side gives to this side's point 1 to 24."""
        if not self.same_direction:
            return BAR - point
        return point + 12 if point <= 12 else point - 12

    def with_options(self, options: Mapping[str, object]) -> Self:
        """Return these rules read as the options say, by key and value of section 12.

        Raises OptionRefused, and only that, whatever it is given.
        """
        readings = {key: _reading(self, key, value) for key, value in options.items()}
        return msgspec.structs.replace(self, **readings)

    def options(self) -> dict[str, StrEnum | bool]:
        """Return the options in which these rules differ from the rule set of their name."""
        usual = RULE_SETS[self.name]
        return {
            key: getattr(self, key) for key in OPTIONS if getattr(self, key) != getattr(usual, key)
        }


_LONG_START = _counts((HEAD, 15))
_SHORT_START = _counts((24, 2), (13, 5), (8, 3), (6, 5))

SHORT = RuleSet(name=RuleName.SHORT, start=_SHORT_START)
SHORT16 = RuleSet(
    name=RuleName.SHORT16,
    start=_SHORT_START,
    extra_points=tuple(p for p in range(1, 25) if not _SHORT_START[25 - p]),
)
NACKGAMMON = RuleSet(
    name=RuleName.NACKGAMMON,
    start=_counts((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
)
HYPERGAMMON = RuleSet(name=RuleName.HYPERGAMMON, start=_counts((24, 1), (23, 1), (22, 1)))
LONG = RuleSet(
    name=RuleName.LONG,
    start=_LONG_START,
    same_direction=True,
    opening=Opening.REROLL,
    hitting=Hitting.NONE,
    heads=1,
    first_turn_heads=FirstTurnHeads.STANDARD,
    prime_check=PrimeCheck.TURN_END,
    backgammons=False,
    cube_in_matches=False,
)
NARDGAMMON = msgspec.structs.replace(
    LONG,
    name=RuleName.NARDGAMMON,
    starter=Starter.ALTERNATE,
    prime_check=PrimeCheck.EVERY_STEP,
    cube_in_matches=True,
)
CRAZY = msgspec.structs.replace(
    LONG,
    name=RuleName.CRAZY,
    bear_off=BearOff.LOCKED,
    cascade=True,
    cube_allowed=False,
)

RULE_SETS: Mapping[RuleName, RuleSet] = MappingProxyType(
    {
        rules.name: rules
        for rules in (SHORT, SHORT16, NACKGAMMON, HYPERGAMMON, LONG, NARDGAMMON, CRAZY)
    }
)
"""Every rule set by its name, with the default of each option."""


class _Option(msgspec.Struct, frozen=True):
    """The values a table may choose, and the rule sets that know the option."""

    values: tuple[StrEnum | bool, ...]
    applies_to: frozenset[RuleName]


_ALL = frozenset(RuleName)
_HIT_IN_HOME = frozenset({RuleName.SHORT, RuleName.SHORT16})
_LONG_FAMILY = frozenset({RuleName.LONG, RuleName.NARDGAMMON, RuleName.CRAZY})
_PAIRS_AS_USUAL = frozenset({RuleName.LONG, RuleName.NARDGAMMON})
_CASCADES = frozenset({RuleName.CRAZY})

OPTIONS: Mapping[str, _Option] = MappingProxyType(
    {
        "hitting": _Option(
            (Hitting.INTERNATIONAL, Hitting.CAUCASIAN, Hitting.FROZEN), _HIT_IN_HOME
        ),
        "first_turn_heads": _Option(tuple(FirstTurnHeads), _LONG_FAMILY),
        "prime_check": _Option((PrimeCheck.TURN_END, PrimeCheck.EVERY_STEP), _LONG_FAMILY),
        "prime_condition": _Option(tuple(PrimeCondition), _LONG_FAMILY),
        "bear_off": _Option((BearOff.STANDARD, BearOff.EXACT), _PAIRS_AS_USUAL),
        "doublets": _Option((True, False), _PAIRS_AS_USUAL),
        "opening": _Option(tuple(Opening), _ALL),
        "starter": _Option(tuple(Starter), _ALL),
        "cascade_blocked": _Option(tuple(CascadeBlocked), _CASCADES),
        "cascade_head": _Option(tuple(CascadeHead), _CASCADES),
    }
)
"""The options of section 12 that are rules of play, with their values and rule sets."""


_SWITCH: Mapping[object, object] = {"on": True, "off": False}


def _reading(rules: RuleSet, key: str, value: object) -> StrEnum | bool:
    option = OPTIONS.get(key)
    if option is None:
        raise OptionRefused("unknown_option", key, f"there is no option {reprlib.repr(key)}")
    if rules.name not in option.applies_to:
        raise OptionRefused(
            "option_not_applicable", key, f"{key} is not an option of {rules.name}"
        )
    for reading in option.values:
        if isinstance(value, bool | str) and reading == _SWITCH.get(value, value):
            return reading
    known = ", ".join(str(reading) for reading in option.values)
    raise OptionRefused("bad_option_value", key, f"{key} is one of {known}, not {shown(value)}")


def shown(value: object) -> str:
    """Return a value as a message may quote it: a word as it is written, and nothing long."""
    if isinstance(value, str):
        return reprlib.repr(str(value))[1:-1]
    return reprlib.repr(value)
