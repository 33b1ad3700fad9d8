"""Reports, the ladder of warning, mute and ban, and what the persons concerned hear of it."""

import uuid
from typing import Any
from uuid import UUID

import msgspec
import pytest
from sqlalchemy import text

from platforms.doors import Door
from server.chat.moderation import HOUR, YEAR, LadderSkipped, Moderation, Ruling
from server.operators.staff import NoReason, RoleTooLow
from server.storage.accounts import AccountNotFound
from server.storage.database import Database
from server.storage.operators import ActLog, Operator, Role
from server.storage.reports import Outcome, ReportNotFound
from server.storage.sanctions import SanctionKind
from tests.server.edge import Edge, Person, Talker
from tests.server.people.people import ask, code, named
from tests.server.ws.playing import GAME, begun

MODERATOR = Operator("olga", Role.MODERATOR, 0, None)
LOBBY = "chat:lobby:en"
MUTE, BAN, WARNING = SanctionKind.MUTE, SanctionKind.BAN, SanctionKind.WARNING


def moderation(edge: Edge) -> Moderation:
    return edge.services.social.moderation


def ruling(person: Person, kind: SanctionKind, **more: Any) -> Ruling:
    usual = {"why": "insults", "hours": None if kind is WARNING else 24}
    return Ruling(account=person.id, kind=kind, **(usual | more))


async def say(talker: Talker, words: str = "hello") -> dict[str, Any]:
    return await talker.ask("say", topic=LOBBY, text=words, command_id=str(uuid.uuid4()))


async def inbox(edge: Edge, person: Person) -> Talker:
    talker = await edge.talker(person)
    await talker.done("watch", topic="inbox")
    return talker


async def test_a_muted_person_is_told_why_and_until_when(edge: Edge) -> None:
    person = await named(edge)
    talker = await inbox(edge, person)

    sanction = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))

    told = await talker.told("sanctioned")
    assert (told["what"], told["reason"], told["ends"]) == ("mute", "insults", sanction.ends)
    refused = (await say(talker))["error"]
    assert refused["code"] == "muted"
    assert refused["details"] == {"reason": "insults", "until": sanction.ends}
    _, listed = await edge.get("/api/v1/me/sanctions", person)
    (shown,) = listed["sanctions"]
    assert (shown["kind"], shown["reason"], shown["ends"]) == ("mute", "insults", sanction.ends)


async def test_a_mute_ends_by_itself_and_a_moderator_may_end_it_before(
    edge: Edge, opened_database: Database
) -> None:
    person = await named(edge)
    talker = await inbox(edge, person)
    first = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    async with opened_database.transaction() as tx:
        over = text("UPDATE sanctions SET ends = began WHERE id = :id")
        await tx.execute(over, {"id": first.id})
    assert "ok" in await say(talker)

    second = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    assert "error" in await say(talker)
    await moderation(edge).lift(MODERATOR, second.id, "a mistake")
    await moderation(edge).lift(MODERATOR, second.id, "a mistake")

    assert (await talker.told("sanction_lifted"))["sanction"] == str(second.id)
    assert "ok" in await say(talker)


async def test_a_warning_forbids_nothing(edge: Edge) -> None:
    person = await named(edge)
    talker = await inbox(edge, person)

    await moderation(edge).rule(MODERATOR, ruling(person, WARNING))

    assert (await talker.told("sanctioned"))["what"] == "warning"
    assert "ok" in await say(talker)


async def test_a_ban_comes_after_a_mute_unless_the_matter_is_grave(edge: Edge) -> None:
    person, villain = await named(edge), await named(edge)

    with pytest.raises(LadderSkipped):
        await moderation(edge).rule(MODERATOR, ruling(person, BAN))
    await moderation(edge).rule(MODERATOR, ruling(person, WARNING))
    with pytest.raises(LadderSkipped):
        await moderation(edge).rule(MODERATOR, ruling(person, BAN))
    await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    await moderation(edge).rule(MODERATOR, ruling(person, BAN))
    await moderation(edge).rule(MODERATOR, ruling(villain, BAN, hours=None, grave=True))


@pytest.mark.parametrize("hours", [0, -10, 10**18])
def test_hours_that_are_none_cannot_be_said(hours: int) -> None:
    given = {"account": str(uuid.uuid4()), "kind": "ban", "why": "fraud", "hours": hours}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given | {"grave": True}, Ruling)


@pytest.mark.parametrize("hours", [None, 0, -1, 30 * 24 + 1])
async def test_a_mute_has_an_end_within_thirty_days(edge: Edge, hours: int | None) -> None:
    person = await named(edge)

    with pytest.raises(LadderSkipped):
        await moderation(edge).rule(MODERATOR, ruling(person, MUTE, hours=hours))


