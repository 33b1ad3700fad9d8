"""Arranged losses are shown to a human with their evidence; an honest series is not."""

from collections.abc import Sequence
from itertools import count
from uuid import UUID

from sqlalchemy import text

from game.endings import Ending
from game.events import (
    AnyEvent,
    CheckersPlayed,
    ColoursDrawn,
    GameEnded,
    MatchEnded,
    MatchLeft,
)
from game.side import Side
from game.vocabulary import EndCause
from server.play.after_match import AfterMatch
from server.signs.step import SignsStep
from server.signs.terms import SignTerms
from tests.server.accounts.pairs import merged
from tests.server.edge import Edge, Person
from tests.server.finished import Commits, ground_of, keep, new_id, played_by
from tests.server.operators.conftest import Workbench
from tests.standins.market import Market

STAKE = 50


def left_at_once(players: Sequence[UUID], match: UUID, seed: int) -> Commits:
    """A game for coins that seat 0 leaves after its first turn."""
    whole = played_by(players, match, seed, stake=STAKE)
    events = [event for commit in whole for event in commit]
    white = next(event.white for event in events if isinstance(event, ColoursDrawn))
    loser = Side.WHITE if white == 0 else Side.BLACK
    turns = count()
    begun: list[tuple[AnyEvent, ...]] = []
    for commit in whole:
        if any(isinstance(each, GameEnded) for each in commit):
            break
        begun.append(commit)
        if any(isinstance(each, CheckersPlayed) for each in commit) and next(turns) == 1:
            break
    score = (1, 0) if loser is Side.BLACK else (0, 1)
    end: tuple[AnyEvent, ...] = (
        MatchLeft(0),
        GameEnded(loser.other, Ending.SINGLE, EndCause.LEFT, 1, score, 1),
        MatchEnded(loser.other, EndCause.LEFT, score, 0),
    )
    return (*begun, end)


async def judged(edge: Edge, commits: Commits) -> None:
    """Put a match where it has ended, and do what follows it."""
    await keep(ground_of(edge).database, commits, edge.services.clock.now() - 1_000)
    worker = AfterMatch(ground_of(edge), (SignsStep(SignTerms()),))
    while await worker.work_off():
        pass


async def apart(edge: Edge, people: int = 2) -> list[Person]:
    """Those who came by nothing together: a town of phones links nobody."""
    return [await edge.person() for _ in range(22)][:people]


async def test_fifty_scripted_quick_losses_are_shown_long_before_the_last(
    stalls: Market, workbench: Workbench
) -> None:
    edge = stalls.edge
    giver, gainer = await apart(edge)
    shown_after = 0
    for number in range(50):
        await judged(edge, left_at_once([giver.id, gainer.id], new_id(edge), number))
        if not shown_after and (await workbench.look("mark", "signs"))["signs"]:
            shown_after = number + 1
    assert shown_after == SignTerms().quick_losses

    signs = (await workbench.look("mark", "signs?kind=quick_losses"))["signs"]
    (sign,) = signs
    assert (sign["giver"], sign["gainer"]) == (str(giver.id), str(gainer.id))
    assert sign["evidence"]["played"] == {
        "losses": 50,
        "quick": 50,
        "coins": 50 * STAKE,
        "back": 0,
    }
    file = await workbench.look("mark", f"signs/file?sign={sign['id']}")
    assert len(file["matches"]) == 50
    assert {each["loser"] for each in file["matches"]} == {str(giver.id)}
    async with stalls.database.reading() as tx:
        punished = await tx.execute(text("SELECT count(*) FROM sanctions"))
        assert punished.scalar_one() == 0, "nobody is punished by a machine"


async def test_an_honest_series_of_rematches_is_not_shown_though_they_live_together(
    stalls: Market, workbench: Workbench
) -> None:
    edge = stalls.edge
    people = [await edge.person() for _ in range(2)]
    for seed in range(50):
        pair = [person.id for person in (people if seed % 2 else people[::-1])]
        await judged(edge, played_by(pair, new_id(edge), seed, stake=STAKE))

    assert (await workbench.look("mark", "signs"))["signs"] == []
    async with stalls.database.reading() as tx:
        lost = await tx.execute(text("SELECT count(*), count(DISTINCT loser) FROM match_losses"))
        assert tuple(lost.one()) == (50, 2)


