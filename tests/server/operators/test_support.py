"""Questions in the app: a receipt at once, one case a person, an answer by name, figures of it."""

from uuid import uuid4

from server.operators.answering import Answering
from server.storage.clock import DatabaseClock
from tests.server.operators.conftest import Workbench
from tests.server.tables.calling import done, refused
from tests.standins.market import Market

ASK = "support/cases"


async def test_a_question_has_a_receipt_and_an_answer_by_name(
    stalls: Market, workbench: Workbench
) -> None:
    edge, person = stalls.edge, await stalls.edge.person()
    receipt = await done(edge, person, "POST", ASK, {"words": "Where are my coins?"})
    again = await done(edge, person, "POST", ASK, {"words": "Where are my coins?"})
    more = await done(edge, person, "POST", ASK, {"words": "They were 50."})

    assert receipt["id"] == again["id"] == more["id"]
    assert [each["words"] for each in more["said"]] == ["Where are my coins?", "They were 50."]
    (waiting,) = (await workbench.look("mark", "cases?kind=support"))["cases"]
    assert (waiting["case"]["id"], waiting["case"]["channel"]) == (receipt["id"], "app")
    figures = Answering(stalls.database, DatabaseClock())
    await figures.look()
    median, _, unanswered, oldest = figures.collectors()
    assert (unanswered.read(), oldest.read() > 0, median.read()) == (1, True, 0)

    await workbench.deed("mark", "cases/answer", case=receipt["id"], words="In your wallet.")
    await figures.look()
    assert (unanswered.read(), median.read() > 0) == (0, True)
    (mine,) = (await done(edge, person, "GET", "me/cases"))["cases"]
    assert (mine["kind"], mine["agent"], mine["said"][-1]["agent"]) == ("support", "mark", "mark")
    assert (await done(edge, await edge.person(), "GET", "me/cases"))["cases"] == []


async def test_a_vips_next_case_names_whoever_answered_him_last(
    stalls: Market, workbench: Workbench
) -> None:
    edge, person = stalls.edge, await stalls.edge.person()
    vip = {"account": str(person.id), "amount": 30, "why": "a prize", "key": str(uuid4())}
    await workbench.deed("kira", "vip", **vip)
    first = await done(edge, person, "POST", ASK, {"words": "How do I play?"})
    assert first["agent"] is None
    await workbench.deed("nina", "cases/answer", case=first["id"], words="By the rules.")
    await workbench.deed("nina", "cases/close", case=first["id"], why="answered")

    second = await done(edge, person, "POST", ASK, {"words": "And how do I win?"})

    assert (second["id"] != first["id"], second["agent"]) == (True, "nina")
    helped = await workbench.deed("mark", "cases/claim", case=second["id"])
    assert helped["agent"] == "mark", "whom it names may be away"


async def test_nobody_asks_too_fast_or_says_nothing(stalls: Market) -> None:
    edge, person = stalls.edge, await stalls.edge.person()
    assert await refused(edge, person, "POST", ASK, {"words": ""}) == "malformed"
    for _ in range(5):
        await done(edge, person, "POST", ASK, {"words": "Hello?"})
    assert await refused(edge, person, "POST", ASK, {"words": "Hello?"}) == "rate_limited"
