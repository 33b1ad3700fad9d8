"""SGF: the tree as a text, what is read of it, what is refused."""

import pytest
from msgspec.structs import replace

from game.endings import Ending
from game.records import NoSgf, UnreadableRecord, read_sgf, write_sgf
from game.records.record import Beaver, Double, Take, Turn
from game.records.sgf_tree import read_trees
from game.rulesets import RuleName
from game.side import Side
from tests.game.records.selfplayed import drawn_record

ROOT = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Boris]RU[Crawford]"
MONEY = "(;GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Anna]PB[Boris]"


def test_moves_are_letters_from_whites_side() -> None:
    kept = read_sgf(ROOT + ";B[31qtst];W[64xrrn];B[21lnst])")

    turns = [act for act in kept.games[0].acts if isinstance(act, Turn)]
    assert [(turn.side, turn.moves[0].steps) for turn in turns] == [
        (Side.BLACK, ((8, 5), (6, 5))),
        (Side.WHITE, ((24, 18), (18, 14))),
        (Side.BLACK, ((13, 11), (6, 5))),
    ]


def test_a_second_double_is_a_beaver() -> None:
    kept = read_sgf(MONEY + ";B[31qtst];W[double];B[double];W[take];W[55mhmhhchc])")

    assert [type(act) for act in kept.games[0].acts] == [Turn, Double, Beaver, Take, Turn]


def test_a_roll_without_a_move_is_set_up() -> None:
    kept = read_sgf(ROOT + "RE[B+2R];B[31qtst];PL[W]DI[64])")

    game = kept.games[0]
    assert isinstance(game.acts[1], Turn)
    assert game.acts[1].moves == ()
    assert game.ended is not None
    assert (game.ended.winner, game.ended.ending) == (Side.BLACK, Ending.GAMMON)


def test_comments_and_variations_are_passed_over() -> None:
    text = ROOT + "C[a \\] b](;B[31qtst](;W[64xrrn])(;W[64xrxt];B[11]))(;B[42];W[double]))"

    assert len(read_sgf(text).games[0].acts) == 2


def test_what_stands_around_the_trees_is_nothing() -> None:
    (tree,) = read_trees("a mail\n\n(;FF[4] GM [6]\nC[one][two]) and its end")

    assert tree[0].line == 3
    assert tree[0].properties == {"FF": ["4"], "GM": ["6"], "C": ["one", "two"]}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 0, "no game tree"),
        ("(;GM[1])", 1, "no game of backgammon"),
        (ROOT, 1, "ends within a tree"),
        ("(" * 1_000_000, 1, "trees within trees"),
        (ROOT + ";B[31", 1, "ends within a tree"),
        (ROOT + "7)", 1, "no tree goes on"),
        ("\n(;GM[6]RU[Hypergammon1];B[31])", 2, "Hypergammon1"),
        (ROOT + "\n;B[hello])", 2, "nobody can read the move"),
        (ROOT + "\n;B[31tqst])", 2, "no checker goes so"),
        (ROOT + "\n;B[31qtqt])", 2, "is not legal"),
        (ROOT + "\n;AE[aa])", 2, "set up by hand"),
        (ROOT + ";B[31qtst]\n;W[take])", 2, "white"),
        (ROOT.replace("ws:0", "ws:1") + ";B[31qtst])", 1, "the score is 0:0"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read_sgf(text)

    assert message in str(refused.value)
    assert refused.value.line == line


def test_a_match_before_its_first_game_is_a_tree_without_one() -> None:
    kept = replace(drawn_record(RuleName.SHORT, 1), games=(), result=None)

    assert read_sgf(write_sgf(kept)) == kept


def test_rule_sets_that_it_does_not_know_have_none() -> None:
    with pytest.raises(NoSgf, match="long"):
        write_sgf(drawn_record(RuleName.LONG, 1))


@pytest.mark.parametrize("points", ["40", "9" * 24])
def test_a_match_that_is_too_long_for_ours_is_named(points: str) -> None:
    text = ROOT.replace("length:3", f"length:{points}") + ";B[31qtst])"
    with pytest.raises(UnreadableRecord, match=f"line 1: length is 1 to 25, not {points}"):
        read_sgf(text)
