"""What a text did not tell is not in its record, though the rules needed it to replay the text."""

from collections.abc import Iterable

from msgspec.structs import replace

from game.options import Opening
from game.records.record import AnyAct, GameRecord, MatchRecord, Reserves, Turn
from game.records.recording import Scribe
from game.records.sheet import GameSheet, Sheet, UnreadableRecord


def trimmed(scribe: Scribe, sheet: Sheet, clocks: Iterable[list[Reserves | None]]) -> MatchRecord:
    """Return the record of a replay with the draws, clocks and openings that the text tells.

    A game that the match began by itself, and the text does not have, is left out.
    """
    heading = sheet.heading
    record = scribe.record({})
    kept = heading.conventions.opening is Opening.KEEP
    games = [
        _trimmed(game, told, times, kept=kept)
        for game, told, times in zip(scribe.games, sheet.games, clocks, strict=False)
    ]
    return replace(record, players=heading.players, began=heading.began, games=tuple(games))


def _trimmed(
    game: GameRecord, told: GameSheet, clocks: list[Reserves | None], *, kept: bool
) -> GameRecord:
    opening = told.opening
    if not opening and kept and game.opening and told.entries:
        # The dice for the start are those of the first turn.
        draw = told.draws[0] if told.draws else None
        opening = (replace(game.opening[-1], draw=draw),)
    rolls = sum(isinstance(act, Turn) for act in game.acts)
    if told.draws and len(told.draws) != rolls:
        message = f"game {game.number} has {rolls} rolls, and {len(told.draws)} are numbered"
        raise UnreadableRecord(told.line, message)
    draws = iter(told.draws)
    acts: list[AnyAct] = []
    for act, clock in zip(game.acts, clocks, strict=True):
        acts.append(
            replace(act, clock=clock, draw=next(draws, None))
            if isinstance(act, Turn)
            else replace(act, clock=clock)
        )
    return replace(game, opening=opening, acts=tuple(acts))
