"""Files as other programs write them, each by hand, with what is peculiar about it."""

from pathlib import Path

import pytest

from game.conventions import CubeKind, Form
from game.endings import Ending
from game.records import MatchRecord, UnreadableRecord, read_mat
from game.records.reading import decoded
from game.records.record import Beaver, Double, Drop, Take, Turn
from game.rulesets import RuleName
from game.side import Side
from game.vocabulary import EndCause

FILES = Path(__file__).parents[2] / "data" / "mat"


def read(name: str) -> MatchRecord:
    return read_mat(decoded((FILES / f"{name}.mat").read_bytes()))


def steps(match: MatchRecord, game: int, turn: int) -> tuple[tuple[int, int], ...]:
    turns = [act for act in match.games[game].acts if isinstance(act, Turn)]
    return turns[turn].moves[0].steps


def test_a_first_line_without_a_left_cell_is_the_right_players() -> None:
    match = read("as_gnubg_writes")

    assert match.games[0].starter is Side.BLACK
    assert steps(match, 0, 0) == ((8, 5), (6, 5))


def test_what_is_not_told_is_read_as_programs_of_others_play() -> None:
    agreed = read("as_gnubg_writes").conventions

    assert (agreed.rules, agreed.form, agreed.length) == (RuleName.SHORT, Form.MATCH, 5)
    assert (agreed.cube, agreed.crawford, agreed.clock) == (CubeKind.DOUBLING, True, None)


def test_a_roll_without_moves_is_a_pass_where_nothing_can_be_moved() -> None:
    match = read("as_gnubg_writes")

    passed = match.games[0].acts[5]
    assert isinstance(passed, Turn)
    assert passed.dice == (5, 5)
    assert passed.moves[0].steps == ()


def test_drops_and_scores_are_read() -> None:
    match = read("as_gnubg_writes")

    assert [game.score for game in match.games] == [(0, 0), (2, 0), (3, 0)]
    assert isinstance(match.games[0].acts[-1], Drop)
    assert match.games[1].ended is not None
    assert match.games[1].ended.cause is EndCause.DROPPED
    assert match.games[2].ended is None


def test_moves_may_be_joined_or_counted() -> None:
    """One checker's two steps as `24/14`, with what it hits on the way, and `(2)`."""
    match = read("joined_moves")

    assert steps(match, 0, 0) == ((24, 18), (18, 14))
    assert sorted(steps(match, 0, 2)) == [(8, 5), (13, 10), (13, 10), (24, 21)]
    assert sorted(steps(match, 0, 3)) == [(13, 9), (13, 9), (20, 16), (24, 20)]
    assert steps(match, 0, 5) == ((16, 10), (10, 5))


def test_bar_and_off_may_be_words_or_numbers() -> None:
    match = read("bar_and_off")

    assert match.conventions.rules is RuleName.HYPERGAMMON
    assert steps(match, 0, 11) == ((25, 20), (20, 15), (13, 8), (8, 3))
    assert steps(match, 0, 14) == ((1, 0),)
    assert match.games[0].ended is not None
    assert match.games[0].ended.ending is Ending.BACKGAMMON


def test_cannot_move_is_a_pass() -> None:
    assert steps(read("bar_and_off"), 0, 9) == ()


def test_a_file_from_windows_is_read() -> None:
    """A byte order mark, CR LF, lines without their leading blank, names that are no ASCII."""
    match = read("windows")

    assert match.players == ("Анна", "Boris")
    assert match.games[1].score == (0, 2)


def test_question_marks_are_a_roll_that_was_not_played() -> None:
    game = read("windows").games[0]

    unplayed = game.acts[4]
    assert isinstance(unplayed, Turn)
    assert unplayed.moves == ()
    assert game.ended is not None
    assert game.ended.cause is EndCause.RESIGNED


def test_blanks_and_tabs_and_empty_lines_mean_nothing() -> None:
    match = read("spare_blanks")

    assert match.players == ("Anna", "Boris")
    assert match.conventions.length == 3
    assert [type(act) for act in match.games[0].acts] == [Turn, Turn, Double, Take, Turn, Turn]


