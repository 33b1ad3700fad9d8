"""What is told of tournaments in the topic ``tournaments``, to everybody."""

from typing import Final
from uuid import UUID

import msgspec

from game.tournament import AnyTournamentEvent
from game.vocabulary import snake
from server.storage.feeds import Feed, Post

TOURNAMENTS: Final = Feed.of("tournaments")


class TournamentMoved(msgspec.Struct, frozen=True, tag_field="event", tag=snake):
    """What one command did in a ``tournament``: the commit ``seq`` of its log, from 0 on."""

    tournament: UUID
    seq: int
    events: tuple[AnyTournamentEvent, ...]


def moved(tournament: UUID, seq: int, events: tuple[AnyTournamentEvent, ...]) -> Post:
    """The post that tells of it."""
    return Post(TOURNAMENTS, msgspec.json.encode(TournamentMoved(tournament, seq, events)))