async def test_a_mute_of_long_ago_is_no_step_to_a_ban(
    edge: Edge, opened_database: Database
) -> None:
    person = await named(edge)
    mute = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    async with opened_database.transaction() as tx:
        old = text("UPDATE sanctions SET began = began - :year WHERE id = :id")
        await tx.execute(old, {"id": mute.id, "year": YEAR + HOUR})

    with pytest.raises(LadderSkipped):
        await moderation(edge).rule(MODERATOR, ruling(person, BAN))


async def test_a_mute_that_was_taken_back_is_no_step_to_a_ban(edge: Edge) -> None:
    person = await named(edge)
    mute = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    await moderation(edge).lift(MODERATOR, mute.id, "it was a joke")

    with pytest.raises(LadderSkipped):
        await moderation(edge).rule(MODERATOR, ruling(person, BAN))


async def test_an_account_is_deleted_by_an_owner_after_a_ban_without_an_end_alone(
    edge: Edge, opened_database: Database
) -> None:
    person, owner = await named(edge), Operator("otto", Role.OWNER, 0, None)
    delete = moderation(edge).delete
    await moderation(edge).rule(MODERATOR, ruling(person, BAN, hours=1, grave=True))
    with pytest.raises(LadderSkipped):
        await delete(owner, person.id, "fraud")
    for_ever = await moderation(edge).rule(MODERATOR, ruling(person, BAN, hours=None))
    with pytest.raises(RoleTooLow):
        await delete(MODERATOR, person.id, "fraud")
    with pytest.raises(AccountNotFound):
        await delete(owner, uuid.uuid4(), "fraud")
    await moderation(edge).lift(MODERATOR, for_ever.id, "let him wait")
    with pytest.raises(LadderSkipped):
        await delete(owner, person.id, "fraud")
    await moderation(edge).rule(MODERATOR, ruling(person, BAN, hours=None))

    await delete(owner, person.id, "fraud")

    assert await code(edge, person, "GET", "/api/v1/me") == "not_signed_in"
    with pytest.raises(AccountNotFound):
        await delete(owner, person.id, "again")
    async with opened_database.reading() as tx:
        newest = (await ActLog(tx).of(person.id))[0]
    assert (newest.operator, newest.act, newest.why) == ("otto", "person.delete", "fraud")


async def test_a_ban_holds_at_every_door_and_running_matches_go_on(edge: Edge) -> None:
    played = await begun(edge)
    person, talker = played.people[0], played.talkers[0]
    offer = await talker.done("open_table", conventions=GAME)
    await talker.done("seek", conventions=GAME)
    other = await edge.talker(await named(edge))
    free = await other.done("open_table", conventions=GAME)

    await moderation(edge).rule(MODERATOR, ruling(person, BAN, grave=True))

    assert await talker.refused("stop_seeking") == "not_seeking"
    assert await talker.refused("open_table", conventions=GAME) == "banned"
    assert await talker.refused("sit", table=free["table"]["id"]) == "banned"
    assert await talker.refused("seek", conventions=GAME) == "banned"
    assert (await say(talker))["error"]["code"] == "banned"
    _, table = await edge.get(f"/api/v1/tables/{offer['table']['id']}", person)
    assert table["status"] == "closed"
    await played.rolled()
    assert (await edge.get(f"/api/v1/matches/{played.match}", person))[1]["over"] is False


async def test_whoever_reports_a_message_hears_what_came_of_it(edge: Edge) -> None:
    victim, offender = await named(edge), await named(edge)
    ear = await inbox(edge, victim)
    seq = (await say(await edge.talker(offender), "an insult"))["ok"]["seq"]

    body = {"topic": LOBBY, "seq": seq, "note": "this"}
    status, reported = await ask(edge, victim, "POST", "/api/v1/chat/reports", body)
    assert status == 201
    assert await code(edge, victim, "POST", "/api/v1/chat/reports", body) == "already_reported"
    report = UUID(reported["report"])
    waiting = await moderation(edge).queue(MODERATOR, 100, UUID(int=report.int - 1))
    assert (waiting[0].id, waiting[0].text, waiting[0].note) == (report, "an insult", "this")
    assert waiting[0].accused.id == offender.id
    await moderation(edge).rule(MODERATOR, ruling(offender, MUTE, report=report))

    told = await ear.told("report_closed")
    assert (told["report"], told["outcome"]) == (str(report), "muted")
    with pytest.raises(ReportNotFound):
        await moderation(edge).close(MODERATOR, report, Outcome.NOTHING, "again")


async def test_a_report_may_come_to_nothing_and_that_is_told_too(edge: Edge) -> None:
    reporter, accused = await named(edge), await named(edge)
    ear = await inbox(edge, reporter)
    path = f"/api/v1/players/{accused.id}/reports"
    _, reported = await ask(edge, reporter, "POST", path, {"note": "he won"})

    report = UUID(reported["report"])
    with pytest.raises(ReportNotFound):  # it is not the reporter that it is about
        await moderation(edge).rule(MODERATOR, ruling(reporter, MUTE, report=report))
    await moderation(edge).close(MODERATOR, report, Outcome.NOTHING, "no fault")

    assert (await ear.told("report_closed"))["outcome"] == "nothing"


