"""What follows from a tournament's events, in their transaction: coins, matches, places, words."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.tournament import AnyTournamentEvent, TournamentState
from game.tournament.events import (
    MeetingBegan,
    MeetingCalledAgain,
    RoundDrawn,
    TournamentCancelled,
    TournamentEnded,
)
from server.inbox import (
    ByeGiven,
    MeetingBegins,
    MeetingCalled,
    TournamentFinished,
    TournamentOff,
    to,
)
from server.money.entries import Fees, Paid, Won, refund
from server.money.rake import Rake
from server.named import Named
from server.storage.feeds import Post
from server.storage.ids import Millis
from server.storage.names import Names
from server.storage.tournaments import Entry, Tournament, Tournaments
from server.tournaments.announcing import fund_of


async def follow(
    tx: AsyncConnection,
    fees: Fees,
    tournament: Tournament,
    events: Sequence[AnyTournamentEvent],
    state: TournamentState,
) -> list[Post]:
    """Do what follows, and return what entrants are told in their inboxes."""
    told: list[Post] = []
    for event in events:
        match event:
            case RoundDrawn():
                pairs = [each for each in event.meetings if len(each) == 2]
                told += await _called(tx, tournament, pairs, event.deadline)
                bye = ByeGiven(tournament.id, len(state.rounds))
                told += [to(UUID(each[0]), bye) for each in event.meetings if len(each) == 1]
            case MeetingCalledAgain():
                pair = state.rounds[-1].meetings[event.table].entrants
                told += await _called(tx, tournament, [pair], event.deadline)
            case MeetingBegan():
                begins = MeetingBegins(tournament.id, UUID(event.match))
                pair = state.rounds[-1].meetings[event.table].entrants
                told += [to(UUID(each), begins) for each in pair]
            case TournamentEnded():
                told += await _ended(tx, fees, tournament, event)
            case TournamentCancelled():
                told += await _cancelled(tx, tournament, event.at)
            case _:
                pass
    return told


async def _called(
    tx: AsyncConnection,
    tournament: Tournament,
    pairs: Iterable[tuple[str, ...]],
    deadline: Millis,
) -> list[Post]:
    """Both are told whom they meet, and until when they are waited for."""
    sides = [(UUID(pair[0]), UUID(pair[1])) for pair in pairs]
    names = await Names(tx).of({each for pair in sides for each in pair})
    return [
        to(one, MeetingCalled(tournament.id, names.get(other, Named(other, None)), deadline))
        for pair in sides
        for one, other in (pair, pair[::-1])
    ]


async def _ended(
    tx: AsyncConnection, fees: Fees, tournament: Tournament, event: TournamentEnded
) -> list[Post]:
    """Everybody has his place, and those whom it brings a prize have it."""
    places, fund = [UUID(each) for each in event.places], fund_of(tournament)
    entries = await Tournaments(tx).entries(tournament.id)
    prizes = dict(zip(places, fund.prizes(len(places)), strict=False))
    won = [Won(each, prizes.get(each, 0), _rake(entries[each])) for each in places]
    await fees.award(tx, tournament.id, won, fund, event.at)
    paid = _paid(tournament, (entries[each] for each in places))
    await fees.reward(tx, paid, fund, event.at)
    await Tournaments(tx).place(tournament.id, places, prizes)
    return [
        to(each, TournamentFinished(tournament.id, place, prizes.get(each, 0)))
        for place, each in enumerate(places, 1)
    ]


async def _cancelled(tx: AsyncConnection, tournament: Tournament, at: Millis) -> list[Post]:
    """Everybody has his fee back."""
    entries = await Tournaments(tx).entries(tournament.id)
    entered = [each for each in entries.values() if each.left_at is None]
    await refund(tx, list(_paid(tournament, entered)), fund_of(tournament), at)
    return [to(each.account, TournamentOff(tournament.id)) for each in entered]


def _paid(tournament: Tournament, entries: Iterable[Entry]) -> Iterator[Paid]:
    return (Paid(tournament.id, each.account, each.number) for each in entries)


def _rake(entry: Entry) -> Rake:
    return msgspec.json.decode(entry.rake, type=Rake)
