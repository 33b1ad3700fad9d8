"""Other forms than one game: the cube, the Crawford game, a session with stakes and a beaver."""

from typing import Any

from game.conventions import ConventionsAsked, CubeKind, Form, resolve
from game.rulesets import RuleName
from platforms.doors import Door
from server.tables.lobby import Offer
from tests.bots.telegram.conftest import Table
from tests.bots.telegram.elsewhere import SocketPlayer
from tests.bots.telegram.playing import Choose, Hands, choose, play_out, seek, two, wants_text
from tests.waiting import until

DOUBLE, DROP = "Удвоить", "Пас"


def pressing(word: str) -> Choose:
    """Somebody who presses this whenever he may."""

    def chooses(buttons: dict[str, str]) -> str | None:
        wanted = next((data for label, data in buttons.items() if label == word), None)
        return wanted or choose(buttons)

    return chooses


async def test_a_match_with_the_cube_has_its_crawford_game(table: Table) -> None:
    """Two drops bring one of them to a point of the end: then nobody may double."""
    anna, boris = await two(table)
    for player in (anna, boris):
        await seek(player, "Короткие", "матч до 3")
    hands = Hands(anna, pressing(DOUBLE)), Hands(boris, pressing(DROP))

    async def in_crawford() -> bool:
        for each in hands:
            await each.move()
        board = hands[0].board
        return (
            board is not None
            and "Партия Кроуфорда" in board.text
            and any("Бросить" in label for label in board.buttons)
        )

    await until(in_crawford, 60)
    assert hands[0].board is not None
    assert DOUBLE not in hands[0].board.buttons

    await boris.says("сдаюсь")
    await boris.presses("оин")
    await anna.presses("Принять сдачу")
    await play_out(*hands)
    won, lost = (" ".join(table.telegram.texts(player.id)) for player in (anna, boris))
    assert "Вы выиграли матч" in won
    assert "Счёт 0:3" in lost


class Doubler(SocketPlayer):
    """Doubles as soon as he may, and wants to stop after one game."""

    asked = False

    async def _decide(self, decision: dict[str, Any], push: dict[str, Any]) -> None:
        if decision["kind"] == "roll" and not self.asked:
            self.asked = True
            await self._ask("offer_stop")
            await self._ask("double", turn=decision["turn"])
        else:
            await super()._decide(decision, push)


async def test_a_session_for_stakes_goes_on_after_a_beaver(table: Table) -> None:
    """His table has rules that no button of the bot offers: they are read, agreed to, played."""
    anna = table.player(7001)
    await anna.enters("Анна")
    await wants_text(anna)
    person = await table.edge.person(door=Door.VK)
    terms = ConventionsAsked(
        rules=RuleName.SHORT,
        form=Form.MONEY,
        cube=CubeKind.DOUBLING,
        beaver=True,
        max_points=8,
        stake=5,
    )
    other = Doubler(await table.edge.talker(person), str(person.id))
    offered = await table.services.tables.lobby.open(
        person.id, Offer(resolve(terms), private=True)
    )
    other.match = str(offered.table.id)
    await anna.says(f"/start t{offered.invitation}")
    await anna.reads("бивер")
    await anna.presses("Сесть за стол")

    await anna.reads("Матч начинается.")
    table.edge.keep(other.begin())
    hands = Hands(anna, pressing("Бивер"))
    await anna.presses("Закончить после партии")

    async def beavered() -> bool:
        await hands.move()
        return "бивер, куб 4" in " ".join(table.telegram.texts(anna.id))

    await until(beavered, 30)
    await anna.says("сдаюсь")
    await anna.presses("оин")
    await play_out(hands)
    told = " ".join(table.telegram.texts(anna.id))
    assert "Счёт 0:4" in told
    assert "Итог: -20 монет" in told
    assert other.result is not None
