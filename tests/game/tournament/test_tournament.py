"""A tournament from its announcement to its places, rule by rule."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import msgspec
import pytest

from game.tournament import (
    AnyTournamentEvent,
    Cancel,
    CancelCause,
    Come,
    Context,
    DecisionCause,
    Entrant,
    Register,
    ReportResult,
    ReportVoid,
    Ring,
    System,
    TournamentPhase,
    TournamentRefused,
    TournamentTerms,
    Withdraw,
)
from game.tournament.commands import AnyTournamentCommand
from game.tournament.events import (
    MeetingBegan,
    MeetingCalledAgain,
    MeetingDecided,
    RoundDrawn,
    TournamentCancelled,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
)
from game.tournament.facts import Meeting
from game.tournament.refusals import (
    AlreadyEntered,
    EnteredTooOften,
    NoSuchMeeting,
    NotCalled,
    NotDue,
    NotEntered,
    RegistrationOver,
    TournamentFull,
    TournamentIsOver,
)
from game.tournament.terms import ENTRIES
from tests.game.tournament.playing import SECRET, START, WAIT, Play, begun, terms

T = TypeVar("T", bound=TournamentEvent)


def of(kind: type[T], events: Sequence[AnyTournamentEvent]) -> list[T]:
    return [each for each in events if isinstance(each, kind)]


# --- registration


def test_people_enter_once_and_while_there_is_room() -> None:
    play = Play(terms(capacity=2))
    play.enter("a", "b")

    assert list(play.state.entrants) == ["a", "b"]
    refused(play, Register("a"), AlreadyEntered)
    refused(play, Register("c"), TournamentFull)


def test_nobody_enters_when_registration_has_closed_or_the_play_has_begun() -> None:
    play = Play(terms(closes_at=START - 10))
    play.enter("a", "b")
    play.at = START - 10
    refused(play, Register("c"), RegistrationOver)

    play.ring()
    refused(play, Register("c"), RegistrationOver)


def test_who_withdraws_before_the_start_was_never_there() -> None:
    play = Play(terms())
    play.enter("a", "b")
    play.do(Withdraw("a"))

    assert list(play.state.entrants) == ["b"]
    refused(play, Withdraw("a"), NotEntered)
    play.enter("a")
    assert list(play.state.entrants) == ["b", "a"]


def test_who_comes_and_goes_does_not_come_for_ever() -> None:
    play = Play(terms())
    for _ in range(ENTRIES):
        play.enter("a")
        play.do(Withdraw("a"))

    refused(play, Register("a"), EnteredTooOften)
    play.enter("b")


def test_it_begins_at_its_time_and_tells_the_secret_that_was_promised() -> None:
    play = Play(terms())
    play.enter("a", "b", "c")
    refused(play, Ring(), NotDue)
    started, drawn = play.ring()

    assert started == TournamentStarted(SECRET, START)
    assert hashlib.sha256(bytes.fromhex(SECRET)).hexdigest() == play.state.lot
    assert isinstance(drawn, RoundDrawn)
    assert (drawn.number, drawn.deadline) == (1, START + WAIT)
    assert play.state.phase is TournamentPhase.PLAYING


def test_too_few_are_no_tournament() -> None:
    play = Play(terms(least=3))
    play.enter("a", "b")

    assert play.ring() == (TournamentCancelled(CancelCause.TOO_FEW, START),)
    assert play.state.due() is None
    refused(play, Register("c"), TournamentIsOver)


def test_sit_and_go_begins_with_its_last_place() -> None:
    play = Play(TournamentTerms(system=System.KNOCKOUT, capacity=4))
    play.enter("a", "b", "c")
    assert play.state.due() is None
    events = play.do(Register("d"))

    assert len(of(TournamentStarted, events)) == 1
    assert len(play.meetings()) == 2


def test_sit_and_go_that_does_not_fill_lapses() -> None:
    play = Play(TournamentTerms(system=System.SWISS, capacity=4, closes_at=START))
    play.enter("a", "b", "c")

    assert play.ring() == (TournamentCancelled(CancelCause.TOO_FEW, START),)


@pytest.mark.parametrize(
    "wrong",
    [
        {"least": 5},
        {"starts_at": START, "closes_at": START + 1},
    ],
)
def test_terms_that_cannot_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="the"):
        TournamentTerms(system=System.SWISS, capacity=4, **wrong)


def test_without_a_tournament_to_come_nothing_falls_due() -> None:
    refused(Play(TournamentTerms(system=System.SWISS, capacity=2)), Ring(), NotDue)


# --- a round


def test_when_both_have_come_their_match_begins() -> None:
    play = begun("a", "b")
    assert play.state.called("a") is not None
    assert of(MeetingBegan, play.do(Come("a"), "m")) == []
    refused(play, Come("a"), NotCalled)

    assert of(MeetingBegan, play.do(Come("b"), "m")) == [MeetingBegan(0, "m", START)]
    assert play.state.due() is None
    refused(play, Come("b"), NotCalled)
    refused(play, Ring(), NotDue)


def test_who_has_not_come_in_time_has_lost() -> None:
    play = begun("a", "b")
    play.do(Come("b"))
    events = play.ring()

    assert of(MeetingDecided, events) == [
        MeetingDecided(0, "b", DecisionCause.FORFEIT, START + WAIT)
    ]
    refused(play, Come("c"), NotCalled)


def test_it_is_too_late_to_come_once_the_wait_is_over() -> None:
    play = begun("a", "b")
    play.at = START + WAIT

    refused(play, Come("b"), NotCalled)


def test_when_nobody_comes_both_have_lost() -> None:
    play = begun("a", "b")
    play.ring()
    events = play.ring()

    assert of(TournamentEnded, events)
    assert {each.losses for each in play.state.entrants.values()} == {2}
    assert len(play.state.places) == 2


def test_where_nobody_watched_who_came_the_wait_begins_anew() -> None:
    """As after the service was away for minutes."""
    play = begun("a", "b")
    play.do(Come("b"))
    play.at = START + WAIT + 60_000
    events = play.do(Ring())

    assert events == (MeetingCalledAgain(0, play.at + WAIT, play.at, replay=False),)
    assert play.state.rounds[-1].meetings == (Meeting(play.meetings()[0], play.at + WAIT),)


def test_nobody_loses_for_time_in_which_the_service_was_away() -> None:
    play = begun("a", "b")
    called, play.at = play.at, play.state.due() or 0

    again = play.state.apply(Ring(), Context(play.at, SECRET, away_until=called + 1))
    assert again == (MeetingCalledAgain(0, play.at + WAIT, play.at, replay=False),)
    lost = play.state.apply(Ring(), Context(play.at, SECRET, away_until=called))
    assert lost[0] == MeetingDecided(0, None, DecisionCause.FORFEIT, play.at)


def test_only_the_meetings_that_are_due_are_given_up() -> None:
    play = begun("a", "b", "c", "d")
    play.at += 10
    play.do(ReportVoid(play.seat(0)))
    events = play.ring()

    assert [each.table for each in of(MeetingDecided, events)] == [1]


def test_a_void_match_is_played_again_twice_and_then_lost_by_who_missed_it() -> None:
    play = begun("a", "b")
    for _ in range(2):
        events = play.do(ReportVoid(play.seat(0), ("a",)))
        assert events == (MeetingCalledAgain(0, play.at + WAIT, play.at),)
    events = play.do(ReportVoid(play.seat(0), ("a",)))

    assert events[0] == MeetingDecided(0, "b", DecisionCause.VOID, play.at)


def test_a_match_that_is_void_again_and_again_for_no_fault_is_won_by_nobody() -> None:
    play = begun("a", "b")
    for _ in range(3):
        events = play.do(ReportVoid(play.seat(0)))

    assert events[0] == MeetingDecided(0, None, DecisionCause.VOID, play.at)


def test_a_result_counts_once_and_only_of_who_plays() -> None:
    play = begun("a", "b")
    refused(play, ReportResult("m", "a"), NoSuchMeeting)
    match = play.seat(0)
    refused(play, ReportResult(match, "c"), NoSuchMeeting)
    play.do(ReportResult(match, "a"))

    refused(play, ReportResult(match, "a"), NoSuchMeeting)
    refused(Play(terms()), ReportVoid(match), NoSuchMeeting)
    assert play.state.entrants["a"] == Entrant("a", 1, 0, 0, ("b", "b"), ("b",))


# --- withdrawals


def test_who_withdraws_has_lost_the_meeting_that_is_not_played() -> None:
    play = begun("a", "b", "c", "d")
    (one, other), _ = play.meetings()
    events = play.do(Withdraw(one))

    assert of(MeetingDecided, events)[0].winner == other
    assert of(MeetingDecided, events)[0].cause is DecisionCause.WITHDRAWN
    assert play.state.entrants[one].out == 1
    refused(play, Withdraw(one), NotEntered)


def test_who_withdraws_while_he_plays_is_out_after_it_whatever_comes_of_it() -> None:
    play = begun("a", "b", "c", "d")
    (one, other), _ = play.meetings()
    match = play.seat(0)
    assert of(MeetingDecided, play.do(Withdraw(one))) == []
    play.do(ReportResult(match, one))
    play.win(play.meetings()[1][0])

    assert one not in {name for meeting in play.meetings() for name in meeting}
    assert other in {name for meeting in play.meetings() for name in meeting}


def test_when_both_have_withdrawn_from_a_match_that_was_void_nobody_wins_it() -> None:
    play = begun("a", "b", "c", "d")
    (one, other), _ = play.meetings()
    match = play.seat(0)
    play.do(Withdraw(one))
    play.do(Withdraw(other))
    events = play.do(ReportVoid(match))

    decided = MeetingDecided(0, None, DecisionCause.WITHDRAWN, play.at)
    assert of(MeetingDecided, events) == [decided]


def test_when_all_but_one_withdraw_the_last_has_won() -> None:
    play = begun("a", "b", "c")
    play.do(Withdraw("a"))
    play.do(Withdraw("b"))

    assert play.state.phase is TournamentPhase.OVER
    assert play.state.places[0] == "c"


# --- the course of a whole tournament


def test_two_play_until_one_has_lost_twice() -> None:
    play = begun("a", "b")
    play.win("a")
    play.win("b")
    assert play.state.phase is TournamentPhase.PLAYING
    play.win("b")

    assert play.state.places == ("b", "a")
    assert play.state.due() is None


def test_nobody_has_a_second_bye_while_another_has_had_none() -> None:
    play = begun("a", "b", "c")
    for _ in range(2):
        play.win(play.meetings()[0][0])

    assert sorted(each.byes for each in play.state.entrants.values()) in ([0, 1, 1], [1, 1, 1])


def test_it_can_be_broken_off_and_then_nobody_has_a_place() -> None:
    play = begun("a", "b")
    play.do(Cancel())

    assert play.state.phase is TournamentPhase.CANCELLED
    assert play.state.places == ()
    refused(play, Come("a"), TournamentIsOver)
    assert play.state.called("a") is None


# --- the log


def test_the_log_is_json_and_folds_again() -> None:
    play = begun("a", "b", "c")
    play.win(play.meetings()[0][0])
    written = msgspec.json.encode(play.log)

    read = msgspec.json.decode(written, type=list[AnyTournamentEvent])
    assert read == play.log
    commands = [Register("a"), Come("a"), ReportVoid("m")]
    again = msgspec.json.decode(msgspec.json.encode(commands), type=list[AnyTournamentCommand])
    assert again == commands


def test_a_repeat_of_the_same_command_is_refused_and_changes_nothing() -> None:
    play = begun("a", "b")
    before = play.state
    refused(play, Withdraw("stranger"), NotEntered)

    assert play.state == before


def refused(play: Play, command: AnyTournamentCommand, refusal: type[TournamentRefused]) -> None:
    with pytest.raises(refusal) as caught:
        play.state.apply(command, Context(play.at, SECRET, "m"))
    assert caught.value.code == refusal.code
