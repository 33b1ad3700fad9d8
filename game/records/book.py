"""Writes a match in book notation (rules, section 11): a line for each act, in either language.

Behind a semicolon stand the side, the roll's place in the stream of dice, and both reserves after
the act, so that the notation before it can be read as in any book.
"""

from collections.abc import Iterator

from game.events import GameEnded, MatchEnded, MatchVoided
from game.notation import Language, write_play
from game.position import Position
from game.records.book_words import LEXICONS, Lexicon, Word
from game.records.headers import rules_header
from game.records.moments import Moment
from game.records.names import written_name
from game.records.record import (
    Act,
    AnyAct,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Moves,
    OpeningThrow,
    Resign,
    Take,
    Turn,
)
from game.rulesets import RuleSet
from game.side import Side
from game.vocabulary import Millis

UNPLAYED = "?"
"""Stands behind a roll that has not been played."""


def write_book(record: MatchRecord, language: Language = Language.ENGLISH) -> str:
    """Write the match; `read_book` reads it again."""
    return "\n".join(_Book(record, LEXICONS[language]).lines()) + "\n"


class _Book:
    def __init__(self, record: MatchRecord, lexicon: Lexicon) -> None:
        self._record = record
        self._lexicon = lexicon
        self._rules: RuleSet = record.conventions.play_rules

    def lines(self) -> Iterator[str]:
        record, lexicon = self._record, self._lexicon
        white, black = map(written_name, record.players)
        yield lexicon[Word.TITLE]
        if record.match:
            yield f"{lexicon[Word.MATCH]}: {written_name(record.match)}"
        yield f"{lexicon[Word.WHITE]}: {white}"
        yield f"{lexicon[Word.BLACK]}: {black}"
        yield f"{lexicon[Word.RULES]}: {rules_header(record)}"
        if record.began is not None:
            yield f"{lexicon[Word.BEGAN]}: {record.began} ; {_date(record.began)}"
        for game in record.games:
            yield ""
            yield from self._game(game)
        if record.result is not None:
            yield ""
            yield self._result(record.result)

    def _game(self, game: GameRecord) -> Iterator[str]:
        lexicon = self._lexicon
        crawford = f", {lexicon[Word.CRAWFORD]}" if game.crawford else ""
        yield f"{lexicon[Word.GAME]} {game.number}, {game.score[0]}:{game.score[1]}{crawford}"
        if self._rules.extra_points:
            yield f"{lexicon[Word.START]}: {game.start}"
        if game.opening:
            yield f"{lexicon[Word.OPENING]}: {', '.join(map(_throw, game.opening))}"
        if game.cube != 1:
            yield f"{lexicon[Word.CUBE]}: {game.cube}"
        position, number = Position.parse(game.start), 0
        for act in game.acts:
            if isinstance(act, Turn):
                number += 1
                yield f"{number:>3}) {self._turn(act, position)}{self._about(act, act.draw)}"
                if act.moves:
                    position = Position.parse(act.moves[-1].position)
            else:
                yield f"     {self._said(act)}{self._about(act)}"
        if game.ended is not None:
            yield self._ended(game.ended)

    def _turn(self, turn: Turn, position: Position) -> str:
        text = f"{max(turn.dice)}{min(turn.dice)}:"
        before: Moves | None = None
        for moves in turn.moves:
            if before is not None:
                stage = f"| {moves.stage}{moves.stage}:"
                text += " >" if moves.side is not before.side else f" {stage}"
            own = position if moves.side is Side.WHITE else position.swapped()
            written = write_play(own, moves.steps, self._rules, self._lexicon.language)
            text += f" {written}"
            before, position = moves, Position.parse(moves.position)
        return text if turn.moves else f"{text} {UNPLAYED}"

    def _said(self, act: AnyAct) -> str:
        lexicon = self._lexicon
        match act:
            case Double():
                return f"{lexicon[Word.DOUBLE]} {act.value}"
            case Beaver():
                return f"{lexicon[Word.BEAVER]} {act.value}"
            case Take():
                return lexicon[Word.TAKE]
            case Drop():
                return lexicon[Word.DROP]
            case Resign():
                return f"{lexicon[Word.RESIGN]} {lexicon.endings[act.ending]}"
            case _:
                accepted = getattr(act, "accepted", False)
                return lexicon[Word.ACCEPT if accepted else Word.REFUSE]

    def _about(self, act: Act, draw: int | None = None) -> str:
        place = "" if draw is None else f" #{draw}"
        clock = "" if act.clock is None else f" {_time(act.clock[0])} {_time(act.clock[1])}"
        return f" ; {self._lexicon.sides[act.side]}{place}{clock}"

    def _ended(self, ended: GameEnded) -> str:
        lexicon = self._lexicon
        how = f"{lexicon.endings[ended.ending]}, {lexicon.causes[ended.cause]}"
        score = f"{ended.score[0]}:{ended.score[1]}"
        winner = lexicon.sides[ended.winner]
        return f"{winner} {lexicon[Word.WINS]} {ended.points}: {how} ; {score}"

    def _result(self, result: MatchEnded | MatchVoided) -> str:
        lexicon = self._lexicon
        if isinstance(result, MatchVoided):
            words = [lexicon.voids[result.cause], *map(str, result.seats)]
            return f"{lexicon[Word.VOID]}: {', '.join(words)}"
        winner = lexicon.sides[result.winner] if result.winner else lexicon[Word.NOBODY]
        score = f"{result.score[0]}:{result.score[1]}"
        words = [winner, lexicon.causes[result.cause], score, str(result.stakes)]
        return f"{lexicon[Word.RESULT]}: {', '.join(words)}"


def _throw(throw: OpeningThrow) -> str:
    place = "" if throw.draw is None else f" #{throw.draw}"
    return f"{throw.white}-{throw.black}{place}"


def _date(millis: Millis) -> str:
    at = Moment.of(millis)
    day = f"{at.year:04}-{at.month:02}-{at.day:02}"
    return f"{day} {at.hour:02}:{at.minute:02}:{at.second:02} UTC"


def _time(millis: Millis) -> str:
    seconds, rest = divmod(millis, 1_000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}:{seconds:02}.{rest:03}"
