"""What has happened in a match lately, in words: what a player looks for who was away a minute."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from bots.play.scene import Scene
from bots.wording import Text
from bots.words import playing as say
from game import events
from game.events import AnyEvent
from game.notation import Language, write_play
from game.position import Position
from game.side import WHITE, Side
from game.vocabulary import EndCause

MOST_LINES = 4
"""Of a story; what is older is in the record."""


def story(scene: Scene, language: str) -> tuple[str, ...]:
    """The last few things that happened, the oldest first."""
    return tuple(_lines(scene, scene.recent, language))[-MOST_LINES:]


def _lines(scene: Scene, recent: Iterable[AnyEvent], language: str) -> Iterator[str]:
    before: str | None = None
    dice: tuple[int, int] | None = None
    for event in recent:
        match event:
            case events.GameStarted(position=position):
                before = position
            case events.DiceRolled(dice=thrown):
                dice = thrown
            case events.OpeningRolled(white=white, black=black, kept=kept):
                dice = (white, black) if kept else None
            case events.CheckersPlayed(side=side, steps=steps, position=position):
                if before is not None:
                    written = _written(scene, before, side, steps, language)
                    yield _with_dice(scene.name(side), written, dice)
                before = position
            case _:
                if line := _line(scene, event, language):
                    yield line


def _line(scene: Scene, event: AnyEvent, language: str) -> str | None:
    words: Text | None = None
    value = 0
    match event:
        case events.GameEnded():
            return game_won(scene, event, language)
        case events.TurnPassed():
            words = say.PASSED
        case events.DoubleOffered(value=value):
            words = say.DOUBLED
        case events.DoubleTaken():
            words = say.TOOK
        case events.DoubleDropped():
            words = say.DROPPED
        case events.Beavered(value=value):
            words = say.BEAVERED
        case events.ResignationRefused():
            words = say.REFUSED
        case _:
            return None
    return words.say(language, name=scene.name(event.side), value=value)


def game_won(scene: Scene, ended: events.GameEnded, language: str) -> str:
    """How a game ended, and for whom."""
    line = say.GAME_WON.say(
        language,
        name=scene.name(ended.winner),
        ending=say.ENDINGS[ended.ending].say(language),
        points=say.POINTS.say(language, ended.points),
    )
    cause = None if ended.cause is EndCause.BORNE_OFF else say.CAUSES.get(ended.cause)
    return line if cause is None else f"{line} ({cause.say(language)})"


def _written(
    scene: Scene, before: str, side: Side, steps: tuple[tuple[int, int], ...], language: str
) -> str:
    position = Position.parse(before)
    if side is not WHITE:
        position = position.swapped()
    rules = scene.state.conventions.play_rules
    return write_play(position, steps, rules, notation(language))


def notation(language: str) -> Language:
    """The notation of somebody's language."""
    return Language.RUSSIAN if language == "ru" else Language.ENGLISH


def _with_dice(name: str, play: str, dice: tuple[int, int] | None) -> str:
    if dice is None:
        return f"{name}: {play}"
    return f"{name}: {max(dice)}-{min(dice)} {play}"


def result(scene: Scene, language: str) -> str:
    """How the match ended."""
    ended = scene.state.result
    match ended:
        case events.MatchVoided(cause=cause):
            void = say.VOID.say(language, cause=say.VOIDS[cause].say(language))
            staked = scene.state.conventions.stake
            return f"{void} {say.STAKES_BACK.say(language)}" if staked else void
        case events.MatchEnded(winner=None):
            return say.LEVEL.say(language)
        case events.MatchEnded(winner=winner, cause=cause) if winner is not None:
            won = winner is scene.side and not scene.grouped
            words = (
                say.WON.say(language) if won else say.LOST.say(language, name=scene.name(winner))
            )
            why = say.CAUSES.get(cause)
            return words if why is None else f"{words.rstrip('.')} ({why.say(language)})."
        case None | events.MatchEnded():
            return ""
        case _:
            assert_never(ended)
