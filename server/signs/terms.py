"""The part of the settings that says what looks arranged."""

from typing import Annotated

from msgspec import Meta, Struct


class SignTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """From where on a human is shown what two accounts have played, or whom somebody invited."""

    days: Annotated[int, Meta(ge=1, le=90, description="that are looked back on")] = 30
    quick_turns: Annotated[
        int, Meta(ge=0, description="of the loser in a game, at most, make it a quick loss")
    ] = 6
    quick_losses: Annotated[
        int, Meta(ge=2, description="of one account to another, from which on it is shown")
    ] = 8
    quick_percent: Annotated[
        int,
        Meta(
            ge=50, le=100, description="of the games between the two that were quick losses of his"
        ),
    ] = 50
    lopsided_losses: Annotated[
        int, Meta(ge=2, description="of one account to another, however played")
    ] = 20
    lopsided_percent: Annotated[
        int, Meta(ge=50, le=100, description="of the games between the two that he lost")
    ] = 95
    shared_losses: Annotated[
        int, Meta(ge=1, description="to an account that came by the same device or address")
    ] = 12
    shared_percent: Annotated[
        int, Meta(ge=50, le=100, description="of the games between those two that he lost")
    ] = 90
    farm_invited: Annotated[
        int, Meta(ge=2, description="people whom one has invited, from which on they are compared")
    ] = 5
    farm_percent: Annotated[
        int,
        Meta(ge=50, le=100, description="of them who share a device or address among one another"),
    ] = 60
