"""Reads a record in whatever format it is."""

from game.records.book_reader import BOOK_TITLES, read_book
from game.records.mat_reader import read_mat
from game.records.reading import decoded
from game.records.record import MatchRecord
from game.records.sgf_reader import read_sgf


def read_record(data: bytes) -> MatchRecord:
    """Return the match that a file tells, in Jellyfish text, SGF or book notation.

    Raises UnreadableRecord.
    """
    text = decoded(data)
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("("):
        return read_sgf(text)
    if start.startswith(BOOK_TITLES):
        return read_book(start)
    return read_mat(text)
