"""Whole matches of every rule set in every form, between somebody in Telegram and one in VK."""

from collections.abc import AsyncIterator, Iterator

import pytest
from aiohttp import ClientSession

from bots.buttons import read
from bots.drawing import Studio
from bots.topics.agreements import form_words, forms_of
from bots.vk.calls import VkCalls
from bots.vk.launching import front_of
from bots.words.playing import RULES
from game.events import MatchEnded
from game.log import decode_events
from game.rulesets import RuleName
from game.vocabulary import EndCause
from tests.bots.telegram.conftest import Player, Table, seated_bot
from tests.bots.telegram.playing import Hands, wants_text
from tests.bots.telegram.playing import choose as choose_there
from tests.bots.vk.conftest import listening_bot
from tests.bots.vk.playing import VkHands, VkPlayer
from tests.bots.vk.playing import choose as choose_here
from tests.server.edge import Edge
from tests.standins.telegram_bot import TelegramBot
from tests.standins.vk_community import GROUP, TOKEN, VkCommunity
from tests.waiting import until

WHOLE = frozenset({EndCause.BORNE_OFF, EndCause.SCORE, EndCause.AGREEMENT, EndCause.HOLD})
"""How a match ends that is played to its end; a session, when both want to stop."""
BUSY = 30.0
"""Seconds for an answer, on a machine that plays nineteen matches."""


def agreements() -> Iterator[tuple[RuleName, str]]:
    """One match to several points, one game and one session of each rule set that has them."""
    for rules in RuleName:
        yield from ((rules, form) for form in forms_of(rules) if form in {"m3", "g", "s"})


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(pixels=60) as studio:
        yield studio


@pytest.fixture
async def table(edge: Edge, studio: Studio) -> AsyncIterator[Table]:
    async with ClientSession() as http:
        telegram = TelegramBot(http)
        async with telegram.serving(), seated_bot(edge, telegram, studio) as table:
            yield table


@pytest.fixture
async def vk(edge: Edge, studio: Studio) -> AsyncIterator[VkCommunity]:
    community = VkCommunity()
    async with (
        community.serving(),
        VkCalls(TOKEN, community.url, per_second=1_000, pause=0.02) as calls,
        listening_bot(edge, front_of(calls, studio, GROUP, edge.services), calls),
    ):
        await until(lambda: community.polls > 0, BUSY)
        yield community


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("rules", "form"), list(agreements()))
async def test_a_match_is_played_to_its_end(
    rules: RuleName, form: str, table: Table, vk: VkCommunity
) -> None:
    """Whoever may double does, and whoever is doubled takes."""
    anna, boris = table.player(7001), VkPlayer(vk, 7002)
    await _enter(anna, boris)
    stake = "10 монет"
    words = (RULES[rules].say("ru").capitalize(), form_words(form, "ru"), stake, "Найти соперника")
    await anna.says("/play")
    boris.says("Играть")
    for word in ("Другие", *words):
        await anna.presses(word, BUSY)
        await until(lambda word=word: boris.find(word) is not None, BUSY)  # type: ignore[misc]
        await boris.presses(word)
    there, here = Hands(anna, _doubles_there), VkHands(boris, _doubles_here)
    await until(lambda: there.board is not None and here.board is not None, BUSY)
    if form == "s":
        await anna.presses("Закончить после партии", BUSY)
        await until(lambda: boris.find("Закончить после партии") is not None, BUSY)
        await boris.presses("Закончить после партии")

    async def ended() -> bool:
        await there.move()
        await here.move()
        return there.over and here.over

    await until(ended, 800, every=0.01)

    (end,) = await _ends(table, there)
    assert end.cause in WHOLE
    told = (" ".join(table.telegram.texts(anna.id)), boris.texts)
    assert sum("Вы выиграли матч" in each for each in told) == (end.winner is not None)


def _doubles_there(buttons: dict[str, str]) -> str | None:
    return buttons.get("Удвоить") or choose_there(buttons)


def _doubles_here(labels: list[str]) -> str | None:
    return "Удвоить" if "Удвоить" in labels else choose_here(labels)


async def _enter(anna: Player, boris: VkPlayer) -> None:
    """Both come in, and want boards of text."""
    await anna.enters("Анна")
    await wants_text(anna)
    await boris.enters("Борис7002")
    await boris.wants_text()


async def _ends(table: Table, hands: Hands) -> list[MatchEnded]:
    """How the match whose board this is has ended, by its log."""
    assert hands.board is not None
    pressed = map(read, hands.board.buttons.values())
    match = next(press.id for press in pressed if press is not None and press.verb == "again")
    assert match is not None
    rows = await table.services.log.read(match, -1, 5_000)
    events = [event for row in rows for event in decode_events(row.events)]
    return [event for event in events if isinstance(event, MatchEnded)]