async def test_what_cannot_be_reported_is_refused(edge: Edge) -> None:
    person = await named(edge)
    talker = await edge.talker(person)
    seq = (await say(talker))["ok"]["seq"]
    own = {"topic": LOBBY, "seq": seq}

    path = "/api/v1/chat/reports"
    assert await code(edge, person, "POST", path, own) == "oneself"
    assert await code(edge, person, "POST", path, own | {"seq": 10**9}) == "message_not_found"
    yourself = f"/api/v1/players/{person.id}/reports"
    assert await code(edge, person, "POST", yourself, {"note": "me"}) == "oneself"
    assert await code(edge, person, "POST", yourself, {"note": ""}) == "malformed"


async def test_there_is_an_end_to_the_reports_of_a_day(edge: Edge) -> None:
    reporter = await named(edge)
    for _ in range(20):
        path = f"/api/v1/players/{(await edge.person(str(uuid.uuid4().int)[:12])).id}/reports"
        assert (await ask(edge, reporter, "POST", path, {"note": "!"}))[0] == 201

    assert await code(edge, reporter, "POST", path, {"note": "!"}) == "too_many_reports"


async def test_a_removed_message_is_shown_no_more_but_moderators_keep_it(edge: Edge) -> None:
    reader, author = await named(edge), await named(edge)
    ear = await edge.talker(reader)
    await ear.done("watch", topic=LOBBY)
    seq = (await say(await edge.talker(author), "somebody's address"))["ok"]["seq"]

    await moderation(edge).remove(MODERATOR, LOBBY, seq, "private")
    await moderation(edge).remove(MODERATOR, LOBBY, seq, "private")

    assert (await ear.told("removed"))["message"] == seq
    _, page = await edge.get(f"/api/v1/chat?topic={LOBBY}&limit=5", reader)
    assert {each["seq"]: each["text"] for each in page["messages"]}[seq] is None
    late = await edge.talker(await named(edge))
    await late.done("watch", topic=LOBBY, after=seq - 1)
    assert (await late.told("removed"))["message"] == seq
    assert "address" not in str(late.pushes)


async def test_who_is_banned_asks_nobody_and_keeps_his_nick(edge: Edge) -> None:
    person, other = await named(edge), await named(edge)
    await moderation(edge).rule(MODERATOR, ruling(person, BAN, hours=1, grave=True))

    friend = f"/api/v1/me/friends/{other.id}"
    assert await code(edge, person, "PUT", friend) == "banned"
    assert await code(edge, person, "PUT", "/api/v1/me/nick", {"nick": "Another"}) == "banned"


async def test_one_appeals_once_and_may_be_right(edge: Edge) -> None:
    person, other = await named(edge), await named(edge)
    talker = await inbox(edge, person)
    mute = await moderation(edge).rule(MODERATOR, ruling(person, MUTE))
    path = f"/api/v1/me/sanctions/{mute.id}/appeal"

    assert await code(edge, other, "POST", path, {"note": "let him"}) == "sanction_not_found"
    _, appealed = await ask(edge, person, "POST", path, {"note": "it was a joke"})
    assert await code(edge, person, "POST", path, {"note": "really"}) == "already_reported"
    report = UUID(appealed["report"])
    await moderation(edge).close(MODERATOR, report, Outcome.LIFTED, "it was")

    assert (await talker.told("report_closed"))["outcome"] == "lifted"
    assert "ok" in await say(talker)


async def test_moderators_see_accounts_that_came_by_the_same_device(edge: Edge) -> None:
    device = uuid.uuid4().hex * 2
    _, guest = await edge.open_session(platform="guest", launch=device)
    users = [str(uuid.uuid4().int)[:12] for _ in range(2)]
    accounts = []
    for user in users:
        launch = edge.launch(Door.VK, user)
        _, body = await edge.open_session(platform="vk", launch=launch, guest=device)
        accounts.append(UUID(body["account"]["id"]))
    assert str(accounts[0]) == guest["account"]["id"]

    file = await moderation(edge).file(MODERATOR, accounts[0])

    assert [(link.person.id, link.devices) for link in file.linked] == [(accounts[1], 1)]


async def test_every_act_needs_role_and_reason_and_is_written_down(
    edge: Edge, opened_database: Database
) -> None:
    person = await named(edge)
    with pytest.raises(NoReason):
        await moderation(edge).rule(MODERATOR, ruling(person, MUTE, why="  "))

    await moderation(edge).rule(MODERATOR, ruling(person, MUTE))

    async with opened_database.reading() as tx:
        (act,) = await ActLog(tx).of(person.id)
    assert (act.operator, act.act, act.why) == ("olga", "person.mute", "insults")
