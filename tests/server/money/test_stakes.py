"""Stakes: put aside when both sit, paid when it is decided, given back when it is not."""

import asyncio
from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from game.events import AnyEvent, ColoursDrawn, GameEnded, MatchEnded
from game.refusals import ConventionsRefused
from game.side import Side
from game.vocabulary import EndCause
from server.money.crediting import Credit, charge_back
from server.money.rake import RakeRate
from server.money.refusals import InsufficientCoins, OpponentCannotCover
from server.money.stakes import Stakes, Unrated
from server.money.terms import StakeTerms, VipTerms
from server.play.settlement import CannotRestore
from server.storage.clock import local_now
from server.storage.ledger_accounts import wallet
from server.storage.vip import VipCause, VipGrant, VipGrants
from server.storage.wallets import Balances
from tests.game.selfplay import agreed
from tests.server.money.purse import HOUSE, Purse, moved
from tests.server.money.staked import CLOCK, TERMS, StakedMatch

STAKES = Stakes(TERMS, VipTerms(), CLOCK, Unrated())
SESSION: dict[str, object] = {
    "form": "money",
    "until": "difference",
    "difference": 20,
    "cube": "doubling",
}


def rake(win: int) -> int:
    return win * 5 // 100


class Reckoning:
    """What players should have, told by a reader of the rules from the events alone."""

    def __init__(self, coins: Sequence[int], stake: int) -> None:
        self.coins = list(coins)
        self.white = 0
        self._stake = stake

    def read(self, events: Sequence[AnyEvent]) -> list[int]:
        for event in events:
            match event:
                case ColoursDrawn():
                    self.white = event.white
                case GameEnded() | MatchEnded() if event.stakes and event.winner is not None:
                    winner = self.white if event.winner is Side.WHITE else 1 - self.white
                    win = event.stakes * self._stake
                    self.coins[winner] += win - rake(win)
                    self.coins[1 - winner] -= win
                case _:
                    pass
        return self.coins


async def test_what_can_be_lost_is_put_aside_when_both_sit(purse: Purse) -> None:
    players = [await purse.person(1_000), await purse.person(700)]
    match = StakedMatch(purse.database, 1, stake=50, max_points=6)

    await match.seat(*players)

    assert await purse.balances(players[0]) == Balances(coins=700, held=300)
    assert await purse.balances(players[1]) == Balances(coins=400, held=300)
    await match.void()


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(
    "asked",
    [
        {"form": "game", "cube": "doubling", "max_points": 8},
        {"form": "match", "length": 3},
        {"rules": "long", "form": "match", "length": 2, "unit": "wins"},
    ],
    ids=["a game with a cube", "a match to points", "a long match to wins"],
)
async def test_the_winner_gets_what_the_events_say_less_the_rake(
    purse: Purse, asked: dict[str, object], seed: int
) -> None:
    players = [await purse.person(1_000), await purse.person(1_000)]
    match = StakedMatch(purse.database, seed, stake=101, **asked)
    await match.seat(*players)

    events = await match.play()
    await match.end()

    expected = Reckoning([1_000, 1_000], 101).read(events)
    assert [await purse.balances(player) for player in players] == [
        Balances(coins=coins) for coins in expected
    ]
    assert expected != [1_000, 1_000]


@pytest.mark.parametrize("seed", [0, 1])
async def test_each_game_of_a_session_is_settled_before_the_next_one_begins(
    purse: Purse, seed: int
) -> None:
    players = [await purse.person(10_000), await purse.person(10_000)]
    match = StakedMatch(purse.database, seed, stake=10, **SESSION)
    await match.seat(*players)

    events = await match.play()
    await match.end()

    assert sum(isinstance(event, GameEnded) for event in events) > 1
    assert [await purse.coins(player) for player in players] == Reckoning(
        [10_000, 10_000], 10
    ).read(events)


async def test_money_paid_back_during_a_match_touches_nothing_that_is_held(purse: Purse) -> None:
    """Nor does it where that happens at the instant of the settlement."""
    players = [await purse.person(1_000), await purse.person(1_000)]
    match = StakedMatch(purse.database, 1, stake=101)
    await match.seat(*players)

    async def pay_back(player: UUID) -> None:
        paid = Credit(key=f"back {player}", account=player, coins=1_000, at=0, purchase=uuid4())
        async with purse.database.transaction() as tx:
            assert await charge_back(tx, paid)

    await pay_back(players[0])
    events = await match.play()
    await asyncio.gather(match.end(), pay_back(players[1]))

    expected = Reckoning([0, 0], 101).read(events)
    assert [await purse.balances(player) for player in players] == [
        Balances(coins=coins) for coins in expected
    ]
    assert min(expected) < 0 < max(expected)


