"""A pair in crazy nardy: stages, the hand-over, and who throws next (rules, section 5)."""

import pytest

from game.cascade import Cascade, Stage
from game.commands import AcceptResignation, OfferResignation, PlayCheckers, RollDice
from game.endings import Ending
from game.events import (
    CheckersPlayed,
    Decision,
    DiceRolled,
    GameEnded,
    ResignationAccepted,
    TurnPassed,
)
from game.side import Side
from game.vocabulary import DecisionKind, EndCause
from tests.game.scripted import LONG_START, Scripted, board

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_cz_07_the_other_side_gets_the_rest_of_the_stage_only() -> None:
    """A: 3/off(2), stops; B gets 2 x three, cannot play, void; A's 4 and 6 do not move."""
    position = board({6: 1, 4: 1, 3: 2, 0: 11}, {5: 3, 2: 1, 0: 11})
    match = Scripted((3, 3), rules="crazy", form="game").stand(position)
    match.do(RollDice(0, 1))
    assert match.last(DiceRolled).next == Decision(
        2, WHITE, DecisionKind.PLAY, Cascade(Stage(3, 4, 2))
    )

    played, passed = match.do(PlayCheckers(0, 2, ((3, 0), (3, 0))))

    assert isinstance(played, CheckersPlayed)
    assert played.stage == 3
    assert played.next is not None
    assert played.next.cascade == Cascade(Stage(3, 2, 1), continued=True)
    assert isinstance(passed, TurnPassed)
    assert (passed.side, passed.stage) == (BLACK, 3)
    assert match.state.decision == Decision(4, BLACK, DecisionKind.ROLL)


def test_cz_09_the_other_side_plays_what_it_can_and_then_throws() -> None:
    """A: 4/off; B continues 3 x four: 4/off(2), third impossible, void."""
    position = board({4: 1, 1: 2, 0: 12}, {6: 1, 4: 2, 3: 1, 0: 11})
    match = Scripted((4, 4), rules="crazy", form="game").stand(position)
    match.do(RollDice(0, 1))
    match.wait(4).do(PlayCheckers(0, 2, ((4, 0),)))
    assert match.state.decision == Decision(
        3, BLACK, DecisionKind.PLAY, Cascade(Stage(4, 3, 1), continued=True)
    )
    assert match.state.running.mover is WHITE
    assert match.face.white == 25_000, "the thrower's part has ended"
    assert match.face.delay == 15_000

    (played,) = match.do(PlayCheckers(1, 3, ((4, 0), (4, 0))))

    assert isinstance(played, CheckersPlayed)
    assert played.next == Decision(4, BLACK, DecisionKind.ROLL)
    assert match.state.running.mover is BLACK


def test_a_pair_that_moves_nothing_is_offered_to_the_other_side_first() -> None:
    """CZ-04's checkers, which a five cannot move: the thrower passes his stage."""
    position = board({6: 1, 4: 1, 3: 1, 1: 1, 0: 11}, {13: 4, 1: 1, 0: 10})
    match = Scripted((5, 5), rules="crazy", form="game").stand(position)

    rolled, passed = match.do(RollDice(0, 1))

    assert isinstance(rolled, DiceRolled)
    assert rolled.next is None
    assert isinstance(passed, TurnPassed)
    assert (passed.side, passed.stage) == (WHITE, 5)
    assert match.state.decision == Decision(
        2, BLACK, DecisionKind.PLAY, Cascade(Stage(5, 4, 1), continued=True)
    )


def test_a_continuation_may_win_the_game() -> None:
    position = board({6: 1, 4: 1, 0: 13}, {3: 2, 0: 13})
    match = Scripted((3, 3), rules="crazy", form="game").stand(position)
    match.do(RollDice(0, 1))

    events = match.do(PlayCheckers(1, match.turn, ((3, 0), (3, 0))))

    assert isinstance(events[0], CheckersPlayed)
    assert (events[0].stage, events[0].next) == (3, None)
    ended = match.last(GameEnded)
    assert (ended.winner, ended.cause) == (BLACK, EndCause.BORNE_OFF)


