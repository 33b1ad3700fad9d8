"""A link code of another platform, brought to the bot: both agree, and both part again."""

import re
from uuid import UUID

from server.storage.accounts import Accounts, Identity
from tests.bots.telegram.conftest import Table
from tests.server.tables.calling import done
from tests.waiting import until


async def test_a_code_of_another_platform_joins_and_parts_by_buttons(table: Table) -> None:
    anna, page = table.player(7001), await table.edge.person()
    await anna.enters("Анна")
    own = await standing(table)
    code = (await done(table.edge, page, "POST", "me/link-codes"))["code"]

    await anna.says("/link ABCD-EFGH-JK")
    await anna.reads("Такого кода нет")
    await anna.says(f"/start link_{code}")
    await anna.reads("Сделать из двух аккаунтов один?")
    assert await standing(table) == own, "a code joins nothing"
    await anna.presses("Согласен")
    await anna.reads("согласитесь с другой стороны")
    (offer,) = (await done(table.edge, page, "GET", "me/merge"))["offers"]
    assert (offer["keeper_agreed"], offer["other_agreed"]) == (False, True)
    await done(table.edge, page, "POST", "me/merge", {"offer": offer["offer"], "confirm": True})
    assert await standing(table) == page.id

    await anna.says("/link")
    await anna.presses("Разделить: Анна")
    await anna.reads("Аккаунтов снова два")
    assert await standing(table) == own
    await anna.says("/profile")
    await until(lambda: "👤 Анна" in " ".join(table.telegram.texts(anna.id)))


async def test_whose_code_is_typed_elsewhere_is_told_and_shown_both_sides(table: Table) -> None:
    anna, page = table.player(7001), await table.edge.person()
    await anna.enters("Анна")
    own = await standing(table)
    await anna.says("/link")
    await anna.reads("он действует 10 минут")
    (told,) = [each for each in table.telegram.texts(anna.id) if "действует 10 минут" in each]
    found = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}", told)
    assert found is not None

    offer = (await done(table.edge, page, "POST", "me/link", {"code": found[0]}))["offer"]
    await anna.reads("Ваш код ввели с другой платформы")
    await anna.presses("Посмотреть оба аккаунта")
    await anna.reads("Сделать из двух аккаунтов один?")
    await anna.presses("Согласен")
    await anna.reads("согласитесь с другой стороны")
    await done(table.edge, page, "POST", "me/merge", {"offer": offer, "confirm": True})

    await anna.reads("Теперь у вас один аккаунт")
    assert await standing(table) == own


async def standing(table: Table) -> UUID:
    """Whose account Anna's number on Telegram leads to."""
    async with table.services.dialogues.database.reading() as connection:
        found = await Accounts(connection).find_by_identity(Identity("telegram", "user", "7001"))
    assert found is not None
    return found.id
