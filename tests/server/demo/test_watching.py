"""What the terminal shows of a match: words for every event, a board that fits into 80 x 24."""

import io
import re
from collections.abc import Iterator

import pytest

from game.events import CheckersPlayed, DiceRolled, GameEnded
from game.match import MatchState
from game.side import Side
from server.demo.board import WIDTH, board
from server.demo.screen import BoardScreen, PlainScreen
from server.demo.wire import Commit, Push
from server.demo.witness import FoldsDiffer, Told, Witness
from server.demo.words import Speaker
from server.records.log import MatchLog
from tests.server.records.played import MATCH, played

SPEAKER = Speaker(("Anna", "Tigran"))


def pushes(log: MatchLog) -> Iterator[Push]:
    for each in log.commits:
        commit = Commit(each.at, each.actor, each.command_id, each.events, each.hash)
        yield Push(f"match:{log.match}", each.seq, commit)


def seen(**asked: object) -> list[Told]:
    witness = Witness(str(MATCH))
    return [told for push in pushes(played(**asked).log) for told in witness.saw(push)]


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def test_a_witness_keeps_the_log_that_it_saw() -> None:
    match = played()
    witness = Witness(str(MATCH))
    for push in pushes(match.log):
        list(witness.saw(push))
    assert witness.log(match.revealed) == match.log


def test_a_witness_notices_a_state_that_is_not_that_of_the_log() -> None:
    witness = Witness(str(MATCH))
    push = next(pushes(played().log))
    wrong = Push(push.topic, 0, Commit(0, None, "c", push.commit.events, "00" * 32))
    with pytest.raises(FoldsDiffer, match="commit 0"):
        list(witness.saw(wrong))


def test_every_turn_has_its_line() -> None:
    told = seen(rules="short")
    for each in told:
        line = SPEAKER.line(each)
        if isinstance(each.event, CheckersPlayed):
            name = ("Anna", "Tigran")[each.after.seat_of(each.event.side)]
            assert line is not None
            assert re.fullmatch(rf"{name} +[1-6]{{2}}: \S.*", line)
        elif isinstance(each.event, GameEnded):
            assert line is not None
            assert re.search(r" wins a \w+ for \d points? \(borne off\); Anna \d : \d T", line)


@pytest.mark.parametrize("rules", ["short", "long", "short16", "crazy"])
def test_the_board_always_fits(rules: str) -> None:
    for told in seen(rules=rules):
        if told.after.game is None:
            continue
        drawn = board(told.after)
        assert len(drawn) == 13
        assert {len(bare(line)) for line in drawn} == {WIDTH}


def test_the_board_shows_every_checker() -> None:
    """Marks, and the numbers that stand for heaps and trays."""
    for told in seen(rules="short")[10:60]:
        marks = "".join(bare(line) for line in board(told.after)[1:6] + board(told.after)[7:12])
        shown = marks.count("●") + sum(extra(told.after))
        assert shown == 30


def extra(state: MatchState) -> Iterator[int]:
    """How many checkers are shown as numbers only."""
    for side in Side:
        counts = state.position_of(side).mover
        yield sum(count - 4 for count in counts[1:25] if count > 5)
        yield sum(count - 1 for count in (counts[0], counts[25]) if count)


def test_the_dice_on_the_board_are_those_that_were_rolled() -> None:
    rolled = [told for told in seen(rules="long") if isinstance(told.event, DiceRolled)]
    for told in rolled:
        assert isinstance(told.event, DiceRolled)
        middle = bare(board(told.after)[6])
        assert [int(die) for die in re.findall(r"[1-6]", middle)] == list(told.event.dice)


def test_a_terminal_is_redrawn_in_place_and_fits_24_lines() -> None:
    out = io.StringIO()
    screen = BoardScreen(out, SPEAKER)
    screen.note("before the first board")
    for told in seen(rules="short"):
        screen.show(told)
    screen.note("after the last")
    frames = re.split(r"\x1b\[\d+F\x1b\[J", out.getvalue())
    assert len(frames) > 100
    assert max(frame.count("\n") for frame in frames[1:]) < 24
    assert max(len(bare(line)) for frame in frames for line in frame.splitlines()) <= 80
    assert frames[-1].rstrip().endswith("after the last\x1b[0m")


def test_where_there_is_no_terminal_there_are_only_lines() -> None:
    out = io.StringIO()
    screen = PlainScreen(out, SPEAKER)
    for told in seen(rules="long"):
        screen.show(told)
    assert "\x1b" not in out.getvalue()
    assert out.getvalue().splitlines()[-1].endswith("wins the match; Anna 0 : 1 Tigran") or (
        out.getvalue().splitlines()[-1].endswith("wins the match; Anna 1 : 0 Tigran")
    )
