"""Words about people, coins and talk."""

from typing import Final

from bots.wording import Plural, Text

WALLET: Final = Text("💰 {coins}", "💰 {coins}")
HELD: Final = Text(
    "Отложено на время матчей: {held}", "Set aside while matches are played: {held}"
)
BONUS: Final = Text(
    "Ежедневный бонус: {coins}. Дней подряд: {streak}.", "Daily bonus: {coins}. Day {streak}."
)
BONUS_TAKEN: Final = Text(
    "🎁 Ваши {coins}! Дней подряд: {streak}. Следующий бонус завтра.",
    "🎁 {coins} are yours! Day {streak}. The next bonus is tomorrow.",
)
BONUS_READY: Final = Text("🎁 Взять", "🎁 Take it")
BONUS_LATER: Final = Text("Следующий бонус завтра: {coins}.", "Tomorrow's bonus: {coins}.")
SHOP: Final = Text("Покупки за звёзды Telegram", "What Stars buy")
VIP_UNTIL: Final = Text("VIP до {date}.", "VIP until {date}.")
NOT_VIP: Final = Text("VIP: нет.", "VIP: no.")
PRICE: Final = Text("{name} — {price} ⭐", "{name} — {price} ⭐")
PAY: Final = Text("Оплатить {price} ⭐", "Pay {price} ⭐")
PAY_HERE: Final = Text("{name}. Счёт действует час.", "{name}. The invoice lasts an hour.")
NOTHING_SOLD: Final = Text("Здесь покупок нет.", "Nothing is sold here.")
PAYMENT_FOUND: Final = Text(
    "Нашли вашу оплату: покупка зачислена.", "Your payment was found: it is credited now."
)
PAYMENT_LOOKED_INTO: Final = Text(
    "Мы посмотрим ваши оплаты и ответим здесь, в этом чате. Номер обращения: {case}.",
    "We will look into your payments, and answer here, in this chat. Your case: {case}.",
)
SOLD_ELSEWHERE: Final = Text(
    "Монеты и VIP продаются в приложении: {url}", "Coins and VIP are sold in the app: {url}"
)
TOP: Final = Text("🏅 {rules}: лучшие за всё время", "🏅 {rules}: the best of all time")
PLACE: Final = Text("{place}. {name} — {rating}", "{place}. {name} — {rating}")
PLACE_UNRATED: Final = Text("{place}. {name}: без рейтинга", "{place}. {name}: unrated")
NOBODY: Final = Text("Пока никого.", "Nobody yet.")
FRIENDS: Final = Text("Ваши друзья:", "Your friends:")
NO_FRIENDS: Final = Text("Друзей пока нет. Позовите: {url}", "No friends yet. Invite them: {url}")
INVITE_LINK: Final = Text(
    "Ваша ссылка для друзей: {url}\nПришло по ней: {count}",
    "Your link: {url}\nCame by it: {count}",
)
PROFILE: Final = Text("👤 {name}", "👤 {name}")
STRENGTH: Final = Text(
    "{rules}: рейтинг {rating}, побед {wins} из {matches}",
    "{rules}: rating {rating}, {wins} wins of {matches}",
)
BADGE: Final = Text("⭐ VIP", "⭐ VIP")
NO_STRENGTH: Final = Text(
    "Рейтинга пока нет: он появится после первого матча на рейтинг.",
    "No rating yet: it comes with the first rated match.",
)
UNRATED: Final = Text("нет", "none")
BEFRIEND: Final = Text("➕ В друзья", "➕ Add as a friend")
UNFRIEND: Final = Text("➖ Из друзей", "➖ Remove")
REPORT: Final = Text("⚠️ Пожаловаться", "⚠️ Report")
BLOCK: Final = Text("🚫 В чёрный список", "🚫 Block")
UNBLOCK: Final = Text("↩️ Убрать из чёрного списка", "↩️ Unblock")
UNBLOCKED: Final = Text("Убран из чёрного списка.", "Blocked no more.")
REPORT_WHAT: Final = Text("Напишите, на что жалоба.", "Say what it is about.")
REPORTED: Final = Text("Жалоба принята.", "Your report is taken.")
BLOCKED: Final = Text(
    "В чёрном списке. Больше этот игрок вам не напишет.",
    "Blocked. This player will not write to you any more.",
)
FRIENDS_NOW: Final = Text("Теперь вы друзья: {name}.", "You are friends now: {name}.")
ASKS: Final = Text("{name} хочет дружить.", "{name} wants to be friends.")
ASKED: Final = Text("Запрос отправлен.", "Asked.")
PARTED: Final = Text("Готово.", "Done.")
CREDITED: Final = Text("Покупка зачислена: {product}.", "Credited: {product}.")
SOMETHING: Final = Text("товар, который больше не продаётся", "a thing that is sold no more")
TAKEN_BACK: Final = Text("Возврат: {product}.", "Paid back: {product}.")
CASE_ANSWERED: Final = Text("Ответ поддержки ({agent}): {words}", "Support ({agent}): {words}")
GIFTED: Final = Text("{name} дарит вам: {article}.", "A gift from {name}: {article}.")
VIP_ENDS: Final = Text("VIP закончится {date}.", "Your VIP ends {date}.")
SANCTION: Final = Text(
    "Решение модератора: {what}. {reason}", "A moderator's ruling: {what}. {reason}"
)
UNTIL: Final = Text(" до {date}", " until {date}")
FOR_EVER: Final = Text(" навсегда", " for ever")
VERDICTS: Final = {
    "refund": Text(
        "Спор о матче решён: ставки возвращены.", "A dispute about a match: stakes are returned."
    ),
    "restore": Text(
        "Спор о матче решён: итог отменён.", "A dispute about a match: its result is undone."
    ),
    "dismiss": Text(
        "Спор о матче решён: итог остаётся.", "A dispute about a match: its result stands."
    ),
}
MOVED: Final = Text("Перемещено: {coins}.", "Moved: {coins}.")
LIFTED: Final = Text("Решение модератора отменено.", "The ruling was lifted.")
REPORT_CLOSED: Final = Text("Ваша жалоба рассмотрена.", "Your report was dealt with.")
WARNING: Final = Text("предупреждение", "a warning")
MUTE: Final = Text("запрет чата", "a mute")
BAN: Final = Text("блокировка", "a ban")
SANCTIONS: Final = {"warning": WARNING, "mute": MUTE, "ban": BAN}
WROTE: Final = Text("✉️ {name} пишет вам в игре.", "✉️ {name} has written to you in the game.")
NO_NEWS: Final = Text("Новостей нет.", "No news.")
CLAIM: Final = Text("🎁 Забрать: {title}", "🎁 Claim: {title}")
CLAIMED: Final = Text("🎁 Получено!", "🎁 It is yours!")
TO_WALLET: Final = Text("Кошелёк", "Wallet")
DAYS: Final = Plural(("день", "дня", "дней"), ("day", "days"))
