"""`adjudicate`: published, versioned, the same for everybody (rules, section 9)."""

from hashlib import sha256

import pytest

from game.adjudication import VERSION, Verdict, _trials_won, _wins, adjudicate
from game.dice import CommittedDice
from game.options import Hitting
from game.position import Position
from game.rulesets import CRAZY, HYPERGAMMON, LONG, SHORT, RuleSet
from game.steps import BAR
from game.vocabulary import AdjudicationMethod
from tests.game import naive
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
        ({5: 1, 0: 14}, {2: 1, 0: 14}, True),
        ({6: 7, 2: 1, 0: 7}, {6: 7, 2: 1, 0: 7}, True),  # forty and forty-four: a tenth
        ({6: 7, 2: 1, 0: 7}, {6: 7, 1: 1, 0: 7}, None),
        ({6: 7, 3: 1, 0: 7}, {6: 7, 3: 1, 0: 7}, None),  # 41 and 45: hardly less than a tenth
        ({6: 8, 0: 7}, {6: 6, 4: 1, 0: 8}, False),
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


def test_the_same_question_has_the_same_answer_and_the_second_time_at_once() -> None:
    position = Position.parse(board({24: 3, 6: 12}, {20: 2, 6: 13}))
    verdict = judged(position)
    counted = _trials_won.cache_info().misses

    assert judged(position) == verdict
    assert _trials_won.cache_info().misses == counted

    _trials_won.cache_clear()
    assert judged(position) == verdict


@pytest.mark.parametrize("rules", [SHORT, LONG, CRAZY])
def test_a_won_contact_position_is_told_from_either_side(rules: RuleSet) -> None:
    ahead = {13: 1, 3: 3, 2: 11} if rules is SHORT else {13: 1, 3: 2, 2: 5, 1: 7}
    behind = {24: 10, 13: 5} if rules is SHORT else {24: 14, 20: 1}
    position = Position.parse(board(ahead, behind))

    assert judged(position, rules).mover_won is True
    assert judged(position.swapped(), rules).mover_won is False


@pytest.mark.parametrize(
    ("mover", "waiter", "wins", "won"),
    [
        ({15: 1, 0: 2}, {21: 1, 0: 2}, 43, True),
        ({16: 1, 0: 2}, {12: 1, 0: 2}, 42, None),
        ({21: 1, 0: 2}, {15: 1, 0: 2}, 22, None),
        ({24: 1, 0: 2}, {12: 1, 0: 2}, 21, False),
    ],
)
def test_forty_three_wins_tell_and_one_less_does_not(
    mover: dict[int, int], waiter: dict[int, int], wins: int, *, won: bool | None
) -> None:
    verdict = judged(Position.parse(board(mover, waiter)), HYPERGAMMON)

    assert (verdict.mover_wins, verdict.mover_won) == (wins, won)


def test_an_even_contact_position_is_too_close_to_tell() -> None:
    assert judged(Position.start(SHORT)).mover_won is None


SHORT_CONTACT = board({20: 1, 6: 3, 5: 2, 0: 9}, {22: 1, 6: 3, 4: 2, 0: 9})
BAR_CONTACT = board({24: 1, 20: 1, 6: 3, 5: 2, 1: 1, 0: 7}, {25: 1, 22: 1, 6: 3, 4: 2, 0: 8})
LONG_CONTACT = board({18: 1, 14: 1, 6: 2, 5: 1, 0: 10}, {19: 1, 13: 1, 6: 2, 5: 1, 0: 10})


@pytest.mark.parametrize(
    ("rules", "position", "wins"),
    [
        (SHORT, SHORT_CONTACT, 41),
        (SHORT, BAR_CONTACT, 33),
        (SHORT.with_options({"hitting": "caucasian"}), SHORT_CONTACT, 40),
        (LONG, LONG_CONTACT, 43),
        (LONG.with_options({"doublets": False}), LONG_CONTACT, 48),
        (CRAZY, LONG_CONTACT, 39),
        (CRAZY, board({19: 3, 4: 3, 0: 9}, {12: 2, 3: 3, 0: 10}), 12),
    ],
)
def test_version_1_counts_the_same_for_ever(rules: RuleSet, position: str, wins: int) -> None:
    assert judged(Position.parse(position), rules).mover_wins == wins


@pytest.mark.parametrize(("rules", "position"), [(SHORT, SHORT_CONTACT), (LONG, LONG_CONTACT)])
def test_whoever_plays_the_trials_as_published_counts_the_same(
    rules: RuleSet, position: str
) -> None:
    start = Position.parse(position)
    won = [_played_out(start, rules, trial) for trial in range(64)]

    assert judged(start, rules).mover_wins == sum(won)


def _played_out(start: Position, rules: RuleSet, trial: int) -> bool:
    """Play a trial from the docstring of `game.adjudication` alone."""
    secret = sha256(str(start).encode()).digest()
    dice = CommittedDice(secret, trial.to_bytes(16, "big"), (b"nardy-adjudication/1",))
    board, movers_turn = naive.board(start), True
    for draw in range(300):
        if _is_race(board, rules):
            break
        first, second = sorted(dice.pair(draw), reverse=True)
        thrown = (first,) * 4 if first == second else (first, second)
        board = _best(board, naive.Question(rules, thrown, heads=1))
        board, movers_turn = naive.Board(board.enemy, board.own), not movers_turn
        if set(board.enemy) == {0}:
            return not movers_turn
    return (sum(board.own) - 4 < sum(board.enemy)) is movers_turn


def _is_race(board: naive.Board, rules: RuleSet) -> bool:
    ahead = set(range(1, max(board.enemy) + 1))
    on_the_bar = BAR in (*board.own, *board.enemy)
    return not on_the_bar and ahead.isdisjoint(map(rules.theirs, range(1, max(board.own) + 1)))


def _best(board: naive.Board, question: naive.Question) -> naive.Board:
    _, ends = naive.legal_sequences(board, question)
    return min(ends.values(), key=lambda end: (-_liking(end, question.rules), end.text()))


def _liking(end: naive.Board, rules: RuleSet) -> int:
    far = sum(19 <= point <= 24 for point in end.own)
    within_reach = range(1, max(end.enemy) + 1)
    hittable = [p for p in range(1, BAR) if rules.theirs(p) in within_reach[:-1]]
    blots = sum(end.own.count(point) == 1 for point in hittable)
    return sum(end.enemy) - far - (0 if rules.hitting is Hitting.NONE else 2 * blots)


def test_a_version_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no adjudication of version 2"):
        adjudicate(Position.start(SHORT), 1, (0, 0), SHORT, VERSION + 1)


def test_a_trial_that_is_not_decided_in_time_goes_by_pips() -> None:
    position = Position.parse(board({24: 15}, {24: 14, 20: 1}))

    assert not _wins(position, LONG, trial=0, longest=0)
    assert _wins(position.swapped(), LONG, trial=0, longest=0)

    level = Position.parse(board({6: 1, 4: 1, 0: 13}, {6: 1, 0: 14}))
    assert not _wins(level, LONG, trial=0, longest=0), "a level race is not won by the mover"
