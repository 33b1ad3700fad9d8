"""A log is followed by the rules: what was changed in it afterwards is found, with its place."""

from collections.abc import Callable

import msgspec
import pytest

from game.events import (
    AnyEvent,
    CheckersPlayed,
    Decision,
    DiceRolled,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchOpened,
    MatchVoided,
    TurnPassed,
)
from game.match import MatchState
from game.vocabulary import EndCause, VoidCause
from server.records.course import course_faults, end_faults
from server.records.findings import Fault, Finding
from server.records.log import MatchLog
from tests.server.records.played import cut, missed, played, with_commit, with_event

RULES = ["short", "long", "short16", "nackgammon", "hypergammon", "nardgammon", "crazy"]


def replaced(**members: object) -> Callable[[AnyEvent], AnyEvent]:
    def change(event: AnyEvent) -> AnyEvent:
        return msgspec.structs.replace(event, **members)

    return change


def the_place(log: MatchLog) -> tuple[int | None, str]:
    """Where the log was changed, and why."""
    (finding,) = course_faults(log)
    assert finding.fault is Fault.COURSE
    return finding.seq, finding.message.removeprefix("the log was changed here: ")


def hashed_anew(log: MatchLog) -> MatchLog:
    """What a forger does who knows of the hashes: each is that of the state after its commit."""
    state, commits = MatchState.new(), []
    for commit in log.commits:
        for event in commit.events:
            state = state.after(event)
        commits.append(msgspec.structs.replace(commit, hash=state.hash()))
    return msgspec.structs.replace(log, commits=tuple(commits))


@pytest.mark.parametrize("rules", RULES)
def test_a_log_that_nobody_touched_follows(rules: str) -> None:
    log = played(rules=rules).log
    assert [*course_faults(log), *end_faults(log)] == []


def test_a_match_of_several_games_follows() -> None:
    assert list(course_faults(played(form="match", length=3).log)) == []


def test_a_match_that_never_began_follows() -> None:
    assert [*course_faults(missed(0)), *end_faults(missed(0))] == []


def test_a_log_without_its_end_is_not_whole() -> None:
    assert list(end_faults(cut(played().log, 8))) == [
        Finding(Fault.END, "the log stops here, and the match had not ended", 7)
    ]


def test_a_changed_hash_is_found() -> None:
    commits = list(played().log.commits)
    commits[9] = msgspec.structs.replace(commits[9], hash="0" * 64)
    log = msgspec.structs.replace(played().log, commits=tuple(commits))
    assert the_place(log) == (9, "the state after it has another hash")


@pytest.mark.parametrize("rules", RULES)
def test_changed_steps_are_found_though_the_position_is_the_same(rules: str) -> None:
    log, seq = with_event(played(rules=rules).log, CheckersPlayed, replaced(steps=((24, 24),)), 2)
    place, why = the_place(log)
    assert place == seq
    assert why.startswith("the play is not legal: ")


def test_another_position_is_found_though_all_is_hashed_anew() -> None:
    start = next(e for c in played().log.commits for e in c.events if isinstance(e, GameStarted))
    moved = replaced(position=start.position)
    log, seq = with_event(played().log, CheckersPlayed, moved, 1)
    assert the_place(hashed_anew(log)) == (
        seq,
        "the steps do not lead to the position that is told",
    )


def test_a_pass_is_found_where_something_could_be_played() -> None:
    def passed(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, CheckersPlayed)
        return TurnPassed(event.side, event.next, event.clock)

    log, seq = with_event(played().log, CheckersPlayed, passed, 1)
    place, why = the_place(hashed_anew(log))
    assert place == seq
    assert why.startswith("the turn was passed, and ")


def test_the_turn_of_the_other_side_is_found() -> None:
    def stolen(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, DiceRolled)
        return msgspec.structs.replace(event, side=event.side.other)

    log, seq = with_event(played().log, DiceRolled, stolen, 1)
    place, why = the_place(hashed_anew(log))
    assert place == seq
    assert why.endswith(" to roll")


