"""What is blank, however it is written, says nothing."""

import pytest

from server.words import has_words, in_one_line


@pytest.mark.parametrize(
    "blank", ["", "   ", "\u200b", "\n\t\x01", "\u00a0\u2003", "\u2800\u3164", "\ufe0f\u0301"]
)
def test_signs_that_nobody_sees_are_no_words(blank: str) -> None:
    assert not has_words(blank)
    assert has_words(blank + "?")


def test_a_line_has_single_blanks_and_steers_nothing() -> None:
    assert in_one_line(" he\x01asked \r\n\u2028 twice\x1b[31m ") == "he asked twice [31m"
