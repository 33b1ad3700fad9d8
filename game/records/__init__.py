"""A match as people keep it: Jellyfish text, SGF and book notation, written and read again.

    kept = record(events, names={"018b…": "Anna"})
    text = write_mat(kept)
    assert read_mat(text).games[0].ended == kept.games[0].ended

Whatever is read is played again by the rules; what they do not allow is refused with its line.
"""

from game.records.any_format import read_record
from game.records.book import write_book
from game.records.book_reader import read_book
from game.records.mat import write_mat
from game.records.mat_reader import read_mat
from game.records.record import GameRecord, MatchRecord
from game.records.recording import NothingToRecord, record
from game.records.sgf import NoSgf, write_sgf
from game.records.sgf_reader import read_sgf
from game.records.sheet import UnreadableRecord
from game.records.sheets import checked

__all__ = [
    "GameRecord",
    "MatchRecord",
    "NoSgf",
    "NothingToRecord",
    "UnreadableRecord",
    "checked",
    "read_book",
    "read_mat",
    "read_record",
    "read_sgf",
    "record",
    "write_book",
    "write_mat",
    "write_sgf",
]