def test_a_cascade_that_was_cut_short_is_found() -> None:
    log = played(rules="crazy").log

    def shorter(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, DiceRolled)
        assert event.next is not None
        following = Decision(event.next.turn, event.next.side, event.next.kind)
        return msgspec.structs.replace(event, next=following)

    doublets = [
        nth
        for nth, event in enumerate(
            e for c in log.commits for e in c.events if isinstance(e, DiceRolled)
        )
        if event.next is not None and event.next.cascade is not None
    ]
    changed, seq = with_event(log, DiceRolled, shorter, doublets[0])
    assert the_place(changed) == (seq, "the cascade does not go on like that")


@pytest.mark.parametrize("dice", [(0, 1), (7, 7), (1, -1)])
def test_dice_that_there_are_not_are_found(dice: tuple[int, int]) -> None:
    log, seq = with_event(played().log, DiceRolled, replaced(dice=dice), 1)
    place, why = the_place(log)
    assert place == seq
    assert why.startswith("dice show 1 to 6")


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("nothing", "a position is two groups"),
        ("0" * 26 + "/" + "0" * 26, "no game begins so: wrong_number"),
    ],
)
def test_a_start_that_there_is_not_is_found(position: str, why: str) -> None:
    log, seq = with_event(played().log, GameStarted, replaced(position=position))
    place, told = the_place(log)
    assert place == seq
    assert told.startswith(why)


def test_a_match_opens_once_and_nothing_follows_its_end() -> None:
    log = played().log
    opening = log.opening
    twice = with_commit(log, 1, (*log.commits[1].events, opening))
    assert the_place(twice) == (1, "the match had been opened")
    last = len(log.commits) - 1
    ended = next(e for e in log.commits[last].events if isinstance(e, MatchEnded))
    longer = with_commit(log, last, (*log.commits[last].events, ended))
    assert the_place(longer) == (last, "the match had ended")


def test_a_game_that_was_never_begun_is_found() -> None:
    log = played().log
    seq = next(c.seq for c in log.commits if any(isinstance(e, GameStarted) for e in c.events))
    kept = tuple(e for e in log.commits[seq].events if not isinstance(e, GameStarted))
    place, why = the_place(with_commit(log, seq, kept))
    assert (place, why) == (seq, "no game has begun yet")


def test_an_opening_with_another_account_is_found() -> None:
    stranger = replaced(players=("a", "b"))
    log, _ = with_event(played().log, MatchOpened, stranger)
    assert list(course_faults(log)) == [], "a hash says nothing of who plays"


def other_winner(event: AnyEvent) -> AnyEvent:
    assert isinstance(event, GameEnded | MatchEnded)
    assert event.winner is not None
    return msgspec.structs.replace(event, winner=event.winner.other)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (other_winner, "the games were won by "),
        (replaced(winner=None), "the games were won by "),
        (replaced(score=(99, 0)), "the games gave "),
        (replaced(stakes=2), "1 stakes change hands for the match, not 2"),
        (replaced(cause=EndCause.LEFT), "the state after it has another hash"),
    ],
)
def test_another_result_of_the_match_is_found(
    change: Callable[[AnyEvent], AnyEvent], why: str
) -> None:
    log, seq = with_event(played(form="match", length=3).log, MatchEnded, change)
    place, told = the_place(log)
    assert place == seq
    assert told.startswith(why)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (other_winner, "the game was won by "),
        (replaced(cause=EndCause.FLAG), "the game did not end by flag"),
        (replaced(points=7), "the game gave "),
        (replaced(stakes=7), "0 stakes change hands for the game, not 7"),
        (replaced(score=(99, 0)), "the games gave "),
    ],
)
def test_another_end_of_a_game_is_found_though_all_is_hashed_anew(
    change: Callable[[AnyEvent], AnyEvent], why: str
) -> None:
    log, seq = with_event(played(form="match", length=3).log, GameEnded, change)
    place, told = the_place(hashed_anew(log))
    assert place == seq
    assert told.startswith(why)


def test_another_cause_of_a_void_match_is_found() -> None:
    log, seq = with_event(missed(0), MatchVoided, replaced(cause=VoidCause.OPERATOR))
    assert the_place(log) == (seq, "the state after it has another hash")
    log, seq = with_event(missed(0), MatchVoided, replaced(seats=(0,)))
    assert the_place(log) == (seq, "the state after it has another hash")
