"""Words on the way to a match."""

from typing import Final

from bots.wording import Text

WHAT: Final = Text("Во что играем?", "What do we play?")
HOW: Final = Text("{rules}. Как?", "{rules}. How?")
STAKE: Final = Text("{rules}, {form}. Ставка?", "{rules}, {form}. For which stake?")
WITH_WHOM: Final = Text(
    "{rules}, {form}, ставка: {stake}. С кем?", "{rules}, {form}, stake: {stake}. With whom?"
)
MORE_RULES: Final = Text("Другие…", "Others…")
FREE: Final = Text("без ставки", "none")
SEEK: Final = Text("🔎 Найти соперника", "🔎 Find an opponent")
FRIEND: Final = Text("🔗 Позвать друга", "🔗 Call a friend")
SEEKING: Final = Text(
    "Ищем соперника: {rules}, {form}. Можно закрыть чат: напишем, когда найдём.",
    "Looking for an opponent: {rules}, {form}. We will write as soon as there is one.",
)
STOP: Final = Text("✖ Больше не искать", "✖ Stop looking")
STOPPED: Final = Text("Больше не ищем.", "We look no more.")
LINK: Final = Text(
    "Стол готов: {terms}. Перешлите другу ссылку:\n{url}",
    "Your table is ready: {terms}. Pass this link on:\n{url}",
)
CLOSE: Final = Text("✖ Закрыть стол", "✖ Close the table")
CLOSED: Final = Text("Стол закрыт.", "The table is closed.")
CARD: Final = Text("{name} зовёт вас: {terms}.", "{name} asks you to play: {terms}.")
SIT: Final = Text("Сесть за стол", "Sit down")
CARD_CHANGED: Final = Text("Условия стола изменились.", "The terms have changed.")
TERMS: Final = Text("{rules}, {form}, ставка: {stake}", "{rules}, {form}, stake: {stake}")
WITH_CUBE: Final = Text("с кубом", "with the cube")
WITH_JACOBY: Final = Text("правило Джекоби", "Jacoby rule")
WITH_BEAVER: Final = Text("бивер", "beavers")
WITH_AUTOMATIC: Final = Text("автоудвоения", "automatic doubles")
FOUND: Final = Text("Соперник найден!", "An opponent was found!")
NOT_YOUR_MENU: Final = Text(
    "Это меню другого игрока. Своё: /play", "This menu is somebody else's. For your own: /play"
)
NOBODY_YET: Final = Text(
    "Это ваш стол, пока никто не пришёл. Перешлите ссылку другу.",
    "This is your table, and nobody has come yet. Pass the link on to a friend.",
)
SEATED: Final = Text("Матч начинается.", "The match begins.")
AGAIN: Final = Text("{name} предлагает реванш.", "{name} wants a rematch.")
YES: Final = Text("Да", "Yes")
NO: Final = Text("Нет", "No")
DECLINED: Final = Text("{name} не хочет реванша.", "{name} does not want a rematch.")
ASKED: Final = Text("Реванш предложен, ждём ответа.", "A rematch is offered.")
DECLINED_BY_YOU: Final = Text("Вы отказались.", "You declined.")
MATCHES: Final = Text("Ваши матчи:", "Your matches:")
NO_MATCHES: Final = Text("Сейчас матчей нет. Начните: /play", "No matches now. Begin: /play")
CARD_OF: Final = Text("👤", "👤")
MATCH: Final = Text("{mark} {name}: {rules}", "{mark} {name}: {rules}")
OFFERED: Final = Text(
    "{name} предлагает игру: {terms}. Кто сядет?", "{name} offers a match: {terms}. Who sits down?"
)
OFFER: Final = Text("📣 Предложить группе", "📣 Offer to the group")
INVITES: Final = Text("{name} приглашает вас за стол.", "{name} invites you to a table.")
DECLINE: Final = Text("Отклонить", "Decline")
NOT_FOUND: Final = Text("Этого стола больше нет.", "This table is no more.")
