"""The state of a match as one line of text, whose hash two processes compare.

Words separated by single blanks, in this order; `-` stands for what there is not. `docs/state.md`
documents it; a change of the line is a change of `VERSION`.
"""

from game.clock import ClockFace
from game.events import Decision
from game.match.facts import MatchFacts
from game.match.game_state import Cube, GameState

VERSION = "nardy-state/1"


def line(state: MatchFacts) -> str:
    """Return the line of a state: two states with the same line are the same."""
    match = state.opened.match if state.opened else "-"
    result = type(state.result).__name__ if state.result else "-"
    return (
        f"{VERSION} {match} {state.phase} {state.draw.words} {state.white}"
        f" {state.score[0]}-{state.score[1]} {_decision(state.turn, state.decision)}"
        f" {_game(state.game)} {_clock(state.clock)} {state.next_draw}"
        f" {_seats(state.absent)} {_seats(state.stops)}"
        f" {state.began},{state.credited},{state.credited_until}"
        f" {state.crawford_played:d} {result}"
    )


def _decision(turn: int, decision: Decision | None) -> str:
    if decision is None:
        return f"{turn} -"
    if decision.cascade is None:
        return f"{turn} {decision.side}:{decision.kind}"
    stage = decision.cascade.stage
    return (
        f"{turn} {decision.side}:{decision.kind}:{stage.value}x{stage.steps}"
        f":{stage.head_left}:{decision.cascade.continued:d}"
    )


def _game(game: GameState | None) -> str:
    if game is None:
        return "-"
    dice = "-" if game.dice is None else f"{game.dice[0]}{game.dice[1]}"
    resigning = game.resigning
    offer = "-" if resigning is None else f"{resigning.side}:{resigning.ending}"
    return (
        f"{game.number}:{game.crawford:d}:{game.starter or '-'}:{game.winner or '-'}"
        f" {game.position} {_cube(game.cube)} {game.mover or '-'}:{dice}:{game.first_turn:d}"
        f" {_pair(game.white_first)}:{_pair(game.black_first)}"
        f" {offer}:{','.join(game.resigned)}"
    )


def _pair(pair: tuple[int, int] | None) -> str:
    return "-" if pair is None else f"{pair[0]}{pair[1]}"


def _cube(cube: Cube) -> str:
    return f"{cube.value}:{cube.owner or '-'}:{cube.offered}:{cube.turned:d}"


def _clock(clock: ClockFace | None) -> str:
    if clock is None:
        return "-"
    return (
        f"{clock.white},{clock.black},{clock.since},{clock.delay},{clock.kept}"
        f",{clock.white_absence},{clock.black_absence}"
        f",{clock.stopped:d}{clock.both_absent:d}"
    )


def _seats(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats)) if seats else "-"
