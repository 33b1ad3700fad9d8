"""From the log to the record, and what a record may be asked."""

import random

import pytest
from msgspec.structs import replace

from game.events import CheckersPlayed, GameStarted, MatchEnded, MatchOpened, MatchVoided
from game.ids import GnuMatch, Xgid, read_gnu_position
from game.match import MatchState, fold
from game.notation import Language
from game.records import (
    NothingToRecord,
    UnreadableRecord,
    checked,
    read_book,
    read_mat,
    record,
    write_book,
    write_mat,
)
from game.records.moments import Moment
from game.records.names import LONGEST, written_name
from game.records.state_ids import gnu_ids, gnu_match, xgid
from game.records.terms import UnreadableTerms, read_terms, write_terms
from game.rulesets import RULE_SETS, SHORT, SHORT16, RuleName
from game.side import Side
from game.vocabulary import DecisionKind, EndCause, VoidCause
from tests.game.records.selfplayed import commits, drawn_record, recorded
from tests.game.selfplay import Habits, agreed

BOLD = Habits(doubles=0.3, takes=0.9, beavers=0.6, resigns=0.02)


def test_a_log_without_its_opening_is_no_match() -> None:
    with pytest.raises(NothingToRecord):
        record([])


def test_moves_before_any_roll_are_no_match() -> None:
    played = commits(random.Random(1), rules="long", form="game")
    events = [event for commit in played for event in commit.events]
    kept = [event for event in events if isinstance(event, MatchOpened | GameStarted)]
    moves = next(event for event in events if isinstance(event, CheckersPlayed))

    with pytest.raises(NothingToRecord):
        record([*kept, moves])


def test_players_without_a_name_stand_there_by_their_ids() -> None:
    played = commits(random.Random(1), rules="short", form="game", colour="white")
    events = [event for commit in played for event in commit.events]

    assert record(events).players == ("ann", "bob")
    assert record(events, {"bob": "Boris"}).players == ("ann", "Boris")


def test_a_record_that_the_rules_forbid_is_refused() -> None:
    kept = drawn_record(RuleName.LONG, 3)
    game = replace(kept.games[0], score=(1, 0))

    with pytest.raises(UnreadableRecord, match="the score is 0:0"):
        checked(replace(kept, games=(game,)))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Анна", "Анна"),
        ('a"b[c]d;e\\f', "a'b(c)d,e/f"),
        ("  Anna :\n 7 : 0", "Anna . 7 . 0"),
        ("\u202e\x00\x85", "\u202e"),
        ("", "?"),
        ("x" * 100, "x" * LONGEST),
    ],
)
def test_names_are_written_without_what_a_format_reads_as_its_own(name: str, written: str) -> None:
    assert written_name(name) == written


@pytest.mark.parametrize(
    ("millis", "moment"),
    [
        (0, (1970, 1, 1, 0, 0, 0)),
        (951_782_400_000, (2000, 2, 29, 0, 0, 0)),
        (1_700_000_000_999, (2023, 11, 14, 22, 13, 20)),
        (4_107_542_399_000, (2100, 2, 28, 23, 59, 59)),
        (4_107_542_400_000, (2100, 3, 1, 0, 0, 0)),
        (253_402_300_799_999, (9999, 12, 31, 23, 59, 59)),
    ],
)
def test_moments_are_dates_of_the_calendar(millis: int, moment: tuple[int, ...]) -> None:
    assert Moment.of(millis) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rules",
        "rules=short rules=long",
        "rules=chess",
        "rules=short wings=on",
        "rules=short length=99",
        "rules=short clock=quick",
        "rules=short clock=reserve:-1",
        "rules=short " + "x" * 2_000,
    ],
)
def test_terms_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(UnreadableTerms):
        read_terms(text)


def test_terms_tell_every_key_that_applies() -> None:
    text = write_terms(agreed(rules="long", length=3, clock="none"))

    assert text.startswith("rules=long form=match length=3 unit=points cube=none")
    assert "first_turn_heads=standard" in text
    assert text.endswith("clock=none")


def states(**terms: object) -> list[MatchState]:
    """The states of a match in which something is to be decided."""
    played = commits(random.Random(2), BOLD, **terms)
    return [commit.before for commit in played if commit.before.decision is not None]


@pytest.mark.parametrize("rules", [RuleName.SHORT, RuleName.NACKGAMMON, RuleName.HYPERGAMMON])
@pytest.mark.parametrize("form", ["match", "money"])
def test_ids_of_a_running_game_are_read_back(rules: RuleName, form: str) -> None:
    terms: dict[str, object] = {"length": 5}
    if form == "money":
        terms = {"difference": 4, "beaver": True}
    for state in states(rules=rules, form=form, cube="doubling", **terms):
        position, _, match = gnu_ids(state).partition(":")
        mover = state.running.mover or Side.WHITE
        assert read_gnu_position(position, RULE_SETS[rules]) == state.position_of(mover)
        assert GnuMatch.parse(match) == sorted_dice(gnu_match(state))


def sorted_dice(match: GnuMatch) -> GnuMatch:
    return GnuMatch.parse(str(match))


def test_an_xgid_tells_what_the_decider_sees() -> None:
    seen = set()
    for state in states(
        rules="short16", form="money", cube="doubling", difference=9, beaver=True, jacoby=True
    ):
        assert state.decision is not None
        told = Xgid.parse(xgid(state), SHORT16)
        seen.add(told.dice if told.dice in "DB" else told.dice == "00")
        assert told.position == state.position_of(state.decision.side)
        assert (told.length, told.flags) == (0, 3)
        assert told.cube == state.running.cube.value
        answering = state.decision.kind in {DecisionKind.ANSWER_DOUBLE, DecisionKind.ANSWER_BEAVER}
        assert (told.dice in "DB") is answering

    assert seen == {"D", "B", True, False}


def test_a_game_without_a_cube_says_so() -> None:
    (first, *_) = states(rules="short", form="game")

    assert Xgid.parse(xgid(first), SHORT).cube_limit == 0


def test_ids_of_a_game_that_is_over_are_those_of_its_end() -> None:
    played = commits(random.Random(4), rules="short", form="game")
    final = fold(event for commit in played for event in commit.events)

    assert gnu_match(final).stage.name == "OVER"
    assert xgid(final).startswith("XGID=")


def test_a_voided_match_and_a_level_session_are_written_down() -> None:
    kept = recorded(commits(random.Random(5), rules="long", form="money", difference=1)[:7])
    for result in (
        MatchVoided(VoidCause.SEED_MISSED, (0, 1)),
        MatchVoided(VoidCause.OPERATOR),
        MatchEnded(None, EndCause.AGREEMENT, (0, 0)),
    ):
        ended = replace(kept, result=result)
        assert read_mat(write_mat(ended)).result == result
        for language in Language:
            assert read_book(write_book(ended, language)).result == result
