"""Matches in which something rare happens, each written and read in every format."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from game.commands import (
    AcceptResignation,
    Beaver,
    DropDouble,
    OfferDouble,
    OfferResignation,
    RefuseResignation,
    TakeDouble,
)
from game.endings import Ending
from game.events import AnyEvent, MatchEnded
from game.notation import Language
from game.records import (
    MatchRecord,
    UnreadableRecord,
    checked,
    read_book,
    read_mat,
    read_sgf,
    record,
    write_book,
    write_mat,
    write_sgf,
)
from game.records.record import Resign, ResignAnswer, Turn
from game.records.sgf import GNU_RULES
from game.side import Side
from game.vocabulary import DecisionKind
from tests.game.records.selfplayed import NAMES, kept_by_book, kept_by_mat
from tests.game.selfplay import Habits, SelfPlay, agreed

QUIET = Habits(doubles=0, resigns=0)


class Played:
    """A match that goes its way until a test takes a hand in it."""

    def __init__(self, seed: int = 1, **terms: object) -> None:
        self.player = SelfPlay(agreed(**terms), random.Random(seed), QUIET)
        self.log: list[AnyEvent] = []
        self._commits = self.player.commits()

    def until(self, kind: DecisionKind, turns: int = 3) -> "Played":
        """Play on to a decision of this kind, and so many further turns."""
        while turns or not self.is_to(kind):
            turns -= self.is_to(kind) and turns > 0
            self.log += next(self._commits).events
        return self

    def is_to(self, kind: DecisionKind) -> bool:
        decision = self.player.state.decision
        return decision is not None and decision.kind is kind

    def do(self, command: type, *arguments: object, other: bool = False) -> "Played":
        """Let the side to decide, or the other, do something."""
        decision = self.player.state.decision
        assert decision is not None
        side = decision.side.other if other else decision.side
        seat = self.player.state.seat_of(side)
        self.log += self.player.send(command(seat, decision.turn, *arguments)).events
        return self

    def to_the_end(self) -> "Played":
        for commit in self._commits:
            self.log += commit.events
        return self

    @property
    def record(self) -> MatchRecord:
        return record(self.log, NAMES)


def is_kept(match: MatchRecord) -> None:
    """It is allowed, and comes back from every format that knows its rules."""
    assert checked(match) == match
    assert kept_by_mat(read_mat(write_mat(match))) == kept_by_mat(match)
    for language in Language:
        assert kept_by_book(read_book(write_book(match, language))) == kept_by_book(match)
    if match.conventions.rules in GNU_RULES:
        assert kept_by_mat(read_sgf(write_sgf(match))) == kept_by_mat(match)


def test_an_offer_after_the_roll_is_told_before_it() -> None:
    """So that whoever offers again in the next turn has offered once a turn still."""
    played = Played(rules="short", form="game").until(DecisionKind.PLAY)
    played.do(OfferResignation, Ending.SINGLE).do(RefuseResignation, other=True)
    played.until(DecisionKind.ROLL, turns=0)
    played.do(OfferResignation, Ending.GAMMON, other=True).do(RefuseResignation)

    kinds = [type(act) for act in played.record.games[0].acts[-5:]]

    assert kinds == [Resign, ResignAnswer, Turn, Resign, ResignAnswer]
    is_kept(played.to_the_end().record)


def test_an_accepted_offer_after_the_roll_leaves_the_roll_unplayed() -> None:
    played = Played(rules="short", length=3).until(DecisionKind.PLAY)
    played.do(OfferResignation, Ending.GAMMON).do(AcceptResignation, other=True)

    turn = played.record.games[0].acts[-3]

    assert isinstance(turn, Turn)
    assert turn.moves == ()
    is_kept(played.record)


SESSION: dict[str, Any] = {
    "rules": "short",
    "form": "money",
    "cube": "doubling",
    "beaver": True,
    "difference": 9,
}


def test_a_beaver_that_is_taken() -> None:
    played = Played(**SESSION).until(DecisionKind.ROLL)
    is_kept(played.do(OfferDouble).do(Beaver).do(TakeDouble).record)
    assert " Doubles => 4" in write_mat(played.record)

    is_kept(played.until(DecisionKind.PLAY).record)
    assert " Beavers => 4" in write_mat(played.record)


def test_a_beaver_that_is_dropped_is_written_as_a_double() -> None:
    played = Played(**SESSION).until(DecisionKind.ROLL)
    played.do(OfferDouble).do(Beaver).do(DropDouble).until(DecisionKind.PLAY)

    assert " Doubles => 4" in write_mat(played.record)
    is_kept(played.record)


@pytest.mark.parametrize("ending", Ending)
def test_what_was_resigned_under_jacoby_is_kept_though_it_counts_one(ending: Ending) -> None:
    played = Played(**SESSION, jacoby=True).until(DecisionKind.ROLL)
    played.do(OfferResignation, ending).do(AcceptResignation, other=True)

    ended = read_mat(write_mat(played.record)).games[0].ended

    assert ended is not None
    assert (ended.ending, ended.points) == (ending, 1)
    is_kept(played.record)


def test_a_cube_that_ties_have_turned() -> None:
    seed = next(seed for seed in range(100) if tied(seed).record.games[0].cube == 4)

    is_kept(tied(seed).record)
    told = write_mat(tied(seed).record).replace('; [Opening 1 "', '; [Unknown "')
    assert read_mat(told).games[0].cube == 4


def tied(seed: int) -> Played:
    return Played(seed, **SESSION, automatic_doubles=2).until(DecisionKind.PLAY)


@pytest.mark.parametrize("extra_checker", ["mirrored", "independent", "one_side"])
def test_sixteenth_checkers_stand_again_where_they_stood(extra_checker: str) -> None:
    matches = [
        Played(seed, rules="short16", form="game", extra_checker=extra_checker)
        for seed in range(6)
    ]
    for match in matches:
        is_kept(match.to_the_end().record)


def test_rolls_that_were_skipped_keep_their_places() -> None:
    """Without doublets the places have gaps; a long game's do not fit one header."""
    played = Played(rules="long", form="game", doublets=False).to_the_end().record
    acts = [
        replace(act, draw=7 * number) if isinstance(act, Turn) else act
        for number, act in enumerate(played.games[0].acts * 3)
    ]

    is_kept(played)
    text = write_mat(replace(played, games=(replace(played.games[0], acts=tuple(acts)),)))
    assert text.count('; [Rolls 1 "') > 1
    assert max(map(len, text.splitlines())) < 1_023