def test_a_completed_stage_is_followed_by_the_next_value() -> None:
    """The clock runs on within the thrower's part: one increment for all of it."""
    match = Scripted((1, 1), rules="crazy", form="game").stand(board({20: 8, 18: 7}, {24: 15}))
    match.do(RollDice(0, 1))
    match.wait(6).play_any()

    decision = match.state.decision
    assert decision is not None
    assert decision.side is WHITE
    assert decision.cascade is not None
    assert (decision.cascade.stage.value, decision.cascade.stage.steps) == (2, 4)
    assert (match.face.white, match.face.delay) == (20_000, 9_000)


def test_a_part_that_ends_in_a_blocked_stage_earns_for_the_stages_played() -> None:
    """All fives go off and no six can: an automatic pass, after a turn in which the side acted."""
    match = Scripted((5, 5), rules="crazy", form="game")
    match.stand(board({5: 4, 4: 11}, {4: 8, 3: 7})).do(RollDice(0, 1))
    _, *passes = match.wait(3).do(PlayCheckers(0, 2, ((5, 0),) * 4))

    assert [(e.side, e.stage) for e in passes if isinstance(e, TurnPassed)] == [
        (WHITE, 6),
        (BLACK, 6),
    ]
    assert match.state.decision == Decision(5, BLACK, DecisionKind.ROLL)
    assert (match.face.white, match.face.black, match.face.delay) == (25_000, 20_000, 15_000)


@pytest.mark.parametrize(("blocked", "last"), [("void", 5), ("skip", 6)])
def test_a_continuation_earns_once_however_many_stages_are_passed(blocked: str, last: int) -> None:
    """The fours go off, no five can; where that is skipped, the sixes go off too."""
    position = board({6: 1, 3: 2, 0: 12}, {6: 5, 4: 4, 0: 6})
    match = Scripted((4, 4), rules="crazy", form="game", cascade_blocked=blocked)
    match.stand(position).do(RollDice(0, 1))
    match.wait(3).do(PlayCheckers(1, match.turn, ((4, 0),) * 4))
    if blocked == "skip":
        assert match.face.black == 20_000, "its part goes on"
        match.wait(3).do(PlayCheckers(1, match.turn, ((6, 0),) * 4))

    assert [e.stage for e in match.log if isinstance(e, CheckersPlayed | TurnPassed)][-1] == last
    assert match.state.decision is not None
    assert match.state.decision.kind is DecisionKind.ROLL
    assert (match.face.white, match.face.black) == (20_000, 25_000)


def test_who_resigns_in_a_continuation_gives_the_thrower_no_second_increment() -> None:
    position = board({4: 1, 1: 2, 0: 12}, {6: 1, 4: 2, 3: 1, 0: 11})
    match = Scripted((4, 4), rules="crazy", form="game").stand(position)
    match.do(RollDice(0, 1))
    match.do(PlayCheckers(0, 2, ((4, 0),)))
    match.do(OfferResignation(1, 3, Ending.SINGLE))
    match.do(AcceptResignation(0, 3))

    clock = match.last(ResignationAccepted).clock
    assert (clock.white, clock.black) == (25_000, 20_000)


def test_a_mixed_throw_is_a_plain_long_turn() -> None:
    match = Scripted((2, 1), rules="crazy", form="game").stand(LONG_START)
    match.do(RollDice(0, 1))
    match.play_any()

    assert match.last(CheckersPlayed).stage is None
    assert match.state.decision == Decision(3, BLACK, DecisionKind.ROLL)


def test_a_cascade_that_only_passes_ends_in_a_throw() -> None:
    """Neither side can move a five: two passes, then the other side throws."""
    position = board({6: 1, 4: 2, 0: 12}, {6: 1, 4: 2, 0: 12})
    match = Scripted((5, 5), rules="crazy", form="game").stand(position)

    events = match.do(RollDice(0, 1))

    assert [type(event) for event in events] == [DiceRolled, TurnPassed, TurnPassed]
    assert match.state.decision == Decision(3, BLACK, DecisionKind.ROLL)
