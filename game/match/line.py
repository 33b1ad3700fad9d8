"""The state of a match as one line of text, whose hash two processes compare.

Words separated by single blanks, in this order; `-` stands for what there is not. `docs/state.md`
documents it; a change of the line is a change of `VERSION`.

It is written once for every command, so the words are joined and not formatted: to format a member
of an enumeration, or a boolean as a digit, costs ten times as much.
"""

from game.clock import ClockFace
from game.events import Decision, MatchEnded, MatchVoided
from game.match.facts import MatchFacts
from game.match.game_state import GameState, Pair

VERSION = "nardy-state/1"

_FLAGS = "01"


class _Pairs(dict[Pair | None, str]):
    """How a pair is written."""

    def __missing__(self, pair: Pair | None) -> str:
        # A log that was tampered with may show others; its line tells of them.
        return "".join(map(str, pair or ()))


_PAIRS = _Pairs(
    {(first, second): f"{first}{second}" for first in range(1, 7) for second in range(1, 7)}
)
_PAIRS[None] = "-"


def line(state: MatchFacts) -> str:
    """Return the line of a state: two states with the same line are the same."""
    words = (
        VERSION,
        state.opened.match if state.opened else "-",
        state.phase,
        state.draw.words,
        f"{state.white} {state.score[0]}-{state.score[1]} {state.turn}",
        _decision(state.decision),
        _game(state.game),
        _clock(state.clock),
        f"{state.next_draw}",
        _seats(state.absent),
        _seats(state.stops),
        f"{state.began},{state.credited},{state.credited_until}",
        _FLAGS[state.crawford_played],
        _result(state.result),
    )
    return " ".join(words)


def _decision(decision: Decision | None) -> str:
    if decision is None:
        return "-"
    who_and_what = decision.side + ":" + decision.kind
    if decision.cascade is None:
        return who_and_what
    stage = decision.cascade.stage
    return (
        f"{who_and_what}:{stage.value}x{stage.steps}:{stage.head_left}"
        f":{_FLAGS[decision.cascade.continued]}"
    )


def _game(game: GameState | None) -> str:
    if game is None:
        return "-"
    number, crawford = f"{game.number}", _FLAGS[game.crawford]
    words = (
        ":".join((number, crawford, game.starter or "-", game.winner or "-")),
        game.position,
        game.cube.words,
        ":".join((game.mover or "-", _PAIRS[game.dice], _FLAGS[game.first_turn])),
        _PAIRS[game.white_first] + ":" + _PAIRS[game.black_first],
        f"{_offer(game)}:{','.join(game.resigned)}",
    )
    return " ".join(words)


def _offer(game: GameState) -> str:
    offer = game.resigning
    return "-" if offer is None else f"{offer.side}:{offer.ending}"


def _clock(clock: ClockFace | None) -> str:
    if clock is None:
        return "-"
    return (
        f"{clock.white},{clock.black},{clock.since},{clock.delay},{clock.kept}"
        f",{clock.white_absence},{clock.black_absence}"
        f",{_FLAGS[clock.stopped]}{_FLAGS[clock.both_absent]}"
    )


def _result(result: MatchEnded | MatchVoided | None) -> str:
    if result is None:
        return "-"
    if isinstance(result, MatchVoided):
        return f"voided:{result.cause}:{_seats(result.seats)}"
    white, black = result.score
    return f"ended:{result.winner or '-'}:{result.cause}:{white}-{black}:{result.stakes}"


def _seats(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats)) if seats else "-"
