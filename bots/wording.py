"""A text in the languages that bots speak. All that people read stands under `bots/words`."""

from typing import Final, Literal, NamedTuple, TypeAlias

Language: TypeAlias = Literal["ru", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("ru", "en")


def spoken(language: str) -> Language:
    """The language in which somebody is answered."""
    return "ru" if language == "ru" else "en"


class Text(NamedTuple):
    """The same in each language; what stands in braces is filled in."""

    ru: str
    en: str

    def say(self, language: str, **values: object) -> str:
        """The text in a language."""
        text = self.ru if language == "ru" else self.en
        return text.format(**values) if values else text


class Plural(NamedTuple):
    """A counted noun, in the forms that each language has: 1, 2 to 4, 5 and more."""

    ru: tuple[str, str, str]
    en: tuple[str, str]

    def say(self, language: str, count: int) -> str:
        """The number with its noun."""
        if language != "ru":
            return f"{count} {self.en[abs(count) != 1]}"
        ones, tens = abs(count) % 10, abs(count) % 100 // 10
        if tens == 1 or ones == 0 or ones >= 5:
            return f"{count} {self.ru[2]}"
        return f"{count} {self.ru[0 if ones == 1 else 1]}"