async def test_what_a_human_has_looked_at_is_shown_again_only_for_what_comes_after(
    stalls: Market, workbench: Workbench
) -> None:
    edge = stalls.edge
    people = [(await edge.person()).id for _ in range(2)]
    for number in range(12):
        await judged(edge, left_at_once(people, new_id(edge), number))
    signs = (await workbench.look("mark", "signs"))["signs"]
    assert [each["kind"] for each in signs] == ["quick_losses", "shared"]
    assert signs[1]["evidence"]["addresses"] == 1
    file = await workbench.look("mark", f"signs/file?sign={signs[1]['id']}")
    assert [each["kind"] for each in file["common"]] == ["address"]

    for each in signs:
        closing = {"sign": each["id"], "verdict": "nothing", "why": "brothers"}
        assert (await workbench.deed("mark", "signs/close", **closing))["closed_by"] == "mark"
    assert await workbench.deed("mark", "signs/close", **closing) == "sign_not_found"
    log = (await workbench.look("mark", f"acts?subject={people[1]}"))["acts"]
    assert [(act["act"], act["why"]) for act in log] == [("sign.close", "brothers")] * 2
    async with stalls.database.transaction() as tx:
        await tx.execute(text("UPDATE match_losses SET at = at - 60000"))
    for number in range(4):
        await judged(edge, left_at_once(people, new_id(edge), number))
    assert (await workbench.look("mark", "signs"))["signs"] == []


async def test_losses_to_an_account_that_was_merged_are_losses_to_the_person(
    stalls: Market, workbench: Workbench
) -> None:
    """Of two signs one stays open and grows; after an undo each account has its own again."""
    edge, enough = stalls.edge, SignTerms().quick_losses
    giver, gainer, survivor = await apart(edge, 3)
    for number in range(2 * enough):
        winner = survivor if number % 2 else gainer
        await judged(edge, left_at_once([giver.id, winner.id], new_id(edge), number))
    before = (await workbench.look("mark", "signs"))["signs"]
    assert {each["gainer"] for each in before} == {str(gainer.id), str(survivor.id)}

    offer = (await merged(stalls.database, survivor.id, gainer.id)).offer
    await judged(edge, left_at_once([giver.id, survivor.id], new_id(edge), 99))

    (sign,) = (await workbench.look("mark", "signs"))["signs"]
    assert (sign["gainer"], sign["evidence"]["played"]["losses"]) == (
        str(survivor.id),
        2 * enough + 1,
    )
    file = await workbench.look("mark", f"signs/file?sign={sign['id']}")
    assert {each["winner"] for each in file["matches"]} == {str(survivor.id)}
    assert len(file["matches"]) == 2 * enough + 1
    dossier = await workbench.look("mark", f"people?account={gainer.id}")
    assert [each["id"] for each in dossier["signs"]] == [sign["id"]]

    await edge.services.accounts.merging.undo(survivor.id, offer)
    after = (await workbench.look("mark", "signs"))["signs"]
    assert [each["gainer"] for each in after] == [each["gainer"] for each in before]
    file = await workbench.look("mark", f"signs/file?sign={sign['id']}")
    assert len(file["matches"]) == enough + 1


async def test_a_farm_of_invited_accounts_is_shown_when_one_of_them_plays(
    stalls: Market, workbench: Workbench
) -> None:
    edge = stalls.edge
    inviter, *invited = [await edge.person() for _ in range(6)]
    async with stalls.database.transaction() as tx:
        for each in invited:
            await tx.execute(
                text("INSERT INTO referrals (invited, inviter, at) VALUES (:invited, :by, :at)"),
                {"invited": each.id, "by": inviter.id, "at": edge.services.clock.now()},
            )
    pair = [invited[0].id, invited[1].id]
    await judged(edge, played_by(pair, new_id(edge)))

    (sign,) = (await workbench.look("mark", "signs"))["signs"]
    assert (sign["kind"], sign["gainer"]) == ("referral_farm", str(inviter.id))
    assert set(sign["evidence"]["linked"]) == {str(each.id) for each in invited}
