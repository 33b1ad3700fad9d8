"""A knockout: its bracket, and the places in it that nobody fills."""

from game.tournament import Come, ReportResult, System, TournamentPhase, Withdraw
from tests.game.tournament.playing import begun


def test_a_knockout_goes_on_with_who_has_won() -> None:
    play = begun("a", "b", "c", "d", "e", system=System.KNOCKOUT)
    assert sorted(map(len, play.meetings())) == [1, 1, 1, 2]
    while play.state.phase is TournamentPhase.PLAYING:
        play.win(min(filter(play.state.called, play.state.entrants)))

    assert play.state.places[0] == "a"
    assert len(play.state.rounds) == 3


def test_a_knockout_passes_over_places_that_nobody_fills() -> None:
    """Both of a half are gone: who is left of the other half has won."""
    play = begun("a", "b", "c", "d", system=System.KNOCKOUT)
    (one, other), rest = play.meetings()
    play.do(Come(rest[0]))
    play.ring()

    assert play.state.places[0] == rest[0]
    assert set(play.state.places[2:]) <= {one, other, rest[1]}


def test_a_winner_who_has_withdrawn_leaves_his_place_empty() -> None:
    play = begun(*"abcdefgh", system=System.KNOCKOUT)
    first = play.meetings()
    match = play.seat(0)
    play.do(Withdraw(first[0][0]))
    play.do(ReportResult(match, first[0][0]))
    for meeting in first[1:]:
        play.win(meeting[0])

    assert play.meetings() == [(first[1][0],), (first[2][0], first[3][0])]


def test_halves_of_a_bracket_that_are_empty_are_passed_over() -> None:
    play = begun(*"abcdefgh", system=System.KNOCKOUT)
    first = play.meetings()
    matches = [play.seat(table) for table in (1, 2)]
    for meeting in (first[1], first[2]):
        play.do(Withdraw(meeting[0]))
    for match, meeting in zip(matches, (first[1], first[2]), strict=True):
        play.do(ReportResult(match, meeting[0]))
    play.win(first[0][0])
    play.win(first[3][0])

    assert play.meetings() == [(first[0][0], first[3][0])]
