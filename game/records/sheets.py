"""A record as a sheet: what the record says, put to the rules again."""

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
    ResignAnswer,
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

PLAYED_OUT = frozenset({EndCause.BORNE_OFF, EndCause.DROPPED, EndCause.RESIGNED})
"""The ends of a game that its acts show."""


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
    return Sheet(heading=heading, games=tuple(map(_game_sheet, record.games)))


def game_end(game: GameRecord) -> GameEnd | None:
    """Return how the game ended, where that is not to be seen from its acts."""
    ended = game.ended
    if ended is None or ended.cause in PLAYED_OUT:
        return None
    return GameEnd(ended.cause, ended.ending)


def draws_of(game: GameRecord) -> tuple[int, ...]:
    """Return the places of the game's rolls in the stream of dice; none unless all are known."""
    draws = [act.draw for act in game.acts if isinstance(act, Turn)]
    return () if None in draws else tuple(draw for draw in draws if draw is not None)


def _game_sheet(game: GameRecord) -> GameSheet:
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
        end=game_end(game),
    )


def _entry(act: AnyAct) -> AnyEntry:
    side, clock = act.side, act.clock
    match act:
        case Turn():
            moves = tuple(map(_written, act.moves))
            return RollEntry(line=NOWHERE, side=side, clock=clock, dice=act.dice, moves=moves)
        case Double():
            return DoubleEntry(line=NOWHERE, side=side, clock=clock, value=act.value)
        case Take():
            return TakeEntry(line=NOWHERE, side=side, clock=clock)
        case Beaver():
            return BeaverEntry(line=NOWHERE, side=side, clock=clock, value=act.value)
        case Drop():
            return DropEntry(line=NOWHERE, side=side, clock=clock)
        case Resign():
            return ResignEntry(line=NOWHERE, side=side, clock=clock, ending=act.ending)
        case ResignAnswer():
            return ResignAnswerEntry(line=NOWHERE, side=side, clock=clock, accepted=act.accepted)


def _written(moves: Moves) -> WrittenMoves:
    return WrittenMoves(moves.side, WrittenPlay(tuple(WrittenMove(step) for step in moves.steps)))
