"""Whether something looks arranged enough to be shown to a human: pure, by the settings."""

from collections.abc import Iterator

from server.signs.terms import SignTerms
from server.storage.signs import Between, SignKind


def signs_between(terms: SignTerms, played: Between, *, is_shared: bool) -> Iterator[SignKind]:
    """What the games of two accounts show; `is_shared`: they came by one device or address."""
    games = played.losses + played.back
    if played.quick >= terms.quick_losses and _reaches(played.quick, games, terms.quick_percent):
        yield SignKind.QUICK_LOSSES
    if played.losses >= terms.lopsided_losses and _reaches(
        played.losses, games, terms.lopsided_percent
    ):
        yield SignKind.LOPSIDED
    if is_shared and may_be_shared(terms, played):
        yield SignKind.SHARED


def may_be_shared(terms: SignTerms, played: Between) -> bool:
    """Whether it is worth a look by which devices and addresses the two came."""
    games = played.losses + played.back
    return played.losses >= terms.shared_losses and _reaches(
        played.losses, games, terms.shared_percent
    )


def is_farm(terms: SignTerms, invited: int, linked: int) -> bool:
    """Whether too many of those whom somebody has invited are linked with one another or him."""
    return invited >= terms.farm_invited and _reaches(linked, invited, terms.farm_percent)


def _reaches(part: int, whole: int, percent: int) -> bool:
    return part * 100 >= whole * percent
