"""What is answered to a typed play that is none: what was unclear, the rule, a play that is legal.

The kind of answer a friend across the board gives, in the language of whoever typed.
"""

from bots.reading.play import NotLegal, Reading, SeveralPlays, Unclear, WrongDice
from bots.words import reading as words
from game.notation import Language, write_play
from game.plays import Plays
from game.steps import Steps


def answer(reading: Reading, plays: Plays, language: str) -> str | None:
    """Return the words to answer with; none for a play, or a part of one."""
    match reading:
        case Unclear(upwards=True):
            said = words.UPWARDS.say(language)
        case Unclear(word=""):
            said = words.UNCLEAR.say(language)
        case Unclear(word=word):
            said = words.UNCLEAR_WORD.say(language, word=_quoted(word))
        case WrongDice(said=(one, other)):
            dice = "".join(map(str, plays.dice[:2]))
            said = words.WRONG_DICE.say(language, said=f"{one}{other}", dice=dice)
        case SeveralPlays(ways=ways):
            written = dict.fromkeys(_written(way, plays, language) for way in ways)
            return words.SEVERAL.say(language, ways=" · ".join(written))
        case NotLegal(why=why):
            said = words.REASONS[why.reason].say(language)
            rule = words.RULES[why.reason].say(language)
            said = words.NOT_LEGAL.say(language, why=said, rule=rule)
            return _with_example(said, plays, why.example, language)
        case _:
            return None
    return _with_example(said, plays, plays[0].steps if plays else (), language)


def _with_example(said: str, plays: Plays, example: Steps, language: str) -> str:
    if not example:
        return f"{said} {words.NOTHING.say(language)}"
    return f"{said} {words.EXAMPLE.say(language, play=_written(example, plays, language))}"


def _written(steps: Steps, plays: Plays, language: str) -> str:
    spoken = Language.RUSSIAN if language == "ru" else Language.ENGLISH
    return write_play(plays.before, steps, plays.rules, spoken)


def _quoted(word: str) -> str:
    """A word as an answer may repeat it: short."""
    return word if len(word) <= 20 else f"{word[:19]}…"
