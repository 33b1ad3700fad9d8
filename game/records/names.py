"""Names of players as they may stand in a record: one line, no signs of the formats."""

import re

LONGEST = 40
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_SIGNS = str.maketrans(
    {'"': "'", "[": "(", "]": ")", ":": ".", ";": ",", "\\": "/", "{": "(", "}": ")"}
)


def written_name(name: str) -> str:
    """Return the name without line breaks, signs of the formats and needless blanks."""
    plain = " ".join(_CONTROL.sub(" ", name).translate(_SIGNS).split())
    return plain[:LONGEST].strip() or "?"
