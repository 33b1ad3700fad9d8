"""The vectors of the platforms' protocols, as test parameters and in our words."""

import json
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from platforms.refusals import Reason

_DATA = Path(__file__).parent.parent / "data"

# The two files name some reasons differently; a word here is one reason there.
_SYNONYMS = {
    "too_large": Reason.TOO_LONG,
    "bad_signature": Reason.BAD_SIGN,
    "missing": Reason.NO_SIGN,
    "missing_hash": Reason.NO_SIGN,
    "missing_signature": Reason.NO_SIGN,
    "bad_token": Reason.BAD_SECRET,
    "expired": Reason.STALE,
}

Vector = dict[str, Any]


def _load() -> list[Vector]:
    names = ("vectors-vk-ok.json", "vectors-facebook-telegram.json")
    return [vector for name in names for vector in json.loads((_DATA / name).read_text("utf-8"))]


ALL = _load()


def vectors(*kinds: str) -> list[ParameterSet]:
    """Every vector of these kinds, each a test of its own name."""
    found = [pytest.param(vector, id=vector["id"]) for vector in ALL if vector["kind"] in kinds]
    assert found, kinds
    return found


def reason(vector: Vector) -> Reason | None:
    """The reason for which this vector is to be refused; None if it is to be believed."""
    if vector["valid"]:
        return None
    word = vector.get("reject_reason") or vector["expected"]["error"]
    return _SYNONYMS.get(word) or Reason(word)