def test_a_pair_where_none_are_rolled_is_refused() -> None:
    text = write_mat(Played(rules="long", form="game").until(DecisionKind.PLAY, 20).record)
    assert "doublets=on" in text
    assert any(pair in text for pair in ("11:", "22:", "33:", "44:", "55:", "66:"))

    with pytest.raises(UnreadableRecord, match="cannot have been thrown here"):
        read_mat(text.replace("doublets=on", "doublets=off"))


def test_dice_that_are_not_those_for_the_start_are_refused() -> None:
    text = write_mat(Played(rules="short", form="game").until(DecisionKind.PLAY).record)
    side = "6-5@0" if read_mat(text).games[0].starter is Side.WHITE else "5-6@0"
    assert "65: " not in text.split("  2)")[0]

    with pytest.raises(UnreadableRecord, match="cannot have been thrown here"):
        read_mat(text.replace('; [Rolls 1 "', f'; [Opening 1 "{side}"]\n; [Rolls 1 "'))


def test_another_winner_than_the_games_have_is_refused() -> None:
    match = Played(rules="short", length=1).to_the_end().record
    assert isinstance(match.result, MatchEnded)
    assert match.result.winner is not None
    other = replace(match.result, winner=match.result.winner.other)

    with pytest.raises(UnreadableRecord, match="the match was won by"):
        checked(replace(match, result=other))


@pytest.mark.parametrize("rules", ["short16", "short", "long"])
def test_a_text_that_ends_with_a_game_has_no_game_after_it(rules: str) -> None:
    """The match itself has begun another one by then."""
    match = Played(2, rules=rules, length=5).to_the_end().record
    assert len(match.games) > 1
    without = replace(match, games=match.games[:-1], result=None)

    assert checked(without) == without
    assert kept_by_mat(read_mat(write_mat(without))) == kept_by_mat(without)


def test_a_long_match_of_others_need_not_tell_its_opening() -> None:
    text = """; [Variation "LongGammon"]

 1 point match

 Game 1
 A : 0                         B : 0
  1)                             66: 24/18 24/18
"""
    game = read_mat(text).games[0]

    assert (game.starter, game.opening) == (Side.BLACK, ())


def test_a_record_of_others_is_written_again_without_what_it_never_said() -> None:
    text = " 1 point match\n\n Game 1\n A : 0                         B : 0\n  1) 31: 8/5 6/5\n"
    match = read_mat(text)

    assert (match.match, match.began) == ("", None)
    assert "Rolls" not in write_mat(match)
    is_kept(match)
