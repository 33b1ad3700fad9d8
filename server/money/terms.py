"""The terms of money: the part of the settings that says what the house takes and gives."""

from typing import Annotated

from msgspec import Meta, Struct

from server.money.rake import RakeRate


class StakeTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be played for, and what the house keeps of it."""

    largest_hold: Annotated[
        int, Meta(ge=0, le=10**15, description="coins that one seat may put aside for a match")
    ] = 10**12
    rates: Annotated[
        tuple[RakeRate, ...],
        Meta(description="rake in hundredths of a per cent; the last line that fits counts"),
    ] = (RakeRate(basis_points=500),)


class VipTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What VIP gives."""

    rake_percent: Annotated[
        int, Meta(ge=0, le=100, description="of the usual rake that a VIP pays")
    ] = 50
