"""Words at the door: welcome, nick, help, settings."""

from typing import Final

from bots.wording import Plural, Text
from server.accounts.refusals import NickFault

WELCOME: Final = Text(
    "Это нарды: короткие, длинные и другие. Играйте с людьми прямо в чате.",
    "This is nardy: short, long and other kinds. Play people right here in the chat.",
)
ABOUT: Final = Text(
    "Нарды с живыми соперниками, прямо в чате: короткие, длинные и другие. Найдите соперника, "
    "позовите друга по ссылке или сыграйте в группе. Кости каждого матча можно проверить.",
    "Nardy (backgammon) with living opponents, right here in the chat: short, long and other "
    "kinds. Find an opponent, call a friend by a link, or play in a group. The dice of every "
    "match can be checked.",
)
WELCOME_BACK: Final = Text("С возвращением, {nick}!", "Welcome back, {nick}!")
MENU: Final = Text("Что делаем?", "What shall we do?")
CANCEL: Final = Text("✖ Отмена", "✖ Cancel")
LET_BE: Final = Text("Хорошо, не будем.", "All right, never mind.")
ASK_NICK: Final = Text(
    "Как вас называть? Напишите ник или возьмите предложенный.",
    "What shall we call you? Type a nick, or take this one.",
)
NICK_FAULTS: Final = {
    NickFault.TOO_SHORT: Text(
        "Слишком коротко: нужны хотя бы {shortest} буквы или цифры.",
        "Too short: {shortest} letters or digits at the least.",
    ),
    NickFault.TOO_LONG: Text(
        "Слишком длинно: не больше {longest} знаков.",
        "Too long: {longest} characters at the most.",
    ),
    NickFault.BAD_CHARACTER: Text(
        "Ник пишется русскими или латинскими буквами и цифрами; между ними бывают пробел, точка, "
        "дефис и подчёркивание.",
        "A nick is written in Latin or Cyrillic letters and digits, with a space, a full stop, a "
        "hyphen or an underscore between.",
    ),
    NickFault.BAD_WORD: Text("Такой ник взять нельзя.", "Nobody may be called so."),
}
"""Why a nick is refused, to whoever may type another one."""
TAKE_NICK: Final = Text("Взять «{nick}»", "Take “{nick}”")
NICK_GONE: Final = Text(
    "«{nick}» уже занят, или очень похож на чей-то ник.",
    "“{nick}” is taken, or looks very much like somebody's nick.",
)
NICK_IS: Final = Text("Теперь вы — {nick}.", "You are {nick} now.")
HELP: Final = Text(
    "Как играть\n"
    "• /play — найти соперника или позвать друга.\n"
    "• Ход — кнопками по одной шашке или текстом: 13/11 8/7, бар/21, 6/сн. Пункты нумеруются "
    "с вашей стороны.\n"
    "• /matches — ваши матчи, если их несколько.\n"
    "• Слова «бросок», «удваиваю», «беру», «пас» тоже понимаются.\n"
    "• /settings — язык, доска текстом, своя фраза для костей, ник.\n"
    "• /tournaments — турниры.\n"
    "• /wallet, /bonus, /vip, /top, /friends, /profile, /news.\n"
    "• /support — вопрос людям, /paysupport — вопросы оплаты, /terms — правила.\n"
    "Кости каждого матча можно проверить: кнопка «Проверка костей» после матча.",
    "How to play\n"
    "• /play — find an opponent or call a friend.\n"
    "• A play: by buttons, checker by checker, or typed: 13/11 8/7, bar/21, 6/off. Points are "
    "numbered from your side.\n"
    "• /matches — your matches, if there are several.\n"
    "• The words roll, double, take, drop are understood too.\n"
    "• /settings — language, text board, a phrase of your own for the dice, nick.\n"
    "• /tournaments — tournaments.\n"
    "• /wallet, /bonus, /vip, /top, /friends, /profile, /news.\n"
    "• /support — ask a human, /paysupport — payments, /terms — the rules of play.\n"
    "The dice of every match can be checked: the button “Dice proof” after the match.",
)
HELP_IN_GROUP: Final = Text(
    "Как играть в группе\n"
    "• /play — предложить игру: за стол сядет, кто первый нажмёт.\n"
    "• Доска одна на всех, нажимает тот, чей ход. Ход можно и написать ответом на доску: "
    "13/11 8/7, бар/21, 6/сн. Пункты нумеруются со стороны того, кто ходит.\n"
    "• Слова «бросок», «удваиваю», «беру», «пас», «сдаюсь», «часы» тоже понимаются.\n"
    "Всё остальное — в личном чате со мной.",
    "How to play in a group\n"
    "• /play — offer a match: whoever presses first sits down.\n"
    "• All look at one board, and whoever is to move presses. A play may be written, too, as a "
    "reply to the board: 13/11 8/7, bar/21, 6/off. Points are numbered from the mover's side.\n"
    "• The words roll, double, take, drop, resign, clock are understood too.\n"
    "All else is done in a chat with me alone.",
)
SETTINGS: Final = Text("Настройки", "Settings")
LANGUAGE: Final = Text("Язык: русский → English", "Language: English → русский")
PICTURES: Final = Text("Доска: картинкой → текстом", "Board: picture → text")
PLAIN: Final = Text("Доска: текстом → картинкой", "Board: text → picture")
PHRASES_OFF: Final = Text("Своя фраза для костей: нет → да", "Own phrase for the dice: no → yes")
PHRASES_ON: Final = Text("Своя фраза для костей: да → нет", "Own phrase for the dice: yes → no")
TALK_ON: Final = Text("Чат за столом: да → нет", "Table chat: on → off")
TALK_OFF: Final = Text("Чат за столом: нет → да", "Table chat: off → on")
REMINDERS_ON: Final = Text("Напоминания: да → нет", "Reminders: on → off")
REMINDERS_OFF: Final = Text("Напоминания: нет → да", "Reminders: off → on")
NEWS_ON: Final = Text("Присылать новости: да → нет", "Send me news: yes → no")
NEWS_OFF: Final = Text("Присылать новости: нет → да", "Send me news: no → yes")
NICK: Final = Text("Сменить ник", "Change the nick")
TYPE_NICK: Final = Text(
    "Напишите новый ник. Сменить его можно ещё {times}.",
    "Type the new nick. You may change it {times} more.",
)
TIMES: Final = Plural(("раз", "раза", "раз"), ("time", "times"))
NICK_SETTLED: Final = Text(
    "Вы — {nick}. Больше ник сменить нельзя: все смены уже использованы.",
    "You are {nick}. Your nick was changed as often as one may.",
)
SUPPORT: Final = Text(
    "Опишите, что случилось, одним сообщением. Жалоба на соперника — кнопкой «Пожаловаться» "
    "в его профиле. Об оплате: /paysupport",
    "Say what happened in one message. To report an opponent, use his profile. "
    "About payments: /paysupport",
)
SUPPORT_TAKEN: Final = Text(
    "Записано. Вам ответят здесь, в этом чате.", "Noted. You will be answered here, in this chat."
)
REFERRED: Final = Text("Приглашение засчитано.", "Your inviter was noted.")
SLOWLY: Final = Text(
    "Не так быстро, пожалуйста: отвечаем по порядку.",
    "Not so fast, please: we answer one by one.",
)
FAULT: Final = Text(
    "Что-то пошло не так, мы уже знаем. Попробуйте ещё раз. ({id})",
    "Something went wrong, and we know of it. Try again. ({id})",
)
IN_PRIVATE: Final = Text(
    "Откройте чат со мной: там это удобнее.", "Open a chat with me: it is better there."
)
TO_CHAT: Final = Text("Открыть чат", "Open the chat")
COMMANDS: Final = {
    "play": Text("Играть", "Play"),
    "matches": Text("Мои матчи", "My matches"),
    "tournaments": Text("Турниры", "Tournaments"),
    "wallet": Text("Кошелёк", "Wallet"),
    "bonus": Text("Ежедневный бонус", "Daily bonus"),
    "vip": Text("VIP и монеты", "VIP and coins"),
    "top": Text("Таблицы лидеров", "Leaderboards"),
    "friends": Text("Друзья", "Friends"),
    "profile": Text("Профиль", "Profile"),
    "news": Text("Новости", "News"),
    "settings": Text("Настройки", "Settings"),
    "link": Text("Аккаунты других платформ", "Accounts of other platforms"),
    "help": Text("Помощь", "Help"),
    "support": Text("Поддержка", "Support"),
    "paysupport": Text("Вопросы оплаты", "Payment questions"),
    "terms": Text("Правила игры", "Rules of play"),
}
"""What is registered with a platform, in this order."""
