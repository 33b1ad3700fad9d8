"""All use cases of people, gathered once by the wiring."""

from dataclasses import dataclass
from typing import Self
from zoneinfo import ZoneInfo

from server.accounts.naming import Naming
from server.inbox import Posted
from server.people.friends import Avoidance, Friendship
from server.people.leaderboards import Leaderboards
from server.people.presence import Whereabouts
from server.people.profiles import Profiles
from server.people.wants import Wants
from server.settings import Settings
from server.storage.clock import Clock
from server.storage.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What they stand on."""

    database: Database
    clock: Clock
    settings: Settings
    zone: ZoneInfo
    """The operator's: whose midnight ends a leaderboard's day."""
    posted: Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class Social:
    """One of each in a process."""

    naming: Naming
    friendship: Friendship
    avoidance: Avoidance
    whereabouts: Whereabouts
    profiles: Profiles
    leaderboards: Leaderboards
    wants: Wants

    @classmethod
    def on(cls, basis: Basis) -> Self:
        """Make them."""
        database, clock, people = basis.database, basis.clock, basis.settings.people
        return cls(
            naming=Naming(database, clock, basis.settings.nicks),
            friendship=Friendship(database, clock, people, basis.posted),
            avoidance=Avoidance(database, clock, people),
            whereabouts=Whereabouts(database, clock),
            profiles=Profiles(database, clock, people),
            leaderboards=Leaderboards(database, clock, basis.zone),
            wants=Wants(database),
        )