async def test_whoever_cannot_bring_his_hold_back_ends_the_session(purse: Purse) -> None:
    players = [await purse.person(30), await purse.person(30)]
    match = StakedMatch(purse.database, 1, stake=10, max_points=3, form="money", until="agreement")
    await match.seat(*players)

    events = await match.play()
    await match.end()

    last = events[-1]
    assert isinstance(last, MatchEnded)
    assert last.cause is EndCause.HOLD
    coins = [await purse.coins(player) for player in players]
    assert coins == Reckoning([30, 30], 10).read(events)
    assert min(coins) < 30 <= max(coins)


async def test_coins_spent_between_two_games_keep_the_next_one_from_beginning(
    purse: Purse,
) -> None:
    players = [await purse.person(10_000), await purse.person(10_000)]
    match = StakedMatch(purse.database, 2, stake=10, **SESSION)
    await match.seat(*players)
    starts = await match.until_restoring()
    for player in players:
        await purse.post(moved(wallet(player), HOUSE, await purse.coins(player)))

    with pytest.raises(CannotRestore):
        await match.settle(*starts)

    (short,) = await match.settlement.unable(starts[0])
    assert (await purse.balances(players[short])).coins == 0
    await match.void_here()


async def test_a_match_without_a_result_gives_everything_back(purse: Purse) -> None:
    players = [await purse.person(500), await purse.person(500)]
    match = StakedMatch(purse.database, 1, stake=100, form="match", length=5)
    await match.seat(*players)

    await match.void()
    await match.end()

    assert [await purse.balances(each) for each in players] == [Balances(coins=500)] * 2


async def test_an_end_that_is_settled_again_pays_nothing_more(purse: Purse) -> None:
    players = [await purse.person(500), await purse.person(500)]
    match = StakedMatch(purse.database, 3, stake=100, form="match", length=1)
    await match.seat(*players)
    events = await match.play()

    await asyncio.gather(*(match.end() for _ in range(5)))

    assert [await purse.coins(player) for player in players] == Reckoning([500, 500], 100).read(
        events
    )


async def test_matches_of_one_wallet_that_end_at_once_lose_no_coin(purse: Purse) -> None:
    hero = await purse.person(4_000)
    expected = 4_000
    for round_ in range(5):
        rivals = [await purse.person(100) for _ in range(4)]
        matches = [
            StakedMatch(purse.database, 10 * round_ + place, stake=100, form="match", length=1)
            for place in range(4)
        ]
        for place, (match, rival) in enumerate(zip(matches, rivals, strict=True)):
            seats = (hero, rival) if place % 2 else (rival, hero)
            await match.seat(*seats)
            reckoning = Reckoning([0, 0], 100).read(await match.play())
            expected += reckoning[seats.index(hero)]

        await asyncio.gather(*(match.end() for match in matches))

        assert await purse.balances(hero) == Balances(coins=expected)


async def test_one_stake_is_put_aside_once_from_two_tables_at_the_same_instant(
    purse: Purse,
) -> None:
    hero, rivals = await purse.person(100), [await purse.person(100) for _ in range(5)]
    matches = [StakedMatch(purse.database, 1, stake=100, form="match", length=1) for _ in rivals]

    outcomes = await asyncio.gather(
        *(match.seat(rival, hero) for match, rival in zip(matches, rivals, strict=True)),
        return_exceptions=True,
    )

    assert sorted(map(type, outcomes), key=str) == sorted(
        [type(None)] + [InsufficientCoins] * 4, key=str
    )
    assert await purse.balances(hero) == Balances(held=100)
    assert [(await purse.balances(rival)).held for rival in rivals].count(100) == 1
    await matches[outcomes.index(None)].void()


