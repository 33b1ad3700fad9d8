"""A strict reader of JSON that somebody else wrote.

It differs from msgspec's in one point: names in signed payloads may hold escaped lone
surrogates, and such a person must not be locked out.
"""

import json
import math
from typing import NoReturn


def read_object(text: str | bytes) -> dict[str, object]:
    """The members of a JSON object; ValueError for anything else, however deep or large.

    NaN, infinities and bad UTF-8 are refused.
    """
    try:
        plain = text if isinstance(text, str) else text.decode()
        value = json.loads(plain, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as too_deep:
        raise ValueError("too deep") from too_deep
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004  one error for every bad text
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number
