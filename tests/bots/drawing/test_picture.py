"""Pictures of boards: the twelve references, no fonts, and what each thing looks like."""

import asyncio
import json
import os
import signal
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.drawing import NotDrawn, Studio, board_svg, png_of
from bots.drawing import geometry as place
from bots.drawing.digits import written
from bots.drawing.picture import PIXELS
from bots.view import BoardView, CubeView, SideView
from game.position import Position
from game.rulesets import LONG, SHORT
from game.side import BLACK, WHITE
from tests.bots.drawing.png import Pixels, pixels
from tests.bots.drawing.positions import POSITIONS, counts
from tests.bots.drawing.references import DIGESTS, FOLDER, digest, small

EXTREME = {"all_on_the_bar", "fifteen_on_a_point", "all_off"}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_board_is_drawn_as_its_reference_was(name: str) -> None:
    assert digest(POSITIONS[name]) == json.loads(DIGESTS.read_text())[name]
    drawn, kept = small(POSITIONS[name]), (FOLDER / f"{name}.png").read_bytes()
    assert drawn == kept or much_alike(pixels(drawn), pixels(kept))


def much_alike(drawn: Pixels, kept: Pixels) -> bool:
    """Whether two pictures differ along edges at most, as those of two renderers do."""
    assert (drawn.width, drawn.height) == (kept.width, kept.height)
    apart = sum(abs(a - b) > 24 for a, b in zip(drawn.channels, kept.channels, strict=True))
    return apart < len(kept.channels) / 500


def test_a_checker_elsewhere_is_another_picture() -> None:
    view = POSITIONS["all_off"]
    moved = replace(view, theirs=replace(view.theirs, checkers=counts(off=14, p2=1)))
    drawn = pixels(small(view))
    assert much_alike(drawn, drawn)
    assert not much_alike(drawn, pixels(small(moved)))


@pytest.mark.parametrize("name", sorted(POSITIONS.keys() - EXTREME))
def test_an_ordinary_position_of_the_references_can_stand(name: str) -> None:
    view = POSITIONS[name]
    rules = LONG if view.same_direction else SHORT
    problems = Position(view.mine.checkers, view.theirs.checkers).problems(rules).codes
    expected = {"wrong_number"} if sum(view.mine.checkers) > 15 else set()
    assert set(problems) <= expected


@pytest.mark.parametrize("view", POSITIONS.values(), ids=POSITIONS)
def test_no_picture_needs_a_font(view: BoardView) -> None:
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(board_svg(view)).iter()}
    assert tags <= {"svg", "style", "g", "rect", "circle", "path", "polygon"}


def test_a_picture_is_as_wide_as_a_phone() -> None:
    drawn = png_of(board_svg(POSITIONS["short_middle"]))
    assert drawn[16:20] == PIXELS.to_bytes(4, "big")
    assert len(drawn) < 200_000


def test_a_board_looks_the_same_from_both_sides_but_for_who_is_below() -> None:
    """The other sees his own numbers: what is mine on 6 is on his 19 for him."""
    view = POSITIONS["short_middle"]
    turned = replace(view, mine=view.theirs, theirs=view.mine)
    assert view.across(6) == 19
    assert board_svg(turned) != board_svg(view)
    assert board_svg(replace(turned, mine=view.mine, theirs=view.theirs)) == board_svg(view)


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("point", [1, 12, 13, 24])
def test_a_stack_of_any_height_stays_in_its_half(point: int, count: int) -> None:
    spots = [place.on_point(point, index, count) for index in range(count)]
    assert all(place.TOP < y < place.BOTTOM for _, y in spots)
    assert all((y < place.MIDDLE) == place.is_upper(point) for _, y in spots)
    assert len({spot.y for spot in spots}) == count


@pytest.mark.parametrize("mine", [True, False])
def test_sixteen_borne_off_find_room_in_the_tray(mine: bool) -> None:
    spots = [place.in_tray(index, mine=mine).y for index in range(16)]
    assert all((y > place.MIDDLE) == mine for y in spots)
    assert all(abs(one - other) >= 20 for one, other in pairwise(spots))


@given(st.text("0123456789:/+.-", min_size=1, max_size=9))
def test_any_number_can_be_written(text: str) -> None:
    assert ET.fromstring(written(text, 0, 0, 20, "pen")).findall("path")


@given(
    st.integers(0, 15),
    st.integers(0, 25),
    st.booleans(),
    st.sampled_from([None, *(CubeView(2**n, WHITE) for n in range(12))]),
)
def test_any_board_can_be_drawn(
    heap: int, point: int, same_direction: bool, cube: CubeView | None
) -> None:
    checkers = bytearray(counts(p3=15 - heap))
    checkers[point] += heap
    side = SideView(colour=WHITE, checkers=bytes(checkers), moved=(point,), left=(1,))
    other = SideView(colour=BLACK, checkers=counts(off=15))
    view = BoardView(mine=side, theirs=other, same_direction=same_direction, cube=cube)
    for seen in (view, replace(view, mine=other, theirs=side)):
        circles = board_svg(seen).count('class="inner"')
        assert circles == 15 - checkers[0] + 2, "every checker once, and the two of the plates"


async def test_equal_boards_are_drawn_once_and_others_apart() -> None:
    view = POSITIONS["all_off"]
    async with Studio() as studio:
        first, again, other = await asyncio.gather(
            studio.picture(view), studio.picture(view), studio.picture(POSITIONS["long_opening"])
        )
        assert first.png is again.png
        assert first.png == png_of(board_svg(view))
        assert first.digest == digest(view)
        assert other.digest != first.digest


async def test_a_painter_that_dies_is_replaced() -> None:
    async with Studio() as studio:
        await studio.picture(POSITIONS["all_off"])
        for pid in list(studio._pool._processes):
            os.kill(pid, signal.SIGKILL)
        drawn = await studio.picture(POSITIONS["long_opening"])
        assert drawn.png.startswith(b"\x89PNG")


async def test_what_cannot_be_drawn_is_said_and_may_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Studio() as studio:
        monkeypatch.setattr("bots.drawing.studio.board_svg", lambda view: "<svg")
        with pytest.raises(NotDrawn):
            await studio.picture(POSITIONS["all_off"])
        monkeypatch.undo()
        assert (await studio.picture(POSITIONS["all_off"])).png
