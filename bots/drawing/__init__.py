"""The board drawn: SVG and PNG for chats that show pictures, plain text for those that do not."""

from bots.drawing.listed import listed_board
from bots.drawing.picture import board_svg, png_of
from bots.drawing.studio import NotDrawn, Picture, Studio
from bots.drawing.text import text_board

__all__ = ["NotDrawn", "Picture", "Studio", "board_svg", "listed_board", "png_of", "text_board"]
