"""Tournaments as people meet them: entered, paid, played, won, and what they are refused with."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from game.conventions import ConventionsAsked, Form, resolve
from game.rulesets import RuleName
from game.tournament import System, TournamentPhase, TournamentTerms
from game.tournament.refusals import TournamentIsOver
from server.accounts.refusals import MergeRefused, Obstacle
from server.money.entries import Fund
from server.money.refusals import KeyUsed
from server.play.after_match import AfterMatch
from server.requests import Malformed
from server.storage.database import Database
from server.storage.ledger_accounts import Currency
from server.storage.tournaments import TournamentNotFound
from server.tables.views import RatingRange
from tests.server.accounts.pairs import cases, offered
from tests.server.edge import Edge
from tests.server.finished import ground_of
from tests.server.tables.calling import done, refused
from tests.server.tournaments.holding import CASHIER, HOUR, announcement, held
from tests.server.ws.playing import Played


async def test_a_tournament_from_its_announcement_to_its_prizes(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=100, guaranteed=1_000)
    people = await cup.people(5, coins=1_000)
    before = await cup.coins(*people)
    listener = await edge.talker(people[0])
    await listener.done("watch", topic="tournaments")

    await cup.enter(*people)
    assert await cup.coins(*people) == [each - 100 for each in before]
    card = (await cup.shown(people[0]))["tournament"]
    assert (card["entered"], card["prizes"], card["name"]) == (5, [700, 300], "The Sunday cup")
    assert (await cup.shown(people[0]))["secret"] is None
    await cup.ring()
    while not (await cup.state()).over:
        await cup.play()

    shown = await cup.shown(people[0])
    assert shown["tournament"]["phase"] == "over"
    assert [each["place"] for each in shown["standings"]] == [1, 2, 3, 4, 5]
    assert [each["prize"] for each in shown["standings"]] == [700, 300, 0, 0, 0]
    by_id = {str(person.id): person for person in people}
    first, second, third, *_ = (by_id[each["person"]["id"]] for each in shown["standings"])
    had = {str(person.id): coins for person, coins in zip(people, before, strict=True)}
    # The winner pays 5 % of what is more than his own fee.
    assert (await cup.coins(first))[0] == had[str(first.id)] - 100 + 700 - 30
    assert (await cup.coins(second))[0] == had[str(second.id)] - 100 + 300 - 10
    assert (await cup.coins(third))[0] == had[str(third.id)] - 100
    assert (await cup.purse.balances(third.id)).points == 1
    assert (await listener.told("tournament_moved"))["tournament"] == str(cup.id)
    # In a test everybody comes by one address.
    told = [each for each in await cup.told(first) if each["event"] != "another_of_yours"]
    assert "meeting_called" in {each["event"] for each in told}
    assert told[-1] == {
        "event": "tournament_finished",
        "tournament": str(cup.id),
        "place": 1,
        "prize": 700,
    }
    byes = [each for one in people for each in await cup.told(one) if each["event"] == "bye_given"]
    assert byes.count({"event": "bye_given", "tournament": str(cup.id), "round": 1}) == 1


async def test_a_meeting_is_played_by_the_socket_and_its_result_counts(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, system=System.KNOCKOUT)
    people = await cup.people(2)
    await cup.enter(*people)
    await cup.ring()
    talkers = [await edge.talker(person) for person in people]
    for talker in talkers:
        await talker.done("watch", topic="tables")
    path = f"tournaments/{cup.id}/coming"

    assert await done(edge, people[0], "POST", path) == {"match": None}
    assert await done(edge, people[0], "POST", path) == {"match": None}
    match = (await done(edge, people[1], "POST", path))["match"]
    assert (await done(edge, people[0], "POST", path))["match"] == match
    begun = (await talkers[0].told("paired"))["table"]
    assert begun["id"] == match
    seats = [next(one for one in people if str(one.id) == seat) for seat in begun["seats"]]
    played = Played(edge, match, seats, [talkers[people.index(seat)] for seat in seats])
    for talker in talkers:
        await talker.done("watch", topic=f"match:{match}")
    await played.see(0)
    await played.tell_seeds()
    await played.talkers[1].done("leave", **played.command(confirmed=True))
    worker = AfterMatch(ground_of(edge), [cup.cases.step])
    while await worker.work_off():
        pass

    shown = await cup.shown(people[0])
    assert [each["person"]["id"] for each in shown["standings"]] == begun["seats"]
    assert await refused(edge, people[0], "POST", path) == "tournament_over"


async def test_what_is_paid_comes_back_before_the_start_and_is_paid_anew(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, fee=100)
    (person,) = await cup.people(1, coins=500)
    (before,) = await cup.coins(person)
    path = f"tournaments/{cup.id}/entry"
    for _ in range(2):
        await done(edge, person, "POST", path)
        await done(edge, person, "POST", path)
        assert await cup.coins(person) == [before - 100]
        await done(edge, person, "DELETE", path)
        assert await cup.coins(person) == [before]

    assert await refused(edge, person, "DELETE", path) == "not_entered"


@pytest.mark.parametrize("currency", Currency)
async def test_too_few_or_an_operator_cancel_it_and_everybody_has_his_fee_back(
    edge: Edge, opened_database: Database, currency: Currency
) -> None:
    few = await held(edge, opened_database, fee=3, currency=currency, terms={"least": 3})
    off = await held(edge, opened_database, fee=3, currency=currency)
    people = await few.people(2, coins=100)
    for person in people:
        await few.purse.give_points(person.id, 100)
    before = [await few.purse.balances(person.id) for person in people]
    await few.enter(*people)
    await off.enter(*people)
    assert [await few.purse.balances(person.id) for person in people] != before
    listener = await edge.talker(people[0])
    await listener.done("watch", topic="inbox")

    await few.ring()
    await off.cases.desk.cancel(CASHIER, off.id, "the hall burns")

    assert [await few.purse.balances(person.id) for person in people] == before
    assert (await listener.told("tournament_off"))["tournament"] == str(few.id)
    for cup in (few, off):
        assert (await cup.state()).phase is TournamentPhase.CANCELLED
        assert await refused(edge, people[0], "POST", f"tournaments/{cup.id}/entry") == (
            "tournament_over"
        )
    with pytest.raises(TournamentIsOver):
        await off.cases.desk.cancel(CASHIER, off.id, "once more")


async def test_who_may_not_enter_is_told_why_and_pays_nothing(
    edge: Edge, opened_database: Database
) -> None:
    begun = await held(edge, opened_database)
    people = await begun.people(3)
    await begun.enter(*people[:2])
    await begun.ring()
    dear = await held(edge, opened_database, fee=10**9)
    points = await held(edge, opened_database, fee=5, currency=Currency.POINTS)
    strong = await held(edge, opened_database, rating=RatingRange(least=2_000))
    full = await held(edge, opened_database, capacity=2)
    await full.enter(*people[:2])
    guest, stranger = await edge.guest(), people[2]
    before = await full.coins(stranger)

    for who, cup, code in (
        (guest, full.id, "members_only"),
        (stranger, dear.id, "insufficient_coins"),
        (stranger, points.id, "insufficient_points"),
        (stranger, strong.id, "rating_out_of_range"),
        (stranger, full.id, "tournament_full"),
        (stranger, begun.id, "registration_over"),
        (stranger, uuid4(), "tournament_not_found"),
    ):
        assert await refused(edge, who, "POST", f"tournaments/{cup}/entry") == code
    assert await refused(edge, stranger, "POST", f"tournaments/{begun.id}/coming") == "not_called"
    assert await full.coins(stranger) == before


async def test_points_pay_an_entry_and_the_house_the_prizes(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(
        edge, opened_database, fee=5, currency=Currency.POINTS, guaranteed=90, shares=(100,)
    )
    people = await cup.people(3)
    for person in people:
        await cup.purse.give_points(person.id, 5)
    before = sum(await cup.coins(*people))
    await cup.enter(*people)
    assert [(await cup.purse.balances(each.id)).points for each in people] == [0, 0, 0]
    await cup.ring()
    while not (await cup.state()).over:
        await cup.play()

    assert sum(await cup.coins(*people)) == before + 90


async def test_who_does_not_come_has_lost_and_a_round_goes_on_without_him(
    edge: Edge, opened_database: Database
) -> None:
    cup = await held(edge, opened_database, system=System.KNOCKOUT)
    await cup.enter(*await cup.people(2))
    await cup.ring()
    (meeting,) = (await cup.state()).rounds[-1].meetings
    await cup.cases.coming.come(cup.id, UUID(meeting.entrants[0]))

    assert await cup.ring(HOUR + 310_000) == 1

    state = await cup.state()
    assert state.over
    assert state.places[0] == meeting.entrants[0]


async def test_nobody_is_merged_while_he_takes_part(edge: Edge, opened_database: Database) -> None:
    cup = await held(edge, opened_database)
    one, other = await cup.people(2)
    await cup.enter(one)
    accounts = cases(opened_database)
    offer = await offered(opened_database, other.id, one.id)

    with pytest.raises(MergeRefused) as caught:
        await accounts.merging.confirm(other.id, offer)
    assert caught.value.obstacle is Obstacle.TOURNAMENT

    await done(edge, one, "DELETE", f"tournaments/{cup.id}/entry")
    assert (await accounts.merging.confirm(other.id, offer)).undo_until is not None


async def test_lists_are_by_phase_and_ones_own(edge: Edge, opened_database: Database) -> None:
    old, new = await held(edge, opened_database), await held(edge, opened_database)
    off = await held(edge, opened_database)
    await off.cases.desk.cancel(CASHIER, off.id, "no hall")
    (person,) = await new.people(1)
    await new.enter(person)

    def ids(answer: Any) -> list[str]:
        return [each["id"] for each in answer["tournaments"]]

    page = await done(edge, person, "GET", "tournaments?limit=1")
    assert ids(page) == [str(new.id)]
    rest = await done(edge, person, "GET", f"tournaments?limit=1&cursor={page['next']}")
    assert (ids(rest), rest["next"]) == ([str(old.id)], None)
    assert ids(await done(edge, person, "GET", "tournaments?phase=cancelled")) == [str(off.id)]
    assert ids(await done(edge, person, "GET", "me/tournaments")) == [str(new.id)]
    for asked in ("phase=never", f"limit={10**30}", "limit=x", "cursor=x", "limit=0"):
        assert await refused(edge, person, "GET", f"tournaments?{asked}") == "malformed"
    for path, method in (
        ("", "GET"),
        ("/entry", "POST"),
        ("/entry", "DELETE"),
        ("/coming", "POST"),
    ):
        code = await refused(edge, person, method, f"tournaments/{10**40}{path}")
        assert code in {"malformed", "not_found"}


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"shares": (50, 49)}, "shares"),
        ({"shares": (110, -10)}, "shares"),
        ({"capacity": 2, "shares": (50, 30, 20)}, "shares"),
        ({"terms": {"starts_at": 1}}, "terms"),
        (
            {
                "conventions": resolve(
                    ConventionsAsked(rules=RuleName.SHORT, form=Form.MONEY, stake=5)
                )
            },
            "conventions",
        ),
    ],
)
async def test_what_could_not_be_played_is_not_announced(
    edge: Edge, wrong: dict[str, Any], where: str
) -> None:
    announced = announcement(edge, **wrong)

    with pytest.raises(Malformed, match=where):
        await edge.services.tournaments.desk.announce(CASHIER, announced, "a test")
    with pytest.raises(TournamentNotFound):
        await edge.services.tournaments.showing.shown(announced.id, "en")


async def test_an_announcement_counts_once_by_its_id(
    edge: Edge, opened_database: Database
) -> None:
    announced, desk = announcement(edge), edge.services.tournaments.desk
    for _ in range(2):
        await desk.announce(CASHIER, announced, "for Sunday")

    with pytest.raises(KeyUsed):
        await desk.announce(CASHIER, replace(announced, en="Another cup"), "for Sunday")


def test_prizes_are_the_whole_of_the_fund() -> None:
    fund = Fund(7, Currency.COINS, 10, (50, 30, 20))

    assert [fund.prizes(count) for count in (1, 2, 3, 4)] == [
        (10,),
        (10, 4),
        (11, 6, 4),
        (15, 8, 5),
    ]
    assert Fund(0, Currency.COINS, 0, (100,)).prizes(5) == ()
    assert [fund.added(count) for count in (0, 1, 2)] == [10, 3, 0]


def test_terms_are_what_an_operator_can_mean() -> None:
    with pytest.raises(ValueError, match="closes after the start"):
        TournamentTerms(system=System.SWISS, capacity=4, starts_at=HOUR, closes_at=2 * HOUR)
