"""Agreements worth a name: data, to which a table may add its own terms."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from game.clock import TimeControl, bank, compensation, fischer
from game.conventions.asked import ConventionsAsked
from game.conventions.words import ClockName, CubeKind
from game.options import FirstTurnHeads, Opening, PrimeCheck
from game.rulesets import RuleName
from game.vocabulary import Millis


class Preset(StrEnum):
    """The names of the presets."""

    OFFICIAL = "official"
    """Long nardy of the federation: every step may not pass a block, the opening dice are kept."""
    POKERBET = "pokerbet"
    """Long nardy of the betting tables: their heads, a linear cube, gammons that do not pay."""


PRESETS: Mapping[Preset, ConventionsAsked] = MappingProxyType(
    {
        Preset.OFFICIAL: ConventionsAsked(
            rules=RuleName.LONG, prime_check=PrimeCheck.EVERY_STEP, opening=Opening.KEEP
        ),
        Preset.POKERBET: ConventionsAsked(
            rules=RuleName.LONG,
            first_turn_heads=FirstTurnHeads.POKERBET,
            cube=CubeKind.LINEAR,
            linear_max=3,
            gammons_pay=False,
        ),
    }
)

CLOCKS: Mapping[ClockName, TimeControl | None] = MappingProxyType(
    {
        ClockName.BANK: bank(),
        ClockName.FISCHER: fischer(reserve=Millis(180_000), increment=Millis(10_000)),
        ClockName.COMPENSATION: compensation(reserve=Millis(180_000), delay=Millis(10_000)),
        ClockName.NONE: None,
    }
)