async def test_whoever_sits_down_is_told_what_he_lacks(purse: Purse) -> None:
    rich, poor = await purse.person(500), await purse.person(299)
    match = StakedMatch(purse.database, 1, stake=100, max_points=3)

    with pytest.raises(InsufficientCoins) as refused:
        await match.seat(rich, poor)
    with pytest.raises(OpponentCannotCover):
        await match.seat(poor, rich)

    assert (refused.value.balance, refused.value.needed) == (299, 300)
    assert [await purse.coins(each) for each in (rich, poor)] == [500, 299]


async def test_a_table_is_offered_only_by_whoever_could_sit_at_it(purse: Purse) -> None:
    poor = await purse.person(299)
    asked = agreed(rules="short", form="game", stake=100, max_points=3)

    async with purse.database.transaction() as tx:
        with pytest.raises(InsufficientCoins):
            await STAKES.require_cover(tx, poor, asked)
        await STAKES.require_cover(tx, poor, agreed(rules="short", stake=299))


async def test_a_free_table_is_there_for_whoever_is_broke(purse: Purse) -> None:
    broke, rich = await purse.person(), await purse.person(10)
    match = StakedMatch(purse.database, 1, form="match", length=1)
    async with purse.database.transaction() as tx:
        await STAKES.require_cover(tx, broke, match.conventions)

    await match.seat(broke, rich)
    await match.play()
    await match.end()

    assert await purse.balances(rich) == Balances(coins=10)


async def test_more_than_the_house_plays_for_is_refused_when_it_is_offered(purse: Purse) -> None:
    """The largest stake, cube and result together would be more than a wallet can count."""
    rich = await purse.person(10**15)
    asked = agreed(rules="short", form="game", stake=10**12, max_points=10_000)

    async with purse.database.transaction() as tx:
        with pytest.raises(ConventionsRefused) as refused:
            await STAKES.require_cover(tx, rich, asked)

    assert refused.value.keys == ("stake", "max_points")


async def test_the_largest_stake_is_settled_to_the_coin(purse: Purse) -> None:
    most = TERMS.largest_hold
    players = [await purse.person(most), await purse.person(most)]
    match = StakedMatch(purse.database, 4, stake=most, form="match", length=1)
    await match.seat(*players)
    await match.play()
    await match.end()

    assert sorted([await purse.coins(each) for each in players]) == [0, 2 * most - rake(most)]


async def vip(purse: Purse, account: UUID) -> None:
    now = local_now()
    async with purse.database.transaction() as tx:
        await VipGrants(tx).add(
            VipGrant(
                key=f"test:{account}",
                account=account,
                since=now,
                until=now + 60_000,
                cause=VipCause.OPERATOR,
                at=now,
            )
        )


@pytest.mark.parametrize("seed", [0, 1])
async def test_a_vip_pays_half_the_rake_of_what_he_wins(purse: Purse, seed: int) -> None:
    noble, other = await purse.person(101), await purse.person(101)
    await vip(purse, noble)
    match = StakedMatch(purse.database, seed, stake=101, form="match", length=1)
    await match.seat(noble, other)

    await match.play()
    await match.end()

    # 5 % of 101 is 5.05, half of it 2.525
    assert [await purse.coins(noble), await purse.coins(other)] in ([200, 0], [0, 197])
    assert await purse.coins(noble) + await purse.coins(other) + await raked(purse) == 202


async def test_the_rake_is_fixed_when_the_stake_is_put_aside(purse: Purse) -> None:
    players = [await purse.person(100), await purse.person(100)]
    dear = StakeTerms(rates=(RakeRate(basis_points=2_000),))
    match = StakedMatch(purse.database, 1, stake=100, form="match", length=1)
    await match.seat(*players, terms=dear)
    for player in players:
        await vip(purse, player)

    await match.play()
    await match.end()

    assert await raked(purse) == 20


async def test_the_card_of_a_table_says_what_can_be_lost_and_what_the_house_takes() -> None:
    card = STAKES.card(agreed(rules="short", form="game", stake=100, max_points=6))

    assert card is not None
    assert (card.stake, card.hold) == (100, 600)
    assert [step.per_million for step in (*card.rake, *card.vip_rake)] == [50_000, 25_000]
    assert STAKES.card(agreed(rules="short", form="game")) is None


async def raked(purse: Purse) -> int:
    async with purse.database.reading() as connection:
        found = await connection.execute(
            text("SELECT sum(amount) FROM ledger_postings WHERE target = 'coins:house:rake'")
        )
        return int(found.scalar_one())
