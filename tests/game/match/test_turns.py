"""Rolling, playing, passing, and the numbers of decisions (rules, sections 2 to 5)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from game.commands import OfferDouble, PlayCheckers, RollDice, StartMatch, TakeDouble
from game.dice import CommittedDice
from game.endings import Ending
from game.events import CheckersPlayed, Decision, DiceRolled, GameEnded, GameStarted, TurnPassed
from game.match import Context
from game.match.course import Course
from game.match.turns import thrown
from game.refusals import IllegalPlay, NotYourDecision, WrongMoment, WrongTurn
from game.side import Side
from game.vocabulary import DecisionKind, EndCause, Phase
from tests.game.scripted import LONG_START, SHORT_START, Scripted, board

WHITE, BLACK = Side.WHITE, Side.BLACK
SHUT_OUT = board({25: 1, 13: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})


def test_a_roll_opens_the_decision_to_play() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START)

    (event,) = match.do(RollDice(0, 1))

    assert isinstance(event, DiceRolled)
    assert (event.draw, event.dice) == (0, (3, 1))
    assert event.next == Decision(2, WHITE, DecisionKind.PLAY)
    assert len(match.state.legal_plays) == 16


def test_a_play_hands_the_turn_over() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START)
    match.do(RollDice(0, 1))

    (event,) = match.do(PlayCheckers(0, 2, ((8, 5), (6, 5))))

    assert isinstance(event, CheckersPlayed)
    assert event.position.startswith("0000240200")
    assert event.next == Decision(3, BLACK, DecisionKind.ROLL)
    assert match.state.running.dice is None


def test_a_black_play_is_in_blacks_own_numbering() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START, BLACK)
    match.do(RollDice(1, 1))
    match.do(PlayCheckers(1, 2, ((8, 5), (6, 5))))

    white, black = match.last(CheckersPlayed).position.split("/")
    assert white == SHORT_START.split("/")[0]
    assert black.startswith("0000240200")


def test_what_is_decided_comes_with_the_match_that_its_events_fold_to() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START)
    before = match.state

    decided = before.decided(RollDice(0, 1), match.context())
    events = match.do(RollDice(0, 1))

    assert decided.events == events
    assert decided.state == match.state
    assert decided.state.hash() == match.state.hash() != before.hash()


def test_an_illegal_play_is_refused_with_its_rule_and_a_legal_one() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START)
    match.do(RollDice(0, 1))

    refused = match.refusal(PlayCheckers(0, 2, ((8, 5),)))

    assert isinstance(refused, IllegalPlay)
    assert (refused.reason, refused.rule) == ("more_dice", "2.2")
    match.do(PlayCheckers(0, 2, refused.example))


def test_no_legal_step_passes_the_turn_in_the_same_commit() -> None:
    match = Scripted((6, 5), rules="short").stand(SHUT_OUT)

    rolled, passed = match.wait(3).do(RollDice(0, 1))

    assert isinstance(rolled, DiceRolled)
    assert rolled.next is None
    assert isinstance(passed, TurnPassed)
    assert passed.next == Decision(2, BLACK, DecisionKind.ROLL)
    assert match.face.white == 20_000, "an automatic pass earns no increment"
    assert match.face.delay == 15_000


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (RollDice(0, 2), WrongTurn),
        (RollDice(0, 0), WrongTurn),
        (RollDice(1, 1), NotYourDecision),
        (OfferDouble(1, 1), NotYourDecision),
        (PlayCheckers(0, 1, ()), WrongMoment),
        (TakeDouble(0, 1), WrongMoment),
    ],
)
def test_a_command_at_the_wrong_time_has_its_own_refusal(
    command: RollDice | OfferDouble | PlayCheckers | TakeDouble, refusal: type[Exception]
) -> None:
    match = Scripted((3, 1), rules="short", length=5).stand(SHORT_START)

    assert type(match.refusal(command)) is refusal


def test_a_wrong_turn_says_which_is_open() -> None:
    refused = Scripted(rules="short").stand(SHORT_START).refusal(RollDice(0, 7))

    assert isinstance(refused, WrongTurn)
    assert (refused.named, refused.turn) == (7, 1)


def test_rolling_twice_is_refused() -> None:
    match = Scripted((3, 1), rules="short").stand(SHORT_START)
    match.do(RollDice(0, 1))

    assert isinstance(match.refusal(RollDice(0, 2)), WrongMoment)


def test_without_doublets_pairs_are_skipped_and_keep_their_numbers() -> None:
    match = Scripted((4, 4), (1, 1), (6, 2), rules="long", doublets=False).stand(LONG_START)

    match.do(RollDice(0, 1))

    assert match.last(DiceRolled).draw == 2
    assert match.state.next_draw == 3


def test_lf_13_without_doublets_the_fifteen_mixed_throws_are_equally_likely() -> None:
    match = Scripted(rules="long", doublets=False).stand(LONG_START)
    context = Context(match.at, dice=CommittedDice(bytes(32), bytes(16), (b"seed",)))
    counts: Counter[tuple[int, int]] = Counter()
    state, draws = match.state, 100_000
    for _ in range(draws):
        draw, dice = thrown(Course(state, context))
        counts[max(dice), min(dice)] += 1
        state = replace(state, next_draw=draw + 1)

    assert sorted(counts) == [(high, low) for high in range(2, 7) for low in range(1, high)]
    deviation = (draws / 15 * 14 / 15) ** 0.5
    assert all(abs(count - draws / 15) < 4 * deviation for count in counts.values())


def test_the_first_turn_of_each_side_may_take_two_from_the_head() -> None:
    """LF-01: 6-6 from the start is 24/18(2) for both; rules, section 3."""
    match = Scripted((6, 6), (6, 6), rules="long").stand(LONG_START)
    for seat in (0, 1):
        match.do(RollDice(seat, match.turn))
        assert [play.steps for play in match.state.legal_plays] == [((24, 18), (24, 18))]
        match.play_any()


def test_the_exception_is_gone_on_later_turns() -> None:
    match = Scripted((2, 1), (2, 1), (3, 3), rules="long").stand(LONG_START)
    for seat in (0, 1):
        match.do(RollDice(seat, match.turn))
        match.play_any()
    match.do(RollDice(0, match.turn))

    assert all(play.steps.count((24, 21)) <= 1 for play in match.state.legal_plays)


def test_the_second_player_answers_the_starters_first_roll() -> None:
    """LF-07, Pokerbet: after the starter's 2-1, the other's first 5-5 is 24/14(2)."""
    match = Scripted((2, 1), (5, 5), rules="long", first_turn_heads="pokerbet").stand(LONG_START)
    match.do(RollDice(0, match.turn))
    match.play_any()
    match.do(RollDice(1, match.turn))

    assert match.state.legal_plays.dice_used == 4


def test_the_starter_has_nobodys_first_roll_to_answer() -> None:
    match = Scripted((2, 1), (5, 5), rules="long", first_turn_heads="pokerbet")
    match.stand(LONG_START, BLACK)
    match.do(RollDice(1, match.turn))
    match.play_any()
    match.do(RollDice(0, match.turn))

    assert match.state.running.starter is BLACK
    assert match.state.legal_plays.dice_used == 4


@pytest.mark.parametrize(
    ("mover", "seat"), [pytest.param(WHITE, 0, id="white"), pytest.param(BLACK, 1, id="black")]
)
def test_bearing_off_the_last_checker_ends_the_game(mover: Side, seat: int) -> None:
    ours, theirs = {1: 1, 0: 14}, {12: 15}
    position = board(ours, theirs) if mover is WHITE else board(theirs, ours)
    match = Scripted((3, 1), rules="short", form="game").stand(position, mover)
    match.do(RollDice(seat, 1))
    match.play_any()

    ended = match.last(GameEnded)
    assert (ended.winner, ended.ending) == (mover, Ending.GAMMON)
    assert (ended.cause, ended.points, ended.stakes) == (EndCause.BORNE_OFF, 2, 2)
    assert ended.score == ((2, 0) if mover is WHITE else (0, 2))
    assert match.is_in(Phase.OVER)


@pytest.mark.parametrize(
    ("rules", "loser", "points"),
    [
        pytest.param("short", {7: 1, 6: 14}, 2, id="SC-03"),
        pytest.param("short", {19: 1, 6: 14}, 3, id="SC-04"),
        pytest.param("short", {25: 1, 6: 14}, 3, id="SC-06"),
        pytest.param("hypergammon", {25: 1, 6: 2}, 3, id="SC-08"),
        pytest.param("long", {24: 10, 18: 5}, 2, id="SC-09"),
        pytest.param("long", {6: 15}, 2, id="SC-10"),
    ],
)
def test_a_game_is_worth_what_the_loser_left(
    rules: str, loser: dict[int, int], points: int
) -> None:
    checkers = sum(loser.values())
    position = board({1: 1, 0: checkers - 1}, loser)
    match = Scripted((6, 5), rules=rules, form="game").stand(position)
    match.do(RollDice(0, 1))
    match.play_any()

    assert match.last(GameEnded).points == points


def test_the_next_game_of_a_match_begins_in_the_same_commit() -> None:
    position = board({1: 1, 0: 14}, {1: 14, 0: 1})
    match = Scripted((6, 5), (3, 1), rules="short", length=3).stand(position)
    match.do(RollDice(0, 1))
    match.play_any()

    started = match.last(GameStarted)
    assert (started.number, started.position) == (2, SHORT_START)
    assert match.is_in(Phase.PLAYING)
    assert match.turn == 3


@pytest.mark.parametrize(("starter", "expected"), [("alternate", BLACK), ("winner", WHITE)])
def test_a_later_game_is_started_by_who_was_agreed(starter: str, expected: Side) -> None:
    position = board({1: 1, 0: 14}, {1: 14, 0: 1})
    match = Scripted((6, 5), rules="short", length=3, starter=starter).stand(position)
    match.do(RollDice(0, 1))
    match.play_any()

    assert match.state.decision == Decision(3, expected, DecisionKind.ROLL)
    assert match.state.next_draw == 1, "no opening dice are thrown"


def test_game_2_of_nardgammon_begins_with_a_roll_that_may_be_doubled_before() -> None:
    """CU-17: who did not start game 1 starts game 2, and may double before his first roll."""
    position = board({1: 1, 0: 14}, {1: 14, 0: 1})
    match = Scripted((6, 5), rules="nardgammon", length=5).stand(position)
    match.do(RollDice(0, 1))
    match.play_any()

    assert match.state.decision == Decision(3, BLACK, DecisionKind.ROLL)
    assert match.state.may_double
    match.do(OfferDouble(1, 3))


@pytest.mark.parametrize(
    ("extra", "white", "black"),
    [("mirrored", 2, 2), ("independent", 2, 3), ("one_side", 2, None)],
)
def test_short16_draws_the_points_of_the_extra_checkers(
    extra: str, white: int | None, black: int | None
) -> None:
    match = Scripted((3, 1), rules="short16", extra_checker=extra).seeded()
    match.do(StartMatch())

    position = match.state.position
    assert sum(position.mover) == (16 if white else 15)
    assert sum(position.waiter) == (16 if black else 15)
    usual = [0, 0, 0, 0, 0, 0, 5, 0, 3]
    for counts, point in ((position.mover, white), (position.waiter, black)):
        assert list(counts[:9]) == [n + (p == point) for p, n in enumerate(usual)]


def test_one_side_may_be_black() -> None:
    match = Scripted((3, 1), rules="short16", extra_checker="one_side").seeded()
    match.dice.drawn = 1
    match.do(StartMatch())

    assert [sum(match.state.position.mover), sum(match.state.position.waiter)] == [15, 16]


class Meeting:
    """Draws the same physical point for both sides first, then two that do not meet."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        # Places in the list 2…11, 13…16, 18, 20…24: own point 2 is the other's 23.
        self.places = iter([0, 18, 0, 1])

    def pair(self, n: int) -> tuple[int, int]:
        return (3, 1)

    def number(self, label: str, bound: int, n: int = 0) -> int:
        if label != "points":
            return 0
        self.asked.append(n)
        return next(self.places)


def test_independent_extra_checkers_are_drawn_again_while_they_would_meet() -> None:
    match = Scripted(rules="short16", extra_checker="independent").seeded()
    dice = Meeting()
    events = match.state.apply(
        StartMatch(),
        match.context().__class__(match.at, dice=dice, archive=match.context().archive),
    )

    started = next(event for event in events if isinstance(event, GameStarted))
    assert dice.asked == [256, 257, 258, 259]
    assert started.position[:3] == "010"
    assert started.position.split("/")[1][:3] == "001"


def test_without_doublets_the_throw_after_a_pair_is_the_very_next_one() -> None:
    match = Scripted((3, 3), (2, 1), (5, 4), rules="long", doublets=False).stand(LONG_START)
    match.do(RollDice(0, 1))

    rolled = match.last(DiceRolled)
    assert (rolled.draw, rolled.dice) == (1, (2, 1))
