"""`adjudicate`: published, versioned, the same for everybody (rules, section 9)."""

import pytest

from game.adjudication import VERSION, Verdict, _wins, adjudicate
from game.position import Position
from game.rulesets import CRAZY, HYPERGAMMON, LONG, SHORT, RuleSet
from game.vocabulary import AdjudicationMethod
from tests.game.scripted import board

PIPS, ROLLOUT = AdjudicationMethod.PIPS, AdjudicationMethod.ROLLOUT


def judged(position: Position, rules: RuleSet = SHORT) -> Verdict:
    return adjudicate(position, 1, (0, 0), rules)


@pytest.mark.parametrize(
    ("mover", "waiter", "won"),
    [
        ({6: 10, 0: 5}, {6: 12, 0: 3}, True),
        ({6: 12, 0: 3}, {6: 8, 0: 7}, False),
        ({6: 10, 0: 5}, {6: 10, 0: 5}, None),
        ({6: 5, 4: 1, 0: 9}, {6: 5, 0: 10}, None),
    ],
)
def test_a_race_goes_by_pips_with_half_a_throw_for_the_side_on_roll(
    mover: dict[int, int], waiter: dict[int, int], *, won: bool | None
) -> None:
    verdict = judged(Position.parse(board(mover, waiter)))

    assert (verdict.method, verdict.mover_won) == (PIPS, won)
    assert (verdict.mover_wins, verdict.trials) == (0, 0)


def test_contact_goes_by_rollouts_with_their_figures_told() -> None:
    verdict = judged(Position.start(HYPERGAMMON), HYPERGAMMON)

    assert verdict.method is ROLLOUT
    assert verdict.trials == 64
    assert (verdict.mover_pips, verdict.waiter_pips) == (69, 69)


def test_the_same_question_has_the_same_answer() -> None:
    position = Position.parse(board({24: 3, 6: 12}, {20: 2, 6: 13}))

    assert judged(position) == judged(position)


@pytest.mark.parametrize("rules", [SHORT, LONG, CRAZY])
def test_a_won_contact_position_is_told_from_either_side(rules: RuleSet) -> None:
    ahead = {13: 1, 3: 3, 2: 11} if rules is SHORT else {13: 1, 3: 2, 2: 5, 1: 7}
    behind = {24: 10, 13: 5} if rules is SHORT else {24: 14, 20: 1}
    position = Position.parse(board(ahead, behind))

    assert judged(position, rules).mover_won is True
    assert judged(position.swapped(), rules).mover_won is False


def test_an_even_contact_position_is_too_close_to_tell() -> None:
    assert judged(Position.start(SHORT)).mover_won is None


def test_without_doublets_the_rollouts_throw_none() -> None:
    position = Position.parse(board({24: 15}, {24: 14, 13: 1}))
    mixed = LONG.with_options({"doublets": False})

    assert judged(position, mixed).trials == 64


def test_a_version_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no adjudication of version 2"):
        adjudicate(Position.start(SHORT), 1, (0, 0), SHORT, VERSION + 1)


def test_a_trial_that_is_not_decided_in_time_goes_by_pips() -> None:
    position = Position.parse(board({24: 15}, {24: 14, 20: 1}))

    assert not _wins(position, LONG, trial=0, longest=0)
    assert _wins(position.swapped(), LONG, trial=0, longest=0)
