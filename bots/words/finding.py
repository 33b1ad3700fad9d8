"""Words on the way to a match."""

from typing import Final

from bots.wording import Plural, Text
from server.tables.events import SearchEnd

WHAT: Final = Text("Во что играем?", "What do we play?")
HOW: Final = Text("{rules}. Как?", "{rules}. How?")
STAKE: Final = Text("{rules}, {form}. Ставка?", "{rules}, {form}. For which stake?")
STAKE_A_POINT: Final = Text(
    "{rules}, {form}. Ставка за очко?", "{rules}, {form}. For which stake a point?"
)
WITH_WHOM: Final = Text("{terms}.{stakes}\nС кем?", "{terms}.{stakes}\nWith whom?")
AT_ONCE: Final = Text("⚡ {rules}, {form}, {stake}", "⚡ {rules}, {form}, stake: {stake}")
MORE_RULES: Final = Text("Другие…", "Others…")
FREE: Final = Text("без ставки", "none")
SEEK: Final = Text("🔎 Найти соперника", "🔎 Find an opponent")
FRIEND: Final = Text("🔗 Позвать друга (без рейтинга)", "🔗 Call a friend (unrated)")
SEEKING: Final = Text(
    "Ищем соперника: {terms}. Можно закрыть чат: ищем полчаса и напишем, чем кончилось.",
    "Looking for an opponent: {terms}. We look for half an hour, and write what came of it.",
)
STOP: Final = Text("✖ Больше не искать", "✖ Stop looking")
SEARCH_ENDS: Final = {
    SearchEnd.TIME: Text(
        "За полчаса соперника не нашлось: {terms}. Больше не ищем.",
        "Nobody came in half an hour: {terms}. We look no more.",
    ),
    SearchEnd.UNFIT: Text(
        "Поиск остановлен, на этих условиях вам сейчас не сесть за стол: {terms}.",
        "The search has stopped: you cannot sit down on these terms now: {terms}.",
    ),
}
SEEK_ON: Final = Text("🔎 Искать дальше", "🔎 Look on")
CHOOSE_ANEW: Final = Text("Выбрать другую игру", "Choose another game")
STOPPED: Final = Text("Больше не ищем.", "We look no more.")
LINK: Final = Text(
    "Стол готов: {terms}.{stakes}\nПерешлите другу ссылку:\n{url}",
    "Your table is ready: {terms}.{stakes}\nPass this link on:\n{url}",
)
CLOSE: Final = Text("✖ Закрыть стол", "✖ Close the table")
CLOSED: Final = Text("Стол закрыт.", "The table is closed.")
CARD: Final = Text(
    "{name} зовёт вас: {terms}.{stakes}", "{name} asks you to play: {terms}.{stakes}"
)
SIT: Final = Text("Сесть за стол", "Sit down")
CARD_CHANGED: Final = Text("Условия стола изменились.", "The terms have changed.")
STAKED: Final = Text("ставка: {coins}", "stake: {coins}")
STAKED_A_POINT: Final = Text("ставка: {coins} за очко", "stake: {coins} a point")
UNSTAKED: Final = Text("без ставки", "no stake")
WITH_CUBE: Final = Text("с кубом", "with the cube")
WITH_LINEAR_CUBE: Final = Text(
    "куб растёт на 1, до {most}", "a cube that grows by 1, up to {most}"
)
RATED: Final = Text("на рейтинг", "rated")
UNRATED: Final = Text("без рейтинга", "unrated")
NO_GAMMONS: Final = Text("марс не считается", "gammons do not count")
NO_BACKGAMMONS: Final = Text("кокс не считается", "backgammons do not count")
DIFFERENCE: Final = Text("до разницы в {points}", "until somebody leads by {points}")
OWN_RULES: Final = Text("особые правила хода", "special rules of moving")
NO_CLOCK: Final = Text("без часов", "no clock")
CLOCK: Final = Text("время: {time}", "time: {time}")
A_TURN: Final = Text("{seconds} с на ход", "{seconds} s a turn")
RESERVE: Final = Text("запас {time}", "a reserve of {time}")
INCREMENT: Final = Text("+{seconds} с за ход", "+{seconds} s after each turn")
WHOLE: Final = Text("весь матч не дольше {time}", "the match no longer than {time}")
HOLD: Final = Text(
    "Откладывается на время матча: {hold}. Больше проиграть нельзя.",
    "Set aside for the match: {hold}. You cannot lose more.",
)
OF_STAKES: Final = Text("{hold} ({stakes})", "{hold} ({stakes})")
STAKES: Final = Plural(("ставка", "ставки", "ставок"), ("stake", "stakes"))
RAKE: Final = Text(
    "Комиссия дома с выигрыша: {rake}, с VIP: {vip}.",
    "Of what is won the house keeps {rake}, of a VIP {vip}.",
)
NO_RAKE: Final = Text("Комиссии нет.", "The house keeps nothing.")
FROM_WIN: Final = Text("от {coins} — {rate}", "{rate} from {coins} on")
WITH_JACOBY: Final = Text("правило Джекоби", "Jacoby rule")
WITH_BEAVER: Final = Text("бивер", "beavers")
WITH_AUTOMATIC: Final = Text("автоудвоения", "automatic doubles")
FOUND: Final = Text(
    "Соперник на месте: матч начинается!", "Your opponent is here: the match begins!"
)
NOT_YOUR_MENU: Final = Text(
    "Это меню другого игрока. Своё: /play", "This menu is somebody else's. For your own: /play"
)
NOBODY_YET: Final = Text(
    "Это ваш стол, пока никто не пришёл. Перешлите ссылку другу.",
    "This is your table, and nobody has come yet. Pass the link on to a friend.",
)
SEATED: Final = Text("Матч начинается.", "The match begins.")
AGAIN: Final = Text(
    "{name} предлагает реванш: {terms}.{stakes}", "{name} wants a rematch: {terms}.{stakes}"
)
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
    "{name} предлагает игру: {terms}.{stakes}\nКто сядет?",
    "{name} offers a match: {terms}.{stakes}\nWho sits down?",
)
OFFER: Final = Text("📣 Предложить группе", "📣 Offer to the group")
INVITES: Final = Text("{name} приглашает вас за стол.", "{name} invites you to a table.")
DECLINE: Final = Text("Отклонить", "Decline")
NOT_FOUND: Final = Text("Этого стола больше нет.", "This table is no more.")
