"""What is blank, however it is written, says nothing."""

import pytest

from server.words import has_words, in_one_line, is_steering


@pytest.mark.parametrize(
    "blank", ["", "   ", "\u200b", "\n\t\x01", "\u00a0\u2003", "\u2800\u3164", "\ufe0f\u0301"]
)
def test_signs_that_nobody_sees_are_no_words(blank: str) -> None:
    assert not has_words(blank)
    assert has_words(blank + "?")


def test_a_line_has_single_blanks_and_steers_nothing() -> None:
    assert in_one_line(" he\x01asked \r\n\u2028 twice\x1b[31m ") == "he asked twice [31m"


@pytest.mark.parametrize("sign", [*"\u061c\u200e\u202a\u202e\u2066\u2069", "\x1b", "\x00", "\x85"])
def test_signs_that_turn_or_steer_are_found_and_lines_are_none(sign: str) -> None:
    assert is_steering(f"A prize{sign} for all")
    assert not is_steering("A prize,\r\n\tfor all: שלום, family 👨\u200d👩")
