"""The nick that we propose to somebody new: the platform's name, cut to what a nick may be."""

import unicodedata

LONGEST = 20


def proposed_nick(name: str | None) -> str | None:
    """Letters, digits and single blanks of a name, at most 20; none when nothing is left."""
    if name is None:
        return None
    plain = unicodedata.normalize("NFC", name)
    kept = "".join(c if c.isalnum() or c in "-_." else " " for c in plain)
    return " ".join(kept.split())[:LONGEST].strip() or None