def test_a_beaver_need_not_be_said_to_be_taken() -> None:
    match = read("beavers")

    taken = [act for act in match.games[0].acts if isinstance(act, Beaver | Take)]
    assert [(type(act), act.side, act.value) for act in taken] == [
        (Beaver, Side.WHITE, 4),
        (Take, Side.BLACK, 4),
    ]


def test_a_beaver_may_be_said_to_be_taken() -> None:
    acts = read("beavers").games[1].acts

    assert [type(act) for act in acts[2:5]] == [Double, Beaver, Take]


def test_resignations_are_told_by_what_was_won() -> None:
    games = read("resignations").games
    ended = [game.ended for game in games if game.ended is not None]

    assert [(end.winner, end.points, end.ending) for end in ended] == [
        (Side.BLACK, 2, Ending.GAMMON),
        (Side.WHITE, 2, Ending.SINGLE),
        (Side.WHITE, 3, Ending.BACKGAMMON),
    ]
    assert {end.cause for end in ended} == {EndCause.RESIGNED}


def test_players_may_change_columns_between_games() -> None:
    match = read("columns_change_sides")

    assert match.players == ("Anna", "Boris")
    assert match.games[1].score == (0, 1)
    assert match.games[1].starter is Side.WHITE


def test_names_may_look_like_scores_and_games() -> None:
    assert read("names").players == ("Anna: the 2nd", "Game 7")


def test_a_drop_and_a_win_may_stand_in_one_cell() -> None:
    text = GAME + "  1) 31: 8/5 6/5                 64: 24/18 18/14\n  2)  Doubles => 2\n"
    ended = read_mat(f"{text}{'Drops':>40}  Wins 1 point\n").games[0].ended

    assert ended is not None
    assert (ended.winner, ended.cause) == (Side.WHITE, EndCause.DROPPED)


def test_a_number_without_cells_is_nothing() -> None:
    assert read_mat(GAME + "  1)\n  2) 31: 8/5 6/5\n").games[0].starter is Side.WHITE


GAME = """ 3 point match

 Game 1
 Anna : 0                       Boris : 0
"""
DANCE = """  1) 31: 8/5 6/5                 64: 24/18 18/14
  2) 21: 13/11* 6/5              55: 13/8
"""
HEADED = '; [Rules "version=1 rules=short form=match length=3"]\n'

