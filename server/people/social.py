"""All use cases of people, gathered once by the wiring."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self
from uuid import UUID
from zoneinfo import ZoneInfo

from server.accounts.naming import Naming
from server.chat.hearing import Hearing
from server.chat.moderation import Bench, Moderation
from server.chat.reporting import Reporting
from server.chat.talk import Talk
from server.inbox import Posted
from server.people.friends import Avoidance, Friendship
from server.people.inviting import Doors, Inviting, Seats
from server.people.leaderboards import Leaderboards
from server.people.newsroom import Newsroom
from server.people.presence import Whereabouts
from server.people.profiles import Profiles
from server.people.terms import TermsOfPlay
from server.people.wanted import VipStandings
from server.people.wants import Wants
from server.settings import Settings
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids, Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What they stand on."""

    database: Database
    clock: Clock
    settings: Settings
    zone: ZoneInfo
    """The operator's: whose midnight ends a leaderboard's day."""
    posted: Posted
    vip: VipStandings
    seats: Seats
    shut_out: Callable[[UUID, Millis], Awaitable[None]]
    """Closes the open tables of somebody, those that were opened up to a moment."""


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
    hearing: Hearing
    talk: Talk
    reporting: Reporting
    moderation: Moderation
    inviting: Inviting
    newsroom: Newsroom
    terms: TermsOfPlay

    @classmethod
    def on(cls, basis: Basis) -> Self:
        """Make them."""
        database, clock, people = basis.database, basis.clock, basis.settings.people
        hearing = Hearing(database)
        talk = Talk(database, clock, basis.settings.talk, basis.posted)
        bench = Bench(database, clock, Ids(), basis.posted, basis.shut_out)
        return cls(
            naming=Naming(database, clock, basis.settings.nicks),
            friendship=Friendship(database, clock, people, basis.posted),
            avoidance=Avoidance(database, clock, people, hearing),
            whereabouts=Whereabouts(database, clock),
            profiles=Profiles(database, clock, people, basis.vip),
            leaderboards=Leaderboards(database, clock, basis.zone),
            wants=Wants(database, hearing),
            hearing=hearing,
            talk=talk,
            reporting=Reporting(database, clock, basis.settings.talk, talk),
            moderation=Moderation(bench),
            inviting=Inviting(
                database, clock, people, Doors(basis.vip, basis.seats, basis.posted)
            ),
            newsroom=Newsroom(database, clock),
            terms=TermsOfPlay(database, clock, basis.settings.terms),
        )
