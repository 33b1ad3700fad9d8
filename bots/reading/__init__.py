"""What people type: plays in any handwriting, and words for the other decisions."""

from bots.reading.answers import answer
from bots.reading.orders import Order, Verb, read_order
from bots.reading.play import (
    NotLegal,
    PartOfPlay,
    Reading,
    SeveralPlays,
    Unclear,
    WholePlay,
    WrongDice,
    read_typed,
)

__all__ = [
    "NotLegal",
    "Order",
    "PartOfPlay",
    "Reading",
    "SeveralPlays",
    "Unclear",
    "Verb",
    "WholePlay",
    "WrongDice",
    "answer",
    "read_order",
    "read_typed",
]
