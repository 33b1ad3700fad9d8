"""From what is asked to what is agreed: defaults filled in, contradictions refused by name."""

from typing import Any, TypeVar, cast

import msgspec

from game.clock import TimeControl
from game.conventions.agreed import Conventions
from game.conventions.asked import ConventionsAsked
from game.conventions.clashes import check, usual_cube
from game.conventions.presets import CLOCKS, PRESETS, Preset
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
from game.refusals import ConventionsFault, ConventionsRefused
from game.rulesets import OPTIONS, RULE_SETS, OptionRefused, RuleName, RuleSet, shown

T = TypeVar("T")

_CUBE_CAP = 64
_USUAL_CUBE = 4
"""Up to which value of a doubling cube a table holds stakes, unless it names `max_points`."""


def resolve(asked: ConventionsAsked) -> Conventions:
    """Return the agreement that `asked` comes to, every key explicit.

    Raises ConventionsRefused, naming the keys that clash with each other or the rule set.
    """
    named = _with_preset(asked)
    if "rules" not in named:
        raise ConventionsRefused(
            ("rules",), "a rule set or a preset must be named", ConventionsFault.NEEDED
        )
    rules = _rules(named)
    check(named, rules)
    return _Defaults(named, rules).conventions()


def _with_preset(asked: ConventionsAsked) -> dict[str, object]:
    named = _typed(asked).named()
    preset = named.pop("preset", None)
    if preset is None:
        return named
    if preset not in set(Preset):
        raise ConventionsRefused(
            ("preset",), f"there is no preset {shown(preset)}", ConventionsFault.NO_SUCH_VALUE
        )
    return PRESETS[Preset(str(preset))].named() | named


def _typed(asked: ConventionsAsked) -> ConventionsAsked:
    """Return the same with every value of its type: who types at a prompt writes plain words."""
    plain = msgspec.to_builtins(asked)
    for key, value in plain.items():
        try:
            msgspec.convert({key: value}, ConventionsAsked)
        except msgspec.ValidationError as wrong:
            message = f"{key} cannot be {shown(value)}: {wrong}"
            raise ConventionsRefused((key,), message, ConventionsFault.NO_SUCH_VALUE) from wrong
    return msgspec.convert(plain, ConventionsAsked)


def _rules(named: dict[str, object]) -> RuleSet:
    usual = RULE_SETS[cast("RuleName", named["rules"])]
    options = {key: named[key] for key in OPTIONS if key in named}
    try:
        return usual.with_options(options)
    except OptionRefused as refused:
        wrong_value = refused.code == "bad_option_value"
        fault = ConventionsFault.NO_SUCH_VALUE if wrong_value else ConventionsFault.CLASH
        raise ConventionsRefused((refused.option, "rules"), str(refused), fault) from refused


class _Defaults:
    """Every key: what was named, else what the form and the rule set make usual."""

    def __init__(self, named: dict[str, object], rules: RuleSet) -> None:
        self._named = named
        self._rules = rules
        self.form = self._get("form", Form.MATCH)
        self.in_match = self.form is Form.MATCH
        self.length = self._get("length", 1)
        self.unit = self._get("unit", Unit.POINTS)
        self.cube = self._get("cube", usual_cube(named, rules))
        self.has_cube = self.cube is not CubeKind.NONE
        self.gammons = self._get("gammons", default=True)
        self.backgammons = (
            self.gammons and rules.backgammons and self._get("backgammons", default=True)
        )

    def _get(self, key: str, default: T) -> T:
        # The keys were typed in ConventionsAsked; a table of them by name loses that.
        return cast("T", self._named.get(key, default))

    def conventions(self) -> Conventions:
        """Return the agreement."""
        rules, get = self._rules, self._get
        has_option = {key: rules.name in option.applies_to for key, option in OPTIONS.items()}
        options: dict[str, Any] = {
            key: getattr(rules, key) if has_option[key] else None for key in OPTIONS
        }
        return Conventions(
            rules=rules.name,
            form=self.form,
            length=self.length if self.in_match else None,
            unit=self.unit if self.in_match else None,
            until=self._until() if self.form is Form.MONEY else None,
            difference=get("difference", None),
            session_limit=get("session_limit", None),
            cube=self.cube,
            cube_cap=get("cube_cap", _CUBE_CAP) if self.cube is CubeKind.DOUBLING else None,
            linear_max=get("linear_max", 2) if self.cube is CubeKind.LINEAR else None,
            crawford=get("crawford", default=True) and self.in_match and self.has_cube,
            jacoby=get("jacoby", default=False),
            beaver=get("beaver", default=False),
            automatic_doubles=get("automatic_doubles", 0),
            dead_cube=get("dead_cube", DeadCube.REFUSE),
            gammons=self.gammons,
            backgammons=self.backgammons,
            gammons_pay=get("gammons_pay", default=True),
            extra_checker=self._extra_checker(),
            stake=get("stake", 0),
            max_points=None if self.in_match else get("max_points", self._most_points()),
            rated=get("rated", default=False),
            show_pips=get("show_pips", default=True),
            spectators=get("spectators", default=True),
            colour=get("colour", Colour.DRAWN),
            clock=self._clock(),
            **options,
        )

    def _until(self) -> SessionEnd:
        if "difference" in self._named:
            return SessionEnd.DIFFERENCE
        return SessionEnd.TIME if "session_limit" in self._named else SessionEnd.AGREEMENT

    def _extra_checker(self) -> ExtraChecker | None:
        if not self._rules.extra_points:
            return None
        return self._get("extra_checker", ExtraChecker.MIRRORED)

    def _most_points(self) -> int:
        """Return «удвоение партии» where none is named (section 8 gives that of a linear cube)."""
        pays = self.gammons and self._get("gammons_pay", default=True)
        if self.cube is CubeKind.LINEAR:
            return self._get("linear_max", 2) * (2 if pays else 1)
        largest = (3 if self.backgammons else 2) if pays else 1
        return largest * (_USUAL_CUBE if self.has_cube else 1)

    def _clock(self) -> TimeControl | None:
        clock: TimeControl | ClockName | None = self._get("clock", ClockName.BANK)
        control = CLOCKS[clock] if isinstance(clock, ClockName) else clock
        if control is not None and self.form is Form.MONEY:
            return msgspec.structs.replace(control, per_game=True)
        return control
