"""Book notation that cannot be read, or tells what the rules forbid."""

import pytest

from game.notation import Language
from game.records import UnreadableRecord, read_book, write_book
from game.records.book_words import LEXICONS, Word, meaning
from game.rulesets import RuleName
from tests.game.records.selfplayed import drawn_record, kept_by_book

HEAD = """Nardy record 1
White: Anna
Black: Boris
Rules: version=1 rules=short form=match length=3
"""
GAME = HEAD + "\nGame 1, 0:0\n"
FIRST = GAME + "  1) 31: 8/5 6/5 ; white\n"

FAULTS = {
    "": (1, "begins with Nardy record 1"),
    "Nardy record 2\n": (1, "begins with"),
    "Nardy record 1\n": (0, "Rules is missing"),
    "Nardy record 1\nRules: version=1 rules=short\n": (0, "White is missing"),
    HEAD + "Began: once ; upon a time\n": (5, "milliseconds since 1970"),
    HEAD + "hello\n": (5, "stands whose act it is"),
    HEAD + "  1) 31: 8/5 6/5 ; white\n": (5, "nobody can read"),
    HEAD + "Cube: 2\n": (5, "nobody can read"),
    HEAD + "Result: white\n": (5, "nobody can read"),
    HEAD + "Result: white, by the score, 3-0, 1\n": (5, "nobody can read"),
    HEAD + "Void: a whim\n": (5, "nobody can read"),
    GAME + "Opening: 7-1\n": (7, "nobody can read"),
    GAME + "Cube: two\n": (7, "nobody can read"),
    GAME + "  1) 31: 8/5 6/5 ; purple\n": (7, "no word here is 'purple'"),
    GAME + "  1) 31: 8/5 6/5 ; white #1 0:20 0:20\n": (7, "a clock shows 1:23.456"),
    GAME + "  1) 31: 8-5 ; white\n": (7, "a move is written"),
    GAME + "  1) 31: 8/5 6/4 ; white\n": (7, "is not legal"),
    GAME + "     shrugs ; white\n": (7, "nobody can read 'shrugs'"),
    GAME + "white wins many: gammon, resigned\n": (7, "nobody can read"),
    FIRST + "  2) 64: 24/18 18/14 ; black #2\n": (6, "either all rolls"),
    FIRST + "     double 4 ; black\n": (8, "offered at 2"),
    FIRST + "     take ; black\n": (8, "roll"),
    FIRST + "     resignation accepted ; black\n": (8, "has not offered"),
    FIRST + "  2) 64: 24/18 18/14 | 55: 13/8 ; black\n": (8, "more is moved"),
    FIRST + "  2) 64: ? ; black\n  3) 11: 8/7 ; white\n": (9, "it is for black to play"),
    FIRST + "white wins 1: single, borne off\n     take ; black\n": (9, "the game is over"),
    FIRST + "white wins 2: gammon, out of time ; 1:0\nwhite wins 1: single, dropped\n": (
        9,
        "has won",
    ),
    GAME.replace("0:0", "1:0"): (6, "the score is 0:0"),
    HEAD.replace("short", "short16") + "\nGame 1, 0:0\n": (6, "tells where the checkers start"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_cannot_be_read_is_refused_with_its_line(text: str) -> None:
    line, message = FAULTS[text]
    with pytest.raises(UnreadableRecord) as refused:
        read_book(text)

    assert message in str(refused.value)
    assert refused.value.line == line


def test_a_book_may_leave_out_what_it_does_not_know() -> None:
    kept = read_book(FIRST + "     resigns gammon ; black\n     resignation refused ; white\n")

    assert (kept.match, kept.began, kept.result) == ("", None, None)
    assert [act.clock for act in kept.games[0].acts] == [None, None, None]
    assert kept_by_book(read_book(write_book(kept))) == kept_by_book(kept)


@pytest.mark.parametrize("extra", ["1" * 26, f"{'0' * 26}/{'0' * 26}"])
def test_a_game_of_short16_starts_as_its_rules_say(extra: str) -> None:
    text = HEAD.replace("short", "short16") + f"\nGame 1, 0:0\nStart: {extra}\n"

    with pytest.raises(UnreadableRecord):
        read_book(text)


def test_another_start_of_short16_is_refused() -> None:
    kept = next(
        match
        for match in (drawn_record(RuleName.SHORT16, seed) for seed in range(50))
        if match.conventions.extra_checker == "mirrored" and match.games[0].opening
    )
    start = kept.games[0].start
    moved = start.replace("5", "6", 1).replace("3", "2", 1)

    with pytest.raises(UnreadableRecord):
        read_book(write_book(kept).replace(start, moved))


def test_no_two_words_of_a_language_are_the_same() -> None:
    for lexicon in LEXICONS.values():
        for words in (lexicon.words, lexicon.causes, lexicon.endings, lexicon.voids):
            assert len(set(words.values())) == len(words)
        assert set(lexicon.words) == set(Word)


def test_a_word_that_a_lexicon_lacks_means_nothing() -> None:
    with pytest.raises(ValueError, match="maybe"):
        meaning(LEXICONS[Language.ENGLISH].words, "maybe")
