"""What a stake costs, in words: what is put aside, what can be lost, what the house keeps."""

from bots.words import finding as say
from bots.words.playing import COINS
from server.money.rake import PER_MILLION, Rake
from server.money.stakes import StakeCard


def stakes_words(card: StakeCard | None, language: str) -> str:
    """What one should know before one sits down, on lines of its own; nothing where it is free."""
    if card is None:
        return ""
    hold = COINS.say(language, card.hold)
    if card.hold > card.stake:
        stakes = say.STAKES.say(language, card.hold // card.stake)
        hold = say.OF_STAKES.say(language, hold=hold, stakes=stakes)
    return f"\n{say.HOLD.say(language, hold=hold)}\n{_kept(card, language)}"


def _kept(card: StakeCard, language: str) -> str:
    if not any(step.per_million for step in card.rake):
        return say.NO_RAKE.say(language)
    return say.RAKE.say(
        language, rake=_rates(card.rake, language), vip=_rates(card.vip_rake, language)
    )


def _rates(rake: Rake, language: str) -> str:
    """The rates by what is won, the first of any win."""
    first, *more = rake
    return ", ".join(
        (
            percent(first.per_million, language),
            *(
                say.FROM_WIN.say(
                    language,
                    coins=COINS.say(language, step.win_from),
                    rate=percent(step.per_million, language),
                )
                for step in more
            ),
        )
    )


def percent(per_million: int, language: str) -> str:
    """A rate as people write it."""
    written = f"{per_million * 100 / PER_MILLION:.4f}".rstrip("0").rstrip(".")
    return f"{written.replace('.', ',') if language == 'ru' else written}%"
