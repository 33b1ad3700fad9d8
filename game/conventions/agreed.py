"""The agreement of a table: every key of section 12, explicit."""

from functools import cached_property, lru_cache

import msgspec

from game.clock import TimeControl
from game.conventions.words import (
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
from game.rulesets import OPTIONS, RULE_SETS, RuleName, RuleSet
from game.vocabulary import Millis


class Conventions(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What the players of a match have agreed on; `resolve` makes it, and nothing else should.

    A key that does not apply to the form or the rule set is none. Times are milliseconds.
    """

    rules: RuleName
    form: Form
    length: int | None
    """Points or wins of a match, 1 to 25."""
    unit: Unit | None
    until: SessionEnd | None
    difference: int | None
    """The lead in points that ends a money session."""
    session_limit: Millis | None
    """The time after which no game of a money session begins."""
    cube: CubeKind
    cube_cap: int | None
    """The highest value of a doubling cube; none is without one, up to 2**30."""
    linear_max: int | None
    crawford: bool
    jacoby: bool
    beaver: bool
    automatic_doubles: int
    dead_cube: DeadCube
    gammons: bool
    backgammons: bool
    gammons_pay: bool
    """Whether a gammon multiplies what is paid, in a game or a session."""
    extra_checker: ExtraChecker | None
    hitting: Hitting | None
    first_turn_heads: FirstTurnHeads | None
    prime_check: PrimeCheck | None
    prime_condition: PrimeCondition | None
    bear_off: BearOff | None
    doublets: bool | None
    opening: Opening
    starter: Starter
    cascade_blocked: CascadeBlocked | None
    cascade_head: CascadeHead | None
    stake: int
    """Coins: for a match as a whole, else for a point."""
    max_points: int | None
    """The most stakes that one game can move («удвоение партии»); none in a match."""
    rated: bool
    show_pips: bool
    spectators: bool
    colour: Colour
    clock: TimeControl | None

    @cached_property
    def play_rules(self) -> RuleSet:
        """The rule set with the options agreed: what `legal_plays` takes."""
        options = ((key, getattr(self, key)) for key in OPTIONS)
        chosen = tuple((key, value) for key, value in options if value is not None)
        return _play_rules(self.rules, chosen)

    @property
    def hold(self) -> int:
        """Coins that each side must have put aside before a match or a game begins (section 8)."""
        return self.stake * (self.max_points or 1)

    @property
    def largest_ending(self) -> int:
        """The most that the way a game ends can multiply its value by."""
        if not self.gammons or self.unit is Unit.WINS:
            return 1
        return 3 if self.backgammons else 2


@lru_cache(maxsize=256)
def _play_rules(name: RuleName, options: tuple[tuple[str, object], ...]) -> RuleSet:
    return RULE_SETS[name].with_options(dict(options))
