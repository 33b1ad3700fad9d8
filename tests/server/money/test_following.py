"""What follows a match: points for its players, the bonus of those who brought somebody."""

from uuid import UUID

import msgspec

from game.events import AnyEvent, MatchEnded, MatchVoided
from game.side import Side
from game.vocabulary import EndCause, VoidCause
from server.money.terms import BonusTerms
from server.play.after_match import Ended, Step
from server.settings import Settings
from server.storage.matches import Match, Matches
from server.storage.wallets import Balances
from tests.server.money.house import DAY, House
from tests.server.money.purse import Purse

WON = MatchEnded(Side.WHITE, EndCause.SCORE, (1, 0))
VOID = MatchVoided(VoidCause.OPERATOR)
FEW = Settings(bonuses=BonusTerms(referral_matches=3, referral_opponents=2))


async def follow(
    house: House, *players: UUID, result: AnyEvent = WON, twice: bool = False
) -> None:
    """End a match between these, and do what follows it."""
    now = house.clock.now()
    match = Match(house.ids.new(now), None, players, now, now, msgspec.json.encode(result), True)
    async with house.database.transaction() as tx:
        await Matches(tx).start(match)
        await Matches(tx).end(match.id, now, match.result or b"")
    for _ in range(2 if twice else 1):
        for step in house.treasury.steps:
            await _follow(house, step, Ended(match, (result,)))


async def _follow(house: House, step: Step, ended: Ended) -> None:
    async with house.database.transaction() as tx:
        await step.follow(tx, ended)


async def test_a_finished_match_brings_a_point_to_each_once(purse: Purse, house: House) -> None:
    players = [await purse.person(), await purse.person()]

    await follow(house, *players, twice=True)
    await follow(house, *players, result=VOID)

    assert [await purse.balances(each) for each in players] == [Balances(points=1)] * 2


async def test_so_many_points_a_day_are_the_most_by_play(purse: Purse, house: House) -> None:
    players = [await purse.person(), await purse.person()]

    for _ in range(22):
        await follow(house, *players)
    assert (await purse.balances(players[0])).points == 20
    house.ahead = DAY
    await follow(house, *players)

    assert (await purse.balances(players[0])).points == 21


async def test_both_have_their_bonus_when_the_invited_has_played_with_several(
    purse: Purse,
) -> None:
    house = House(purse.database, FEW)
    inviter, invited = await purse.person(), await purse.person()
    one, other = await purse.person(), await purse.person()
    code = (await house.treasury.referring.view(inviter)).code
    await house.treasury.referring.name_inviter(invited, code)

    for rival in (inviter, inviter, inviter, one, one, one):
        await follow(house, invited, rival)
    await follow(house, other, invited, result=VOID)
    assert [await purse.coins(each) for each in (inviter, invited)] == [0, 0]
    await follow(house, other, invited, twice=True)
    await follow(house, other, invited)

    assert [await purse.coins(each) for each in (inviter, invited)] == [500, 500]
    assert (await house.treasury.referring.view(inviter)).rewarded == 1
