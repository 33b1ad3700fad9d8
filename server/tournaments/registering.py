"""Entering a tournament and withdrawing from it; the fee moves in the same transaction."""

from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.tournament import Register, TournamentPhase, Withdraw
from game.tournament.refusals import AlreadyEntered
from server.accounts.refusals import MembersOnly
from server.chat.standing import require_admission
from server.inbox import AnotherOfYours, to
from server.money.entries import Fund, Paid, refund
from server.people.terms import require_terms
from server.storage.account_locks import shared
from server.storage.accounts import AccountMoved, Accounts
from server.storage.feeds import Post
from server.storage.ledger_accounts import Currency
from server.storage.tournaments import Tournament, Tournaments
from server.tables.admission import require_stake
from server.tables.hall import Act, Hall
from server.tables.refusals import RatingOutOfRange
from server.tables.views import RatingRange
from server.tournaments.announcing import fund_of
from server.tournaments.arena import Arena, Moment
from server.tournaments.twins import seen_twice


class Registration:
    """The use case. Of two who want the last place at the same instant, one gets it."""

    def __init__(self, hall: Hall, arena: Arena) -> None:
        self._hall = hall
        self._arena = arena

    async def enter(self, tournament: UUID, account: UUID) -> None:
        """Take part, and pay; who takes part already pays nothing again.

        Raises `TournamentNotFound`, `MembersOnly` for guests, `RatingOutOfRange`, what tables and
        stakes refuse (`Banned`, `TermsNotAccepted`, `BarredFromStakes`), what the tournament
        does, and `InsufficientCoins`, `InsufficientPoints`.
        """
        await self._hall.learn_for(await self._coins(tournament), account)
        try:
            async with self._hall.act() as act:
                await self._enter(act, tournament, account)
        except AlreadyEntered:
            return

    async def _enter(self, act: Act, tournament: UUID, account: UUID) -> None:
        # Shared until the end, so that nobody who enters is merged meanwhile.
        if (await shared(act.tx, [account]))[account] != account:
            raise AccountMoved(account)
        found = await Tournaments(act.tx).get(tournament)
        fund, rules = fund_of(found), _conventions(found).rules
        await self._require_welcome(act, found, account)
        moved = await self._arena.carry_out(
            act.tx, tournament, Register(str(account)), Moment(act.now)
        )
        rake = await self._arena.fees.rake(act.tx, account, fund, rules, act.now)
        number = await Tournaments(act.tx).enter(
            tournament, account, act.now, msgspec.json.encode(rake)
        )
        paid = Paid(tournament, account, number)
        await self._arena.fees.pay(act.tx, paid, fund, act.now)
        act.posts += [*moved.posts, *await self._warnings(act, tournament, account)]

    async def _warnings(self, act: Act, tournament: UUID, account: UUID) -> list[Post]:
        """What tells somebody that another entrant seems to be himself, or of his home."""
        links = [each for each in await seen_twice(act.tx, tournament) if account in each.people]
        kinds = sorted({each.kind for each in links})
        return [to(account, AnotherOfYours(tournament, kind)) for kind in kinds]

    async def withdraw(self, tournament: UUID, account: UUID) -> None:
        """Take part no more. Before the start the fee goes back; later it stays.

        Raises `TournamentNotFound`, `NotEntered`, `TournamentIsOver`.
        """
        async with self._hall.act() as act:
            moved = await self._arena.carry_out(
                act.tx, tournament, Withdraw(str(account)), Moment(act.now)
            )
            if moved.state.phase is TournamentPhase.REGISTERING:
                entry = (await Tournaments(act.tx).entries(tournament))[account]
                await Tournaments(act.tx).leave(tournament, account, act.now)
                paid = Paid(tournament, account, entry.number)
                await refund(act.tx, [paid], fund_of(moved.before), act.now)
            act.posts += moved.posts

    async def _require_welcome(self, act: Act, tournament: Tournament, account: UUID) -> None:
        settings = self._hall.settings
        if (await Accounts(act.tx).get(account)).is_guest:
            raise MembersOnly
        await require_admission(act.tx, account, act.now)
        await require_terms(act.tx, account, settings.terms)
        await require_stake(act, settings, account, _coins_of(fund_of(tournament)))
        wanted = RatingRange(tournament.least_rating, tournament.most_rating)
        rules = _conventions(tournament).rules
        if not wanted.has(await self._hall.strengths.rating(act.tx, account, rules)):
            raise RatingOutOfRange(wanted.bounds)

    async def _coins(self, tournament: UUID) -> int:
        async with self._hall.database.reading() as connection:
            return _coins_of(fund_of(await Tournaments(connection).get(tournament)))


def _coins_of(fund: Fund) -> int:
    """What somebody would play for: coins alone are a stake."""
    return fund.fee if fund.currency is Currency.COINS else 0


def _conventions(tournament: Tournament) -> Conventions:
    return msgspec.json.decode(tournament.conventions, type=Conventions)
