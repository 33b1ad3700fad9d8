"""A promotion is news for those whom it is for, once, from its start to its end."""

from typing import Any
from uuid import uuid4

from server.people.newsroom import Newsroom
from server.storage.clock import DatabaseClock
from server.storage.ids import Ids
from tests.server.edge import Person
from tests.server.operators.conftest import Workbench
from tests.server.tables.calling import done, refused
from tests.standins.market import Market

HOUR = 60 * 60 * 1000


async def unseen(stalls: Market, person: Person) -> list[str]:
    """What somebody has not been shown."""
    return [each["title"] for each in (await done(stalls.edge, person, "GET", "me/news"))["news"]]


async def promote(stalls: Market, workbench: Workbench, audience: str, **more: Any) -> Any:
    """Begin a promotion that runs for an hour."""
    now = stalls.edge.services.clock.now()
    asked = {
        "id": str(Ids().new(now)),
        "bonus": "coins",
        "amount": 10,
        "audience": audience,
        "starts": now - 1,
        "ends": now + HOUR,
        "per_person": 1,
        "en": f"For {audience}",
        "ru": "Подарок",
        "why": "a holiday",
    } | more
    assert "promotion" in await workbench.deed("kira", "promotions", **asked)
    return asked


async def test_each_is_shown_what_is_for_him_once(stalls: Market, workbench: Workbench) -> None:
    edge = stalls.edge
    old, vip, guest = await edge.person(), await edge.person(), await edge.guest()
    days = {"account": str(vip.id), "amount": 30, "why": "a prize", "key": str(uuid4())}
    await workbench.deed("kira", "vip", **days)
    for audience in ("everybody", "vip", "not_vip", "newcomers"):
        asked = await promote(stalls, workbench, audience)
        await workbench.deed("kira", "promotions", **asked)
    fresh = await edge.person()

    assert await unseen(stalls, old) == ["For everybody", "For not_vip"]
    assert await unseen(stalls, vip) == ["For everybody", "For vip"]
    assert await unseen(stalls, guest) == []
    assert await unseen(stalls, fresh) == ["For everybody", "For not_vip", "For newcomers"]
    (*_, newest) = (await done(edge, old, "GET", "me/news"))["news"]
    assert newest["text"] == "Coins for you: 10."
    assert (await done(edge, old, "GET", "news"))["news"] == [], "strangers read it too"
    await done(edge, old, "POST", f"me/news/{newest['id']}/seen")
    assert await unseen(stalls, old) == []
    listed = await done(edge, old, "GET", "me/news/all?limit=1")
    assert listed["news"] == [newest], "it can be found again"
    rest = await done(edge, old, "GET", f"me/news/all?cursor={listed['next']}")
    assert [each["title"] for each in rest["news"]] == ["For everybody"]
    assert (await done(edge, guest, "GET", "me/news/all"))["news"] == []
    stopping = {"promotion": newest["promotion"], "why": "sold out"}
    await done(edge, old, "POST", f"promotions/{newest['promotion']}/claim")
    assert (await workbench.deed("kira", "promotions/stop", **stopping))["id"]
    assert await unseen(stalls, fresh) == ["For everybody", "For newcomers"]
    (left,) = (await done(edge, old, "GET", "me/news/all"))["news"]
    assert left["title"] == "For everybody"
    claim = f"promotions/{newest['promotion']}/claim"
    assert await refused(edge, fresh, "POST", claim) == "promotion_over"


async def test_it_is_news_when_it_starts_and_none_when_it_has_ended(
    stalls: Market, workbench: Workbench
) -> None:
    edge, person = stalls.edge, await stalls.edge.person()
    now = edge.services.clock.now()
    await promote(stalls, workbench, "everybody", starts=now + HOUR, ends=now + 2 * HOUR)
    posted = {"texts": {"en": {"title": "Today", "text": "Now"}}, "why": "to tell"}
    piece = await workbench.deed("mark", "news", **posted)
    assert await unseen(stalls, person) == ["Today"]
    await done(edge, person, "POST", f"me/news/{piece['id']}/seen")

    async def shown(later: int) -> list[str]:
        ahead = DatabaseClock(lambda: now + later)
        pieces = await Newsroom(stalls.database, ahead).unseen(person.id, "en")
        return [each.title for each in pieces]

    assert [await shown(later) for later in (HOUR // 2, HOUR + 1, 2 * HOUR)] == [
        [],
        ["For everybody"],
        [],
    ]
