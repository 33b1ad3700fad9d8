"""Which conventions make no sense together (rules, section 12).

Each check names the keys that clash: first the one that cannot stand, then what it clashes with.
"""

from collections.abc import Iterator, Mapping

from game.clock import TimeControl
from game.conventions.words import CubeKind, DeadCube, Form, SessionEnd, Unit
from game.refusals import ConventionsFault, ConventionsRefused
from game.rulesets import RuleSet

Named = Mapping[str, object]
Clash = tuple[tuple[str, ...], str]

_MONEY_ONLY = ("until", "difference", "session_limit", "jacoby", "beaver", "automatic_doubles")
_MATCH_ONLY = ("length", "unit", "crawford")
_RANGES = {
    "length": (1, 25),
    "difference": (1, 1_000),
    "session_limit": (60_000, 24 * 3_600_000),
    "linear_max": (2, 6),
    "automatic_doubles": (0, 5),
    "stake": (0, 10**12),
    "max_points": (1, 10_000),
}
_LARGEST_CAP = 2**20
_MEASURES = {SessionEnd.DIFFERENCE: "difference", SessionEnd.TIME: "session_limit"}


def check(named: Named, rules: RuleSet) -> None:
    """Raise ConventionsRefused for the first fault of what was named."""
    _require_in_range(named)
    for keys, message in _clashes(named, rules):
        raise ConventionsRefused(keys, message)
    _require_an_end(named)


def usual_cube(named: Named, rules: RuleSet) -> CubeKind:
    """Return the cube that is played with where none is named."""
    for_points = named.get("form", Form.MATCH) is Form.MATCH and named.get("unit") is not Unit.WINS
    long_enough = named.get("length", 1) != 1
    if for_points and long_enough and rules.cube_in_matches:
        return CubeKind.DOUBLING
    return CubeKind.NONE


def _clashes(named: Named, rules: RuleSet) -> Iterator[Clash]:
    yield from _against_the_form(named)
    yield from _against_the_rules(named, rules)
    yield from _about_the_session(named)
    yield from _about_the_cube(named, rules)
    yield from _about_gammons(named)


def _require_in_range(named: Named) -> None:
    for key, (least, most) in _RANGES.items():
        value = named.get(key)
        if isinstance(value, int) and not least <= value <= most:
            raise ConventionsRefused(
                (key,),
                f"{key} is {least} to {most}, not {value}",
                ConventionsFault.OUT_OF_RANGE,
                (least, most),
            )
    cap = named.get("cube_cap")
    if isinstance(cap, int) and not (2 <= cap <= _LARGEST_CAP and cap.bit_count() == 1):
        raise ConventionsRefused(
            ("cube_cap",),
            f"the cap of the cube is a power of two from 2 to {_LARGEST_CAP}, not {cap}",
            ConventionsFault.NO_POWER_OF_TWO,
            (2, _LARGEST_CAP),
        )


def _against_the_form(named: Named) -> Iterator[Clash]:
    form = named.get("form", Form.MATCH)
    if form is not Form.MONEY:
        for key in _MONEY_ONLY:
            if named.get(key):
                yield (key, "form"), f"{key} belongs to money sessions, and this is a {form}"
    if form is not Form.MATCH:
        for key in _MATCH_ONLY:
            if named.get(key):
                yield (key, "form"), f"{key} belongs to matches, and the form is {form}"
        if named.get("dead_cube") is DeadCube.ALLOW:
            yield ("dead_cube", "form"), "only in a match can a cube be dead"
    elif "max_points" in named:
        yield ("max_points", "form"), "a match is played for one stake, whatever the points"
    clock = named.get("clock")
    if form is Form.MONEY and isinstance(clock, TimeControl) and clock.match_limit is not None:
        yield ("clock", "form"), "a money session has a session_limit, not a match_limit"


def _against_the_rules(named: Named, rules: RuleSet) -> Iterator[Clash]:
    if named.get("cube", CubeKind.NONE) is not CubeKind.NONE and not rules.cube_allowed:
        yield ("cube", "rules"), f"{rules.name} is played without a cube"
    if "extra_checker" in named and not rules.extra_points:
        yield ("extra_checker", "rules"), f"{rules.name} has no extra checker"


def _about_the_session(named: Named) -> Iterator[Clash]:
    if "difference" in named and "session_limit" in named:
        yield ("difference", "session_limit"), "a session ends by a difference or by time"
    until = named.get("until")
    for end, key in _MEASURES.items():
        if until is not None and until is not end and key in named:
            yield ("until", key), f"{key} has no use where the session ends by {until}"


def _require_an_end(named: Named) -> None:
    for end, key in _MEASURES.items():
        if named.get("until") is end and key not in named:
            raise ConventionsRefused(
                ("until", key), f"until {end} needs a {key}", ConventionsFault.NEEDED
            )


def _about_the_cube(named: Named, rules: RuleSet) -> Iterator[Clash]:
    cube = named.get("cube", usual_cube(named, rules))
    if named.get("unit") is Unit.WINS and cube is not CubeKind.NONE:
        yield ("unit", "cube"), "where wins are counted, a cube has nothing to multiply"
    if cube is not CubeKind.DOUBLING:
        for key in ("cube_cap", "beaver", "automatic_doubles"):
            if named.get(key):
                yield (key, "cube"), f"{key} needs a doubling cube"
    if cube is not CubeKind.LINEAR and "linear_max" in named:
        yield ("linear_max", "cube"), "linear_max needs a linear cube"
    if cube is CubeKind.NONE:
        for key in ("crawford", "jacoby"):
            if named.get(key):
                yield (key, "cube"), f"{key} needs a cube"
        if named.get("dead_cube") is DeadCube.ALLOW:
            yield ("dead_cube", "cube"), "there is no cube that could be dead"


def _about_gammons(named: Named) -> Iterator[Clash]:
    if named.get("gammons") is False:
        for key in ("backgammons", "jacoby"):
            if named.get(key):
                yield (key, "gammons"), f"{key} has no meaning where every win counts one"
