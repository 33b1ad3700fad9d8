"""Dice as a value."""

import msgspec
import pytest

from game import Dice


def test_dice_are_text_json_and_steps() -> None:
    dice = Dice(3, 5)

    assert str(dice) == "35"
    assert Dice.parse("35") == dice
    assert msgspec.json.encode(dice) == b"[3,5]"
    assert msgspec.json.decode(b"[3,5]", type=Dice) == dice
    assert (dice.high, dice.low) == (5, 3)
    assert dice.values == (5, 3)
    assert not dice.is_doublet
    assert Dice(2, 2).values == (2, 2, 2, 2)
    assert Dice(2, 2).is_doublet


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 7), (-1, 3), (3, 10)])
def test_a_die_shows_one_to_six(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="dice show 1 to 6"):
        Dice(first, second)


@pytest.mark.parametrize("text", ["", "6", "666", "70", "a1", "٣٣", "-1"])
def test_what_are_no_dice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="dice"):
        Dice.parse(text)


@pytest.mark.parametrize("json", [b"[1]", b"[1,2,3]", b"[0,1]", b'["1",2]', b"12"])
def test_json_that_is_no_dice_is_refused(json: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json, type=Dice)
