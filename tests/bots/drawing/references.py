"""The reference images under `tests/data/boards`, and how to draw them anew.

`python -m tests.bots.drawing.references` writes them; look at every one of them before you commit.
"""

import json
from hashlib import sha256
from pathlib import Path

from bots.drawing import board_svg, png_of
from bots.view import BoardView
from tests.bots.drawing.positions import POSITIONS

FOLDER = Path(__file__).parents[2] / "data" / "boards"
DIGESTS = FOLDER / "digests.json"
PIXELS = 360


def digest(view: BoardView) -> str:
    return sha256(board_svg(view).encode()).hexdigest()


def small(view: BoardView) -> bytes:
    return png_of(board_svg(view), PIXELS)


def _draw_anew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, view in POSITIONS.items():
        (FOLDER / f"{name}.png").write_bytes(small(view))
    digests = {name: digest(view) for name, view in POSITIONS.items()}
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n")


if __name__ == "__main__":
    _draw_anew()
