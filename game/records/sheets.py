"""A record as a sheet: what the record says, put to the rules again."""

from msgspec.structs import replace

from game.conventions import Conventions
from game.endings import Ending
from game.notation import WrittenMove, WrittenPlay
from game.records.record import (
    AnyAct,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Moves,
    Resign,
    Take,
    Turn,
)
from game.records.replay import replay
from game.records.sheet import (
    NOWHERE,
    AnyEntry,
    BeaverEntry,
    DoubleEntry,
    DropEntry,
    GameEnd,
    GameSheet,
    Heading,
    ResignAnswerEntry,
    ResignEntry,
    RollEntry,
    Sheet,
    TakeEntry,
    WinEntry,
    WrittenMoves,
)
from game.vocabulary import EndCause


def checked(record: MatchRecord) -> MatchRecord:
    """Return the record if the rules allow what it tells; raises UnreadableRecord."""
    return replay(sheet_of(record))


def sheet_of(record: MatchRecord) -> Sheet:
    """Return the sheet that says what the record says."""
    heading = Heading(
        conventions=record.conventions,
        players=record.players,
        match=record.match,
        rules_version=record.rules_version,
        began=record.began,
        result=record.result,
    )
    return Sheet(
        heading=heading,
        games=tuple(_game_sheet(game, record.conventions) for game in record.games),
    )


def game_end(game: GameRecord, conventions: Conventions) -> GameEnd | None:
    """Return how the game ended, where moves and points alone do not tell."""
    ended = game.ended
    if ended is None or ended.cause in {EndCause.BORNE_OFF, EndCause.DROPPED}:
        return None
    told = ended.ending is Ending.SINGLE or (
        not conventions.jacoby and ended.ending.worth <= conventions.largest_ending
    )
    if ended.cause is EndCause.RESIGNED and told:
        return None
    return GameEnd(ended.cause, ended.ending)


def draws_of(game: GameRecord) -> tuple[int, ...]:
    """Return the places of the game's rolls in the stream of dice; none unless all are known."""
    draws = [act.draw for act in game.acts if isinstance(act, Turn)]
    return () if None in draws else tuple(draw for draw in draws if draw is not None)


def _game_sheet(game: GameRecord, conventions: Conventions) -> GameSheet:
    entries = [_entry(act) for act in game.acts]
    if game.ended is not None:
        ended = game.ended
        entries.append(WinEntry(line=NOWHERE, side=ended.winner, points=ended.points))
    return GameSheet(
        line=NOWHERE,
        number=game.number,
        score=game.score,
        start=game.start,
        cube=game.cube,
        opening=game.opening,
        draws=draws_of(game),
        entries=tuple(entries),
        end=game_end(game, conventions),
    )


def _entry(act: AnyAct) -> AnyEntry:
    entry: AnyEntry
    match act:
        case Turn():
            moves = tuple(map(_written, act.moves))
            entry = RollEntry(line=NOWHERE, side=act.side, dice=act.dice, moves=moves)
        case Double():
            entry = DoubleEntry(line=NOWHERE, side=act.side, value=act.value)
        case Take():
            entry = TakeEntry(line=NOWHERE, side=act.side)
        case Beaver():
            entry = BeaverEntry(line=NOWHERE, side=act.side, value=act.value)
        case Drop():
            entry = DropEntry(line=NOWHERE, side=act.side)
        case Resign():
            entry = ResignEntry(line=NOWHERE, side=act.side, ending=act.ending)
        case _:
            entry = ResignAnswerEntry(line=NOWHERE, side=act.side, accepted=act.accepted)
    return replace(entry, clock=act.clock)


def _written(moves: Moves) -> WrittenMoves:
    return WrittenMoves(moves.side, WrittenPlay(tuple(WrittenMove(step) for step in moves.steps)))
