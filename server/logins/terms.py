"""The terms of letters by mail."""

from typing import Annotated

from msgspec import Meta, Struct


class MailTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long a code opens the door, how often it may be tried, how many letters are sent."""

    code_minutes: Annotated[int, Meta(ge=1, le=60, description="for which a code is good")] = 10
    tries: Annotated[
        int, Meta(ge=1, le=10, description="of a code, after which another must be sent")
    ] = 5
    letters_per_hour: Annotated[int, Meta(ge=1, description="to one address")] = 5
    letters_per_client: Annotated[
        int, Meta(ge=1, description="in an hour for one network address")
    ] = 20
    receipts_per_hour: Annotated[
        int, Meta(ge=0, description="to one address that writes to support")
    ] = 5
