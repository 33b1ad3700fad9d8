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
    invitation_seconds: Annotated[
        int, Meta(ge=10, description="until an invitation to a table lapses")
    ] = 600
    invitations_an_hour: Annotated[int, Meta(ge=0, description="of one person")] = 60
    recent_matches: Annotated[int, Meta(ge=0, description="shown in a profile")] = 10


class Talk(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be said, how much of it, how often."""

    languages: Annotated[
        tuple[str, ...], Meta(description="of the lobby's rooms, two letters each")
    ] = ("ru", "en")
    length: Annotated[int, Meta(ge=1, le=4000, description="characters of a message")] = 300
    messages: Annotated[int, Meta(ge=1, description="of one person within `seconds`")] = 5
    seconds: Annotated[int, Meta(ge=1, description="within which `messages` are counted")] = 10
    reports_a_day: Annotated[int, Meta(ge=0, description="of one person")] = 20


class Terms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of play that people accept before their first table."""

    version: Annotated[
        int, Meta(ge=0, description="in force; a higher one is to be accepted anew; 0 asks nobody")
    ] = 0
    age: Annotated[int, Meta(ge=0, description="that one declares to have reached")] = 18


class Reminders(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Notices by a platform that it is one's move."""

    after_seconds: Annotated[
        int, Meta(ge=0, description="of absence on one's own turn before a reminder")
    ] = 30
    attempts: Annotated[int, Meta(ge=1, description="to send one, before it is given up")] = 8
    vk_a_day: Annotated[int, Meta(ge=0, description="to one person by VK")] = 1
    ok_a_day: Annotated[int, Meta(ge=0, description="to one person by OK")] = 3
    facebook_a_day: Annotated[int, Meta(ge=0, description="to one person by Facebook")] = 2
    telegram_a_day: Annotated[int, Meta(ge=0, description="to one person by Telegram")] = 10

    def a_day(self, platform: str) -> int:
        """The measure of a platform; none for one that has none."""
        measures = {
            "vk": self.vk_a_day,
            "ok": self.ok_a_day,
            "facebook": self.facebook_a_day,
            "telegram": self.telegram_a_day,
        }
        return measures.get(platform, 0)
