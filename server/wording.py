"""How an error code looks to whoever gets it."""

from typing import NamedTuple


class Wording(NamedTuple):
    """How a code looks: the status over HTTP, the sentence in both languages."""

    status: int
    en: str
    ru: str

    def in_language(self, language: str) -> str:
        """The sentence in Russian for ``ru``, in English for all others."""
        return self.ru if language == "ru" else self.en
