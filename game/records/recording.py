"""From the log of a match to its record."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from game.clock import ClockFace
from game.events import (
    AnyEvent,
    Beavered,
    CheckersPlayed,
    CubeDoubledAutomatically,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchVoided,
    OpeningRolled,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    TurnPassed,
)
from game.match import MatchState
from game.records.record import (
    AnyAct,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Moves,
    OpeningThrow,
    Reserves,
    Resign,
    ResignAnswer,
    Take,
    Turn,
)
from game.side import Side

NOBODY: Mapping[str, str] = {}


class NothingToRecord(ValueError):
    """A log without the opening of a match, or with moves before any roll."""


def record(events: Iterable[AnyEvent], names: Mapping[str, str] = NOBODY) -> MatchRecord:
    """Write down what these events, from the first on, have made of a match.

    `names` are the players' by account id; who is not among them stands there by his id.
    Raises NothingToRecord.
    """
    scribe = Scribe()
    for event in events:
        scribe.hear(event)
    return scribe.record(names)


class Scribe:
    """Follows a match event by event; the last of its games is the running one."""

    def __init__(self) -> None:
        self.state = MatchState.new()
        self.games: list[GameRecord] = []

    def hear(self, event: AnyEvent) -> None:
        """Write down what happened."""
        before = self.state
        self.state = before.after(event)
        if isinstance(event, GameStarted):
            self.games.append(
                GameRecord(
                    number=event.number,
                    score=before.score,
                    start=event.position,
                    crawford=event.crawford,
                    cube=event.cube,
                    starter=event.starter,
                )
            )
        elif self.games:
            self.games[-1] = self._with(self.games[-1], event)

    def record(self, names: Mapping[str, str]) -> MatchRecord:
        """Return the match so far; see the function `record`. Raises NothingToRecord."""
        opened = self.state.opened
        if opened is None:
            raise NothingToRecord("the log does not begin with match_opened")
        players = [self.state.players[self.state.seat_of(side)] for side in Side]
        white, black = (names.get(player, player) for player in players)
        return MatchRecord(
            match=opened.match,
            rules_version=opened.rules_version,
            conventions=opened.conventions,
            players=(white, black),
            began=opened.at,
            games=tuple(self.games),
            result=self.state.result,
        )

    def _with(self, game: GameRecord, event: AnyEvent) -> GameRecord:
        match event:
            case OpeningRolled():
                return _with_opening(game, event)
            case CubeDoubledAutomatically(value=value):
                return replace(game, cube=value)
            case CheckersPlayed() | TurnPassed():
                return self._with_moves(game, event)
            case GameEnded():
                return replace(game, ended=event)
            case MatchEnded() | MatchVoided():
                return game
            case _:
                act = _act(event)
                return game if act is None else _with_act(game, act)

    def _with_moves(self, game: GameRecord, event: CheckersPlayed | TurnPassed) -> GameRecord:
        at, turn = _last_turn(game)
        # An offer to resign that came between roll and play, and was refused, is told before the
        # roll: it belongs to the same turn, and a turn is told as one.
        steps = event.steps if isinstance(event, CheckersPlayed) else ()
        moves = Moves(event.side, steps, self.state.running.position, event.stage)
        played = replace(turn, moves=(*turn.moves, moves), clock=_reserves(event.clock))
        return replace(game, acts=(*game.acts[:at], *game.acts[at + 1 :], played))


def _last_turn(game: GameRecord) -> tuple[int, Turn]:
    """Return the turn that is being played, and its place among the acts."""
    for at in range(len(game.acts) - 1, -1, -1):
        act = game.acts[at]
        if isinstance(act, Turn):
            return at, act
    raise NothingToRecord("the log tells of moves before any roll")


def _with_opening(game: GameRecord, event: OpeningRolled) -> GameRecord:
    throw = OpeningThrow(event.white, event.black, event.draw)
    game = replace(game, opening=(*game.opening, throw), starter=event.winner)
    if event.winner is None or not event.kept:
        return game
    dice = (event.white, event.black)
    return _with_act(game, Turn(side=event.winner, dice=dice, draw=event.draw))


def _with_act(game: GameRecord, act: AnyAct) -> GameRecord:
    return replace(game, acts=(*game.acts, act))


def _act(event: AnyEvent) -> AnyAct | None:
    act: AnyAct | None = None
    match event:
        case DiceRolled():
            act = Turn(side=event.side, dice=event.dice, draw=event.draw)
        case DoubleOffered():
            act = Double(side=event.side, value=event.value)
        case DoubleTaken():
            act = Take(side=event.side, value=event.value)
        case Beavered():
            act = Beaver(side=event.side, value=event.value)
        case DoubleDropped():
            act = Drop(side=event.side)
        case ResignationOffered():
            return Resign(side=event.side, ending=event.ending)
        case ResignationRefused():
            return ResignAnswer(side=event.side, accepted=False)
        case ResignationAccepted():
            act = ResignAnswer(side=event.side, accepted=True)
    face = getattr(event, "clock", None)
    return act if act is None or face is None else replace(act, clock=_reserves(face))


def _reserves(face: ClockFace) -> Reserves:
    return face.white, face.black
