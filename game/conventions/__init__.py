"""What the players of a table agree on beside the rule set (rules, section 12).

`ConventionsAsked` is what somebody asks for, most of it left open; `resolve` fills in the defaults
or refuses what clashes; `Conventions` is the agreement itself, with nothing left open.
"""

from game.conventions.agreed import Conventions
from game.conventions.asked import ConventionsAsked
from game.conventions.presets import PRESETS, Preset
from game.conventions.resolving import resolve
from game.conventions.words import (
    ClockName,
    Colour,
    CubeKind,
    DeadCube,
    ExtraChecker,
    Form,
    SessionEnd,
    Unit,
)

__all__ = [
    "PRESETS",
    "ClockName",
    "Colour",
    "Conventions",
    "ConventionsAsked",
    "CubeKind",
    "DeadCube",
    "ExtraChecker",
    "Form",
    "Preset",
    "SessionEnd",
    "Unit",
    "resolve",
]
