"""Settings of what people do beside the board: nicks, friends, talk, invitations, reminders."""

from typing import Annotated

from msgspec import Meta, Struct


class Nicks(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one is called."""

    changes: Annotated[int, Meta(ge=0, description="of a nick, after it was first chosen")] = 1
    reserved_days: Annotated[
        int, Meta(ge=0, description="for which nobody else gets a nick that was given up")
    ] = 90
    bad_words: Annotated[
        tuple[str, ...],
        Meta(description="refused beside the standard list: word, word* (beginning), *word*"),
    ] = ()


class People(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Friends and leaderboards."""

    friends: Annotated[int, Meta(ge=0, description="that one may have")] = 500
    friend_requests: Annotated[
        int, Meta(ge=0, description="of one person that wait for an answer")
    ] = 50
    blocked: Annotated[int, Meta(ge=1, description="people whom one may block")] = 500
    recent_matches: Annotated[int, Meta(ge=0, description="shown in a profile")] = 10
