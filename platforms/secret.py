"""Keys that we share with a platform, and the one way in which we compare with them."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass

from platforms.refusals import NotConfigured


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """The keys a platform may have signed with: the current one, then those being retired.

    There is no such thing as an empty key: `NotConfigured` is raised instead, so that no
    verifier can be built without one. The values never show in `repr`.
    """

    values: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.values or not all(_is_usable(value) for value in self.values):
            raise NotConfigured

    @classmethod
    def parse(cls, text: str) -> "Secrets":
        """Read `new,old` as it stands in a setting; blanks around a key are dropped."""
        return cls(tuple(value.strip() for value in text.split(",")))

    @classmethod
    def of(cls, *values: str) -> "Secrets":
        """The keys as they are, the current one first."""
        return cls(values)

    @property
    def current(self) -> str:
        """The key that we sign with."""
        return self.values[0]

    def hold(self, claimed: str) -> bool:
        """Whether this is one of the keys, for platforms that send the key itself."""
        return any(same(claimed, value) for value in self.values)

    def any_makes(self, signature: str, sign: Callable[[str], str]) -> bool:
        """Whether `sign` makes exactly this signature with one of the keys."""
        return any(same(signature, sign(value)) for value in self.values)

    def __repr__(self) -> str:
        return f"Secrets({len(self.values)})"


def same(claimed: str, ours: str) -> bool:
    """Compare in constant time; any text may be claimed, lone surrogates included."""
    return hmac.compare_digest(_bytes(claimed), _bytes(ours))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _is_usable(value: str) -> bool:
    return bool(value.strip()) and not any("\ud800" <= letter <= "\udfff" for letter in value)
