"""What a match does to ratings and leaderboards: steps that follow it, each once."""

from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from game.events import MatchOpened
from game.rating import rated, won_by_points, won_coins
from server.people.spans import boards
from server.play.after_match import Ended, Step
from server.records.summary import summary
from server.storage.account_locks import shared
from server.storage.accounts import Accounts
from server.storage.jobs import SHOWN, Jobs
from server.storage.ratings import Ratings
from server.storage.standings import Board, Standings, Tally


class RatingStep:
    """Moves the ratings of a rated match. Guests are never rated, nor is oneself by oneself."""

    name: Final = "ratings"

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Rate what was won, in order; shown on the leaderboards, unless the match is not yet."""
        conventions = conventions_of(ended)
        won = won_by_points(ended.events)
        if not conventions.rated or not won:
            return
        players = await members(tx, ended)
        if players is None:
            return
        ratings = Ratings(tx)
        before = await ratings.locked(conventions.rules, players)
        after = dict(before)
        for each in won:
            winner, loser = players[each.winner], players[1 - each.winner]
            after[winner], after[loser] = rated(after[winner], after[loser], each.length)
        await ratings.move(conventions.rules, before, after, ended.match.id)
        if not await Jobs(tx).is_held_back(ended.match.id):
            await show_ratings(tx, boards(conventions.rules, ended.ended_at, self._zone), players)


class StandingStep:
    """Counts wins and coins of members, and shows what the match did to their ratings; a match of
    a guest, or a private one, ranks nobody.
    """

    name: Final = SHOWN

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Add the match to the leaderboards of its day, its week and of all time."""
        if ended.match.private or not won_by_points(ended.events):
            return
        players = await members(tx, ended)
        if players is None:
            return
        coins = won_coins(ended.events)
        winner = summary(ended.events).winner
        tallies = tuple(
            Tally(account, int(seat == winner), max(0, coins[seat]))
            for seat, account in enumerate(players)
        )
        conventions = conventions_of(ended)
        shown = boards(conventions.rules, ended.ended_at, self._zone)
        if conventions.rated:  # ratings before boards, as the step that moves them
            await Ratings(tx).locked(conventions.rules, players)
        await Standings(tx).count(shown, tallies)
        if await Ratings(tx).changes(ended.match.id):
            await show_ratings(tx, shown, players)


def people_steps(zone: ZoneInfo) -> tuple[Step, ...]:
    """Return the steps, for an operator of this time zone."""
    return RatingStep(zone), StandingStep(zone)


def conventions_of(ended: Ended) -> Conventions:
    """What the match was played by."""
    opened = ended.events[0]
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"match {ended.match.id} begins with {type(opened).__name__}")
    return opened.conventions


async def members(tx: AsyncConnection, ended: Ended) -> tuple[UUID, UUID] | None:
    """Both players by seat, wherever their accounts were merged to; none where one is a guest,
    or where both have become the same person. Nobody is merged until the transaction ends.
    """
    await shared(tx, ended.match.players)
    accounts = Accounts(tx)
    first, second = [await accounts.get(player) for player in ended.match.players]
    if first.is_guest or second.is_guest or first.id == second.id:
        return None
    return first.id, second.id


async def show_ratings(
    tx: AsyncConnection, shown: tuple[Board, ...], players: tuple[UUID, ...]
) -> None:
    """Put ratings on leaderboards, as everybody may know them; they must be locked."""
    rules = shown[0].rules
    points = {}
    for account in players:
        rating = (await Ratings(tx).seen(account)).get(rules)
        if rating is not None:  # or no match of his is everybody's news yet
            points[account] = rating.points
    await Standings(tx).rate(shown, points)
