"""Legal plays of every rule set and option against a restatement of the rules, and as a whole."""

from itertools import combinations_with_replacement

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import (
    BAR,
    CRAZY,
    LONG,
    SHORT,
    Dice,
    IllegalPlay,
    Play,
    Position,
    Reason,
    RuleSet,
    legal_plays,
)
from game.plays import Plays, judge_throw
from game.stance import Throw
from game.step_graph import Edge
from tests.game import naive
from tests.game.boards import counts, position
from tests.game.strategies import throws

STEP = st.tuples(st.integers(-1, 26), st.integers(-1, 26))


def restated(throw: Throw) -> tuple[int, dict[naive.Sequence, naive.Board]]:
    question = naive.Question(throw.rules, throw.dice, throw.heads)
    return naive.legal_sequences(naive.board(throw.position), question)


@settings(max_examples=80, deadline=None)
@given(throws())
def test_plays_and_prefixes_are_those_of_the_restated_rules(throw: Throw) -> None:
    """Section 2: the dice used, every position reached, and every legal order of steps."""
    dice_used, sequences = restated(throw)

    plays = Plays(throw)

    assert plays.dice_used == dice_used
    if dice_used:
        assert {str(play.position) for play in plays} == {b.text() for b in sequences.values()}
    else:
        assert not plays
    every_prefix = {steps[:n] for steps in sequences for n in range(len(steps) + 1)}
    assert set(plays.graph().prefixes()) == (every_prefix or {()})


@settings(max_examples=50, deadline=None)
@given(throws())
def test_every_play_is_accepted_and_lands_where_promised(throw: Throw) -> None:
    plays = Plays(throw)

    for play in plays:
        assert judge_throw(throw, play.steps) == play.position
        assert plays.judge(play.steps) == play.position
        assert play in plays
        assert plays.at(play.position) == play
    assert len({play.position for play in plays}) == len(plays) == len(list(plays))


@settings(max_examples=300, deadline=None)
@given(throws())
def test_what_is_known_without_a_search_is_what_the_search_finds(throw: Throw) -> None:
    """Whether the turn passes, and what a play leads to, before and after the plays are listed."""
    listed = Plays(throw)

    assert bool(Plays(throw)) == (len(listed) > 0)
    for play in listed:
        assert Plays(throw).judge(play.steps) == listed.judge(play.steps) == play.position


@settings(max_examples=50, deadline=None)
@given(throws(), st.data())
def test_nothing_else_is_accepted(throw: Throw, data: st.DataObject) -> None:
    """Any steps at all are legal exactly if the restated rules know them; else they are refused
    with a reason, its section, and an example that is legal."""
    dice_used, sequences = restated(throw)
    plays = Plays(throw)
    known = st.sampled_from(sorted(sequences)) if sequences else st.just(())
    spoilt = known.flatmap(lambda steps: st.permutations(steps).map(tuple))
    shortened = known.map(lambda steps: steps[:-1])
    steps = tuple(
        data.draw(st.one_of(known, spoilt, shortened, st.lists(STEP, max_size=5).map(tuple)))
    )

    verdict = judge_throw(throw, steps)

    if steps in sequences or (not dice_used and not steps):
        assert isinstance(verdict, Position)
        return
    assert isinstance(verdict, IllegalPlay)
    assert verdict.section == verdict.reason.section
    assert verdict.section in verdict.message
    assert verdict.example in sequences or not dice_used
    assert Play(steps, throw.position) not in plays
    assert verdict == plays.judge(steps)


@settings(max_examples=50, deadline=None)
@given(throws())
def test_checkers_are_conserved(throw: Throw) -> None:
    """No play makes or loses a checker, and what is hit is on the bar."""
    before = throw.position

    for play in Plays(throw):
        after = play.position
        assert sum(after.mover) == sum(before.mover)
        assert sum(after.waiter) == sum(before.waiter)
        assert after.waiter[BAR] >= before.waiter[BAR]
        assert not after.problems(throw.rules) or after.mover_has_won


@settings(max_examples=50, deadline=None)
@given(throws())
def test_a_prefix_can_always_be_played_on(throw: Throw) -> None:
    """The prefixes of a throw are closed: one step less is a prefix, and each leads to a play."""
    plays = Plays(throw)
    graph = plays.graph()
    prefixes = set(graph.prefixes())

    for prefix in prefixes:
        assert prefix[:-1] in prefixes
        following = graph.next_steps(prefix)
        assert all((*prefix, step) in prefixes for step in following)
        if prefix and not following:
            assert isinstance(plays.judge(prefix), Position)


