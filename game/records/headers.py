"""The header lines that our records carry in `.mat` and SGF: what the format itself cannot say.

They are pairs of a key and a value without quotes: `Rules` with the agreement and the version of
the rules, `Began`, `Result`, and for each game `Start`, `Cube`, `Opening`, `Rolls`, `End` with its
number. `docs/records.md` describes them.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from game.conventions import Conventions
from game.endings import Ending
from game.events import MatchEnded, MatchVoided
from game.options import Opening
from game.records.record import GameRecord, MatchRecord, OpeningThrow
from game.records.sheet import GameEnd, UnreadableRecord
from game.records.sheets import draws_of, game_end
from game.records.terms import UnreadableTerms, read_terms, write_terms
from game.side import Side
from game.vocabulary import EndCause, VoidCause

Headers = Iterable[tuple[str, str]]

_LONGEST_VALUE = 900
"""GNU Backgammon reads lines of 1,023 bytes."""

_MOST_ROLLS = 100_000
_THROW = re.compile(r"([1-6])-([1-6])(?:@(\d{1,9}))?", re.ASCII)
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


OURS = "version="
"""How the value of our `Rules` begins; what others may mean by such a header is not read."""


class Header(NamedTuple):
    """A header line of a text, and where it stands."""

    line: int
    key: str
    value: str


def rules_header(record: MatchRecord) -> str:
    """Return the value of `Rules`."""
    return f"{OURS}{record.rules_version} {write_terms(record.conventions)}"


def read_rules(header: Header) -> tuple[int, Conventions]:
    """Return the version of the rules and the agreement. Raises UnreadableRecord."""
    version, _, terms = header.value.partition(" ")
    number = version.removeprefix(OURS)
    if number == version or not (number.isascii() and number.isdigit() and len(number) < 6):
        raise UnreadableRecord(header.line, "Rules begin with version=N")
    try:
        return int(number), read_terms(terms)
    except UnreadableTerms as unreadable:
        raise UnreadableRecord(header.line, str(unreadable)) from unreadable


def write_headers(record: MatchRecord) -> Iterator[tuple[str, str]]:
    """Yield our headers in the order in which they are written."""
    yield "Rules", rules_header(record)
    if record.began is not None:
        yield "Began", str(record.began)
    if record.result is not None:
        yield "Result", write_result(record.result)
    for game in record.games:
        for key, value in _of_game(game, record.conventions):
            yield f"{key} {game.number}", value


def write_result(result: MatchEnded | MatchVoided) -> str:
    """Return how the match ended: `white score 5:3 1`, or `void seed_missed` and the seats."""
    if isinstance(result, MatchVoided):
        return " ".join(["void", result.cause, *map(str, result.seats)])
    white, black = result.score
    return f"{result.winner or 'none'} {result.cause} {white}:{black} {result.stakes}"


def read_result(header: Header) -> MatchEnded | MatchVoided:
    """Return what `write_result` has written. Raises UnreadableRecord."""
    words = header.value.split()
    try:
        if words[0] == "void":
            return MatchVoided(VoidCause(words[1]), tuple(map(int, words[2:])))
        winner, cause, score, stakes = words
        white, _, black = score.partition(":")
        return MatchEnded(
            None if winner == "none" else Side(winner),
            EndCause(cause),
            (int(white), int(black)),
            int(stakes),
        )
    except (ValueError, IndexError) as error:
        raise UnreadableRecord(header.line, "no match ends so") from error


class GameHeaders:
    """What the headers of one game say."""

    def __init__(self) -> None:
        self.start: str | None = None
        self.cube = 1
        self.opening: tuple[OpeningThrow, ...] = ()
        self.draws: tuple[int, ...] = ()
        self.end: GameEnd | None = None

    def take(self, key: str, header: Header) -> None:
        """Take in one header. Raises UnreadableRecord."""
        try:
            match key:
                case "Start":
                    self.start = header.value
                case "Cube":
                    self.cube = int(header.value[:9])
                case "Opening":
                    self.opening += tuple(map(_read_throw, header.value.split()))
                case "Rolls":
                    self.draws += tuple(_read_ranges(header.value, _MOST_ROLLS - len(self.draws)))
                case _:
                    cause, ending = header.value.split()
                    self.end = GameEnd(EndCause(cause), Ending(ending))
        except ValueError as error:
            raise UnreadableRecord(header.line, f"no game has such a {header.key}") from error


GAME_KEYS = frozenset({"Start", "Cube", "Opening", "Rolls", "End"})


def _of_game(game: GameRecord, conventions: Conventions) -> Iterator[tuple[str, str]]:
    if conventions.play_rules.extra_points:
        yield "Start", game.start
    if game.cube != 1:
        yield "Cube", str(game.cube)
    seen = conventions.opening is Opening.KEEP and len(game.opening) == 1
    if game.opening and not seen:
        yield from _chunked("Opening", map(_throw, game.opening))
    yield from _chunked("Rolls", _ranges(draws_of(game)))
    end = game_end(game, conventions)
    if end is not None:
        yield "End", f"{end.cause} {end.ending}"


def _chunked(key: str, words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the words as values of a bearable length; the reader joins them again."""
    value = ""
    for word in words:
        if len(value) + len(word) >= _LONGEST_VALUE:
            yield key, value
            value = ""
        value = f"{value} {word}" if value else word
    if value:
        yield key, value


def _throw(throw: OpeningThrow) -> str:
    place = "" if throw.draw is None else f"@{throw.draw}"
    return f"{throw.white}-{throw.black}{place}"


def _read_throw(text: str) -> OpeningThrow:
    match = _THROW.fullmatch(text)
    if match is None:
        raise ValueError(text)
    white, black, draw = match.groups()
    return OpeningThrow(int(white), int(black), None if draw is None else int(draw))


def _ranges(draws: tuple[int, ...]) -> Iterator[str]:
    """Write places in the stream: `0-27 29`."""
    for _, run in groupby(enumerate(draws), key=lambda place: place[1] - place[0]):
        places = [draw for _, draw in run]
        yield f"{places[0]}-{places[-1]}" if len(places) > 1 else str(places[0])


def _read_ranges(text: str, most: int) -> Iterator[int]:
    for word in text.split():
        match = _RANGE.fullmatch(word)
        if match is None:
            raise ValueError(word)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < most:
            raise ValueError(word)
        most -= last - first + 1
        yield from range(first, last + 1)
