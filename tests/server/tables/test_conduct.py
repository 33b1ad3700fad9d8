"""Conduct: who leaves, times out or is absent too long waits longer each time, and is forgiven."""

import pytest

from game.clock import ClockFace
from game.events import (
    AbsenceSpent,
    AnyEvent,
    ColoursDrawn,
    FlagFell,
    MatchLeft,
    MatchVoided,
    ResignationAccepted,
)
from game.side import Side
from game.vocabulary import VoidCause
from server.play.after_match import AfterMatch
from server.settings import ConductTerms, Settings
from server.storage.conduct import UNBLEMISHED, Conduct, Conducts
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.sanctions import Sanction, SanctionKind, Sanctions
from server.tables.conduct import ConductStep, behaved, offended, offenders
from tests.server.edge import Edge, running_edge
from tests.server.tables.calling import GAME, done, offer, refused
from tests.server.wiring import House
from tests.server.ws.playing import begun

TERMS = ConductTerms()
MINUTE = 60_000
FACE = ClockFace(0, 0, 0)
BLACK_IS_SEAT_0 = ColoursDrawn(white=1)


def test_the_waits_are_none_five_minutes_half_an_hour_a_day() -> None:
    kept, waits = UNBLEMISHED, []
    for at in range(5):
        kept = offended(TERMS, Conduct(kept.offences), at)
        waits.append(kept.waits_until - at)

    assert waits == [0, 5 * MINUTE, 30 * MINUTE, 1440 * MINUTE, 1440 * MINUTE]


def test_ten_finished_matches_forgive_one_step() -> None:
    kept = Conduct(offences=2)
    for _ in range(9):
        kept = behaved(TERMS, kept)
    assert (kept.offences, kept.clean) == (2, 9)
    assert behaved(TERMS, kept) == Conduct(offences=1)
    assert behaved(TERMS, UNBLEMISHED) == UNBLEMISHED


def test_an_offence_begins_the_count_anew_and_shortens_no_wait() -> None:
    kept = offended(TERMS, Conduct(offences=1, clean=9, waits_until=10**9), 0)

    assert kept == Conduct(offences=2, clean=0, waits_until=10**9)


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        (FlagFell(Side.BLACK, 0, FACE), {0}),
        (AbsenceSpent(Side.WHITE, 0, FACE), {1}),
        (MatchLeft(1), {1}),
        (MatchVoided(VoidCause.SEED_MISSED, (0,)), {0}),
        (MatchVoided(VoidCause.OPERATOR), set()),
        (MatchVoided(VoidCause.TOO_EVEN), set()),
        (ResignationAccepted(Side.WHITE, FACE), set()),
    ],
)
def test_who_offended_is_read_from_the_log(event: AnyEvent, seats: set[int]) -> None:
    assert offenders((BLACK_IS_SEAT_0, event)) == seats


async def test_the_end_of_a_match_moves_it_once(edge: Edge, opened_database: Database) -> None:
    played = await begun(edge, **GAME)
    leaver, stayer = played.people
    await played.talkers[0].done("leave", **played.command(confirmed=True))
    ground = edge.services.desk._ground  # type: ignore[attr-defined] # the protocol hides it
    follow = AfterMatch(ground, [ConductStep(TERMS)])

    while await follow.work_off():
        pass
    while await follow.work_off():
        pass

    async with opened_database.reading() as connection:
        assert (await Conducts(connection).of(leaver.id)).offences == 1
        assert (await Conducts(connection).of(stayer.id)) == UNBLEMISHED
    assert (await done(edge, leaver, "GET", "me/conduct"))["next_wait"] == 5 * MINUTE


async def test_who_must_wait_keeps_no_open_table(edge: Edge, opened_database: Database) -> None:
    """Also one that was opened before the wait began, or in the moment until it was known."""
    waiting, free = await edge.person(), await edge.person()
    own, other = await offer(edge, waiting), await offer(edge, free, when_ready=True)
    await done(edge, waiting, "POST", f"tables/{other['id']}/seat")
    async with opened_database.transaction() as tx:
        await Conducts(tx).locked(waiting.id)
        until = edge.services.clock.now() + MINUTE
        await Conducts(tx).keep(waiting.id, Conduct(1, 0, until))

    await edge.services.tables.abandoned.unseat_unwelcome()

    assert (await done(edge, free, "GET", f"tables/{own['id']}"))["status"] == "closed"
    seats = (await done(edge, free, "GET", f"tables/{other['id']}"))["seats"]
    assert seats == [str(free.id)]


async def test_who_is_banned_at_another_desk_keeps_no_open_table(
    edge: Edge, opened_database: Database
) -> None:
    """A ruling from the command line, which has no tables of its own to clear."""
    banned, free = await edge.person(), await edge.person()
    own, other = await offer(edge, banned), await offer(edge, free)
    now = edge.services.clock.now()
    async with opened_database.transaction() as tx:
        for person, kind in ((banned, SanctionKind.BAN), (free, SanctionKind.MUTE)):
            ruling = Sanction(Ids().new(now), kind, "fraud", now, None)
            await Sanctions(tx).impose(person.id, ruling, "mark")

    await edge.services.tables.abandoned.unseat_unwelcome()

    assert (await done(edge, free, "GET", f"tables/{own['id']}"))["status"] == "closed"
    assert (await done(edge, free, "GET", f"tables/{other['id']}"))["status"] == "open"


async def test_what_the_next_time_costs_is_told_beforehand(opened_database: Database) -> None:
    house = House(settings=Settings(conduct=ConductTerms(wait_minutes=(7,), forgiven_after=3)))
    async with running_edge(opened_database, house=house) as edge:
        assert await done(edge, await edge.person(), "GET", "me/conduct") == {
            "offences": 0,
            "waits_until": None,
            "next_wait": 7 * MINUTE,
            "forgiven_in": None,
        }


async def test_an_offence_counts_from_the_end_of_its_match(
    edge: Edge, opened_database: Database
) -> None:
    played = await begun(edge, **GAME)
    leaver = played.people[0]
    async with opened_database.transaction() as tx:
        await Conducts(tx).locked(leaver.id)
        await Conducts(tx).keep(leaver.id, Conduct(offences=1))
    table = await offer(edge, await edge.person())

    await played.talkers[0].done("leave", **played.command(confirmed=True))

    # Nothing that follows a match runs here.
    assert await refused(edge, leaver, "POST", f"tables/{table['id']}/seat") == "cooling_down"
    assert (await done(edge, leaver, "GET", "me/conduct"))["offences"] == 2
