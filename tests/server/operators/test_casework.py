"""The queue of cases: claimed by one, answered, closed; VIPs first; all in the log."""

import asyncio
from uuid import uuid4

from platforms.doors import Door
from tests.server.operators.conftest import Workbench
from tests.server.tables.calling import done
from tests.standins.market import Buyer, Market


async def missed(stalls: Market, buyer: Buyer) -> str:
    """The case of somebody whose payment in OKs brought nothing."""
    asked = {"platform": "ok", "charge": "17"}
    found = await done(stalls.edge, buyer.person, "POST", "me/purchases/missed", asked)
    case: str = found["case"]
    return case


async def test_a_case_is_one_operators_who_answers_and_closes_it(
    stalls: Market, workbench: Workbench
) -> None:
    buyer = await stalls.buyer(Door.OK)
    case = await missed(stalls, buyer)
    hearing = await stalls.edge.talker(buyer.person)
    await hearing.done("watch", topic="inbox")

    claims = await asyncio.gather(
        *(workbench.deed(name, "cases/claim", case=case) for name in ("mark", "nina"))
    )
    (taken,) = [each for each in claims if each == "case_taken"]
    (claimed,) = [each for each in claims if each != taken]
    agent = claimed["agent"]
    other = "nina" if agent == "mark" else "mark"
    assert await workbench.deed(other, "cases/answer", case=case, words="mine") == "case_taken"
    assert await workbench.deed(other, "cases/close", case=case, why="done") == "case_taken"
    mine = (await workbench.look(other, f"cases?agent={agent}"))["cases"]
    assert [each["case"]["id"] for each in mine] == [case]

    answered = await workbench.deed(agent, "cases/answer", case=case, words="We are looking.")
    told = await hearing.told("case_answered")
    assert (told["case"], told["agent"], told["words"]) == (case, agent, "We are looking.")
    again = await workbench.deed(agent, "cases/answer", case=case, words="It is found.")
    assert again["answered_at"] == answered["answered_at"], "the first answer is what counts"
    await workbench.deed(other, "cases/claim", case=case, why="he is ill", over=True)
    closed = await workbench.deed(other, "cases/close", case=case, why="it was given")
    assert (closed["agent"], closed["closed_by"]) == (other, other)
    assert (await hearing.told("case_closed"))["case"] == case
    assert await workbench.deed(other, "cases/close", case=case, why="again") == "case_not_found"

    file = await workbench.look("mark", f"cases/file?case={case}")
    assert [(each["operator"], each["words"]) for each in file["said"]] == [
        (agent, "We are looking."),
        (agent, "It is found."),
    ]
    log = (await workbench.look("mark", f"acts?subject={buyer.id}"))["acts"]
    assert [(act["operator"], act["act"]) for act in reversed(log)] == [
        (agent, "case.claim"),
        (agent, "case.answer"),
        (agent, "case.answer"),
        (other, "case.claim"),
        (other, "case.close"),
    ]
    dossier = await workbench.look("mark", f"people?account={buyer.id}")
    assert [each["id"] for each in dossier["cases"]] == [case]


async def test_vips_come_first_then_who_has_waited_longest(
    stalls: Market, workbench: Workbench
) -> None:
    buyers = [await stalls.buyer(Door.OK) for _ in range(3)]
    cases = [await missed(stalls, buyer) for buyer in buyers]
    vip = {"account": str(buyers[2].id), "amount": 30, "why": "a prize", "key": str(uuid4())}
    await workbench.deed("kira", "vip", **vip)

    queue = (await workbench.look("mark", "cases?kind=payment"))["cases"]

    assert [(each["case"]["id"], each["vip"]) for each in queue] == [
        (cases[2], True),
        (cases[0], False),
        (cases[1], False),
    ]
    assert (await workbench.look("mark", "cases?kind=support"))["cases"] == []
    await workbench.deed("mark", "cases/claim", case=cases[0])
    left = (await workbench.look("mark", "cases?unclaimed=true"))["cases"]
    assert [each["case"]["id"] for each in left] == [cases[2], cases[1]]
    assert await workbench.deed("mark", "cases/close", case=cases[0], why=" ") == "no_reason"
    file = await workbench.look("mark", f"cases/file?case={cases[0]}")
    assert file["case"]["closed_at"] is None
