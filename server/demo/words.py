"""The events of a match as lines for people."""

from game.events import (
    AbsenceSpent,
    AnyEvent,
    Beavered,
    CheckersPlayed,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    FlagFell,
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
from game.notation import write_play
from game.side import Side
from server.demo.witness import Told


class Speaker:
    """Says what happened; `names` are the players' in seat order."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._names = names

    def name(self, state: MatchState, side: Side) -> str:
        """Who plays a side."""
        return self._names[state.seat_of(side)]

    def line(self, told: Told) -> str | None:
        """One line of an event; none where there is nothing to say."""
        event, state = told.event, told.after
        side = getattr(event, "side", None)
        who = "" if side is None else f"{self.name(state, side):<8} "
        words = _of_checkers(told) or _of_cube(event) or _of_ends(event)
        if words is not None:
            return who + words
        return self._of_winners(event, state)

    def _of_winners(self, event: AnyEvent, state: MatchState) -> str | None:
        match event:
            case OpeningRolled(winner=None):
                return f"opening  {event.white} and {event.black}: again"
            case OpeningRolled(winner=Side() as winner):
                pair = f"{event.white} and {event.black}"
                return f"opening  {pair} (white, black): {self.name(state, winner)} begins"
            case GameEnded():
                who, score = self.name(state, event.winner), self._score(state)
                points = f"{event.points} point{'s' if event.points > 1 else ''}"
                cause = event.cause.replace("_", " ")
                return f"{who} wins a {event.ending} for {points} ({cause}); {score}"
            case MatchEnded(winner=None):
                return f"the match ends level; {self._score(state)}"
            case MatchEnded(winner=Side() as winner):
                return f"{self.name(state, winner)} wins the match; {self._score(state)}"
            case _:
                return None

    def _score(self, state: MatchState) -> str:
        first, second = (state.points_of(state.side_of(seat)) for seat in (0, 1))
        return f"{self._names[0]} {first} : {second} {self._names[1]}"


def _of_checkers(told: Told) -> str | None:
    game, state = told.before.game, told.after
    match told.event:
        case GameStarted(number=number, crawford=crawford):
            return f"— game {number}{', the Crawford game' if crawford else ''} —"
        case CheckersPlayed(side=side, steps=steps) if game is not None:
            before = told.before.position_of(side)
            return f"{_dice(game.dice)}: {write_play(before, steps, state.conventions.play_rules)}"
        case TurnPassed() if game is not None:
            return f"{_dice(game.dice)}: —"
        case _:
            return None


def _of_cube(event: AnyEvent) -> str | None:
    match event:
        case DoubleOffered(value=value):
            return f"doubles to {value}"
        case DoubleTaken(value=value):
            return f"takes, the cube is at {value}"
        case Beavered(value=value):
            return f"beavers to {value}"
        case DoubleDropped():
            return "drops"
        case _:
            return None


def _of_ends(event: AnyEvent) -> str | None:
    match event:
        case ResignationOffered(ending=ending):
            return f"offers to resign a {ending}"
        case MatchVoided(cause=cause):
            return f"the match is void: {cause.replace('_', ' ')}"
        case _:
            return _SAID.get(type(event))


_SAID = {
    ResignationAccepted: "accepts",
    ResignationRefused: "plays on",
    FlagFell: "is out of time",
    AbsenceSpent: "did not come back in time",
}


def _dice(dice: tuple[int, int] | None) -> str:
    return "" if dice is None else f"{max(dice)}{min(dice)}"
