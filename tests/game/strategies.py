"""Positions, rule sets and throws for property tests: any that may exist, not only likely ones."""

from hypothesis import assume
from hypothesis import strategies as st

from game import BAR, RULE_SETS, Dice, Position, RuleName, RuleSet
from game.rulesets import OPTIONS
from game.stance import Throw

dice = st.builds(Dice, st.integers(1, 6), st.integers(1, 6))


@st.composite
def rule_sets(draw: st.DrawFn, names: st.SearchStrategy[RuleName] | None = None) -> RuleSet:
    """Draw a rule set with some of the options that it has."""
    rules = RULE_SETS[draw(names or st.sampled_from(RuleName))]
    own = sorted(key for key, option in OPTIONS.items() if rules.name in option.applies_to)
    chosen = draw(st.sets(st.sampled_from(own)))
    return rules.with_options(
        {key: draw(st.sampled_from(OPTIONS[key].values)) for key in sorted(chosen)}
    )


@st.composite
def positions(draw: st.DrawFn, rules: RuleSet) -> Position:
    """Draw a position that may be played under these rules.

    Checkers are dealt to a stretch of the board, so that blocks, bearing off and checkers on the
    bar come up as often as the middle of a game.
    """
    number = rules.checkers + bool(rules.extra_points)
    low, high = draw(st.sampled_from([(0, 6), (0, 8), (1, 12), (1, 24), (13, 24), (19, 25)]))
    mover = _deal(draw, number, [p for p in range(low, high + 1) if _exists(p, rules)])
    free = [p for p in range(26) if _exists(p, rules)]
    waiter = _deal(draw, number, [p for p in free if p in (0, BAR) or not mover[rules.theirs(p)]])
    position = Position(mover, waiter)
    assume(not position.problems(rules))
    return position


@st.composite
def throws(draw: st.DrawFn) -> Throw:
    """Draw a throw under any rules: two dice, a pair, or a stage of a cascade."""
    rules = draw(rule_sets())
    position = draw(positions(rules))
    roll = draw(dice)
    heads = draw(st.integers(1, 2)) if rules.heads else 0
    if rules.cascade and roll.is_doublet:
        stage = (roll.first,) * draw(st.integers(1, 4))
        return Throw(position, stage, draw(st.integers(0, 2)), rules)
    return Throw(position, roll.values, heads, rules)


def _exists(point: int, rules: RuleSet) -> bool:
    return point != BAR or not rules.same_direction


def _deal(draw: st.DrawFn, number: int, points: list[int]) -> bytes:
    counts = bytearray(BAR + 1)
    for point in draw(st.lists(st.sampled_from(points), min_size=number, max_size=number)):
        counts[point] += 1
    return bytes(counts)