FAULTS = {
    "": (0, "how many points"),
    " 3 point match\n": (0, "no game"),
    " 99 point match\n Game 1\n": (1, "length is 1 to 25"),
    " 3 point match\n 1) 31: 8/5 6/5\n": (2, "begins with its number"),
    GAME + "  1) 31: 8/5 6/4\n": (5, "31: 8/5 6/4 is not legal"),
    GAME + "  1) 31: 8/5\n": (5, "as many dice as possible"),
    GAME + "  1) 31: 8/5 6/5 13/12\n": (5, "no die is left"),
    GAME + "  1) 31: 8-5 6-5\n": (5, "a move is written 13/11"),
    GAME + "  1) 31: 5/8\n": (5, "no checker goes"),
    GAME + "  1) 33: 8/5 6/3 8/5 6/3\n": (5, "two different dice"),
    GAME + "  1)  Doubles => 2\n": (5, "two different dice"),
    GAME + "  1) 31: 8/5 6/5    hello there\n": (5, "a move is written"),
    GAME + DANCE: (6, "with 55 nothing can be moved"),
    GAME + "  1) 31: 8/5 6/5                 22: Cannot Move\n": (5, "could be moved"),
    GAME + "  1) 31: No play\n": (5, "with 31 "),
    GAME + "  1) hello\n": (5, "nobody can read"),
    GAME + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n": (6, "it is for black to roll"),
    GAME + "  1) 31:\n  2) 31: 8/5 6/5\n": (6, "white cannot roll now"),
    GAME + "  1) 31: 8/5 6/5                  Takes\n": (5, "black"),
    GAME + "  1) 31: 8/5 6/5                  Doubles => 4\n": (5, "offered at 2"),
    GAME + "  1) 31: 8/5 6/5                  Raccoons => 8\n": (5, "raccoon"),
    GAME + "  1) 31: Illegal play (1;2)\n": (5, "illegal play"),
    GAME + "  1) 31: 8/5 6/5\n      Wins 5 points\n": (6, "nobody wins 5"),
    GAME + "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n      Wins 1 point\n": (
        7,
        "black has won 1",
    ),
    GAME + "  1) 31: 8/5 6/5\n\n Game 2\n": (7, "game 1 has no end"),
    GAME + "  1) 31: 8/5 6/5\n      Wins 3 points\n\n Game 2\n": (8, "over before"),
    GAME + "  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n A : 0   B : 1\n": (8, "1:0"),
    "; Set Pos=-b----E-C---eE---c-e----B-/0\n" + GAME: (1, "starts elsewhere"),
    '; [Variation "Chess"]\n' + GAME: (1, "nobody here knows"),
    '; [Rules "version=x rules=short"]\n' + GAME: (1, "version=N"),
    '; [Rules "version=2 rules=short"]\n' + GAME: (0, "version 2"),
    '; [Rules "version=1 rules=short cube"]\n' + GAME: (1, "key=value"),
    '; [Rules "version=1 rules=short jacoby=on"]\n' + GAME: (1, "money sessions"),
    HEADED + '; [Result "purple wins"]\n' + GAME: (2, "no match ends so"),
    HEADED + '; [Began "yesterday"]\n' + GAME: (2, "milliseconds"),
    '; [Rolls 1 "0-999999999"]\n' + GAME: (1, "Rolls 1"),
    '; [Rolls 1 "0-1"]\n' + GAME + "  1) 31: 8/5 6/5\n": (4, "1 rolls, and 2 are numbered"),
    '; [Rolls 1 "one"]\n' + GAME: (1, "Rolls 1"),
    '; [Opening 1 "7-1@0"]\n' + GAME: (1, "Opening 1"),
    '; [Opening 1 "2-2@0"]\n' + GAME + "  1) 31: 8/5 6/5\n": (6, "cannot have been thrown"),
    '; [Opening 1 "2-6@0"]\n' + GAME + "  1) 31: 8/5 6/5\n": (6, "it is for black"),
    '; [Cube 1 "4"]\n' + GAME + "  1) 31: 8/5 6/5\n": (4, "cube"),
    '; [End 1 "sunset single"]\n' + GAME: (1, "End 1"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_cannot_be_read_is_refused_with_its_line(text: str) -> None:
    line, message = FAULTS[text]
    with pytest.raises(UnreadableRecord) as refused:
        read_mat(text)

    assert refused.value.line == line
    assert message in str(refused.value)


BLANKS = " " * 1_000_000


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "line", [f"{BLANKS}:{BLANKS}", f"; [a{BLANKS}", ": 1 " * 250_000, "\t" * 1_000_000 + "x"]
)
def test_lines_without_end_are_refused_at_once(line: str) -> None:
    """Not in the square of their length, which would be days."""
    with pytest.raises(UnreadableRecord):
        read_mat(f" 3 point match\n Game 1\n{line}\n 1) x\n")


@pytest.mark.parametrize("data", [b"\0", b"x" * 4_000_001])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        decoded(data)


def test_names_in_an_old_encoding_are_read() -> None:
    assert "Jos\u00e9" in decoded("Jos\u00e9".encode("cp1252"))


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("Анна : 0  Борис Ёлкин : 0", "cp1251"),
        ("«Анна» : 0  José : 0", "utf-8"),
        ("Анна-Мария : 0  anna2 : 0", "cp1251"),
        ("Zoë : 0  «Müller» : 0", "cp1252"),
        ("à Noël : 0  Zoë : 0", "cp1252"),
        ("“Mr. X” : 0  B : 0", "cp1252"),
    ],
)
def test_cyrillic_and_latin_names_are_told_apart(names: str, encoding: str) -> None:
    assert decoded(names.encode(encoding)) == names


@pytest.mark.parametrize(
    ("first", "points"), [(" 40 point match", "40"), (f" {'9' * 24} point match", "9" * 24)]
)
def test_a_match_that_is_too_long_for_ours_is_named_with_its_line(first: str, points: str) -> None:
    with pytest.raises(UnreadableRecord, match=f"line 2: length is 1 to 25, not {points}"):
        read_mat(f"; by hand\n{first}\n\n Game 1\n A : 0      B : 0\n")