def test_the_reasons_name_sections_of_the_rules() -> None:
    assert {reason.section for reason in Reason} == {"2", "2.1", "2.2", "2.3", "3", "4", "5"}


def test_steps_that_begin_no_play_lead_nowhere() -> None:
    throw = Throw(Position.start(LONG), (6, 2), 1, LONG)

    with pytest.raises(KeyError):
        Plays(throw).graph().next_steps(((13, 11),))


def test_plays_may_be_asked_for_what_they_answer() -> None:
    throw = Throw(Position.start(LONG), (6, 2), 1, LONG)

    plays = Plays(throw)

    assert (plays.before, plays.dice, plays.rules) == (throw.position, (6, 2), LONG)
    assert plays[0] in plays
    assert "24/16" not in plays


def test_at_the_prompt_plays_are_written_down() -> None:
    start = Position.start(LONG)

    assert repr(Plays(Throw(start, (6, 2), 1, LONG))) == "<Plays 24/16>"
    assert repr(Plays(Throw(start, (6,), 0, LONG))) == "<Plays —>"
    assert repr(legal_plays(Position.start(SHORT), Dice(3, 1), SHORT)).endswith(", …>")


EXACT = LONG.with_options({"bear_off": "exact"})
BEARING_OFF = pytest.mark.parametrize(
    "rules", [SHORT, LONG, EXACT, CRAZY], ids=["short", "long", "exact", "crazy"]
)


def wrong_when_bearing_off(rules: RuleSet, checkers: int, waiter: str = "1:15") -> list[str]:
    """Return the rolls at home, with so many checkers left, that are not played by the rules."""
    wrong = []
    for points in combinations_with_replacement(range(1, 7), checkers):
        mover = counts(" ".join(f"{p}:{points.count(p)}" for p in sorted(set(points))))
        before = Position(mover, counts(waiter))
        if before.problems(rules):
            continue
        for high, low in combinations_with_replacement(range(6, 0, -1), 2):
            throw = Throw(before, Dice(high, low).values, 1, rules)
            dice_used, sequences = restated(throw)
            plays = Plays(throw)
            ends = {board.text() for board in sequences.values()} if dice_used else set()
            if (plays.dice_used, {str(play.position) for play in plays}) != (dice_used, ends):
                wrong.append(f"{points} {high}{low}")
    return wrong


@BEARING_OFF
@pytest.mark.parametrize("checkers", [1, 2, 3])
def test_few_checkers_are_borne_off_by_the_rules(rules: RuleSet, checkers: int) -> None:
    """Every position with one to three checkers left, every roll."""
    assert wrong_when_bearing_off(rules, checkers) == []


@pytest.mark.parametrize("checkers", [1, 2, 3])
@pytest.mark.parametrize("waiter", ["24:2 1:13", "24:2 22:2 1:11", "23:2 21:1 1:12"])
def test_checkers_are_borne_off_past_closed_points(waiter: str, checkers: int) -> None:
    assert wrong_when_bearing_off(SHORT, checkers, waiter) == []


def test_nothing_lower_goes_off_while_a_higher_checker_is_stopped() -> None:
    """The four is closed to the checker on 5, and so to the one on 3."""
    plays = legal_plays(position("5:2 3:1", "24:2 1:13"), Dice(6, 4), SHORT)

    assert (plays.dice_used, [play.steps for play in plays]) == (1, [((5, 0),)])


def test_who_hits_while_entering_leaves_the_other_checker_on_the_bar() -> None:
    plays = legal_plays(position("bar:2 13:13", "5:1 6:14"), Dice(6, 5), SHORT)

    assert plays.dice_used == 1
    assert plays[0].position == position("bar:1 20:1 13:13", "bar:1 6:14")


def test_an_edge_of_the_graph_is_three_numbers_in_json() -> None:
    assert msgspec.json.encode(Edge(24, 18, 1)) == b"[24,18,1]"


@pytest.mark.soak
@BEARING_OFF
@pytest.mark.parametrize("checkers", [4, 5, 6])
def test_more_checkers_are_borne_off_by_the_rules(rules: RuleSet, checkers: int) -> None:
    """Every position with four to six checkers left, every roll."""
    assert wrong_when_bearing_off(rules, checkers) == []
