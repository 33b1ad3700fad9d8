"""Words about accounts of several platforms that become one person's."""

from typing import Final

from bots.wording import Text

CODE: Final = Text(
    "Играете и на другой платформе? Введите там код {code}: он действует 10 минут.\n"
    "Есть код оттуда? Напишите: /link КОД",
    "Do you play on another platform too? Type the code {code} there within 10 minutes.\n"
    "Have you a code from there? Write: /link CODE",
)
SIDE: Final = Text(
    "{name} ({platforms}): монет {coins}, матчей {matches}, друзей {friends}",
    "{name} ({platforms}): coins {coins}, matches {matches}, friends {friends}",
)
OFFER: Final = Text(
    "Сделать из двух аккаунтов один?\n• {keeper}\n• {other}\n"
    "Вместе: {name}, монет {coins}. Согласиться нужно с обеих сторон, отменить можно 7 дней.",
    "Make one account of two?\n• {keeper}\n• {other}\n"
    "Together: {name}, coins {coins}. Both sides have to agree; it can be undone for 7 days.",
)
AGREE: Final = Text("✅ Согласен", "✅ I agree")
WAITING: Final = Text(
    "Вы согласны. Теперь согласитесь с другой стороны: там это /link или меню аккаунта.",
    "You agree. Now agree on the other side: there it is /link or the menu of the account.",
)
CODE_USED: Final = Text(
    "Ваш код ввели с другой платформы: {name}. Ничего ещё не объединено: сначала посмотрите.",
    "Your code was typed on another platform: {name}. Nothing is joined yet: have a look first.",
)
AGREED: Final = Text(
    "{name}: с другой стороны согласны объединить аккаунты.",
    "{name}: the other side agrees to make one account of two.",
)
LOOK: Final = Text("Посмотреть оба аккаунта", "See both accounts")
JOINED_WITH: Final = Text(
    "Теперь у вас один аккаунт: присоединён {name}. Отменить можно 7 дней: /link",
    "You have one account now: {name} has joined it. It can be undone for 7 days: /link",
)
JOINED: Final = Text("Теперь это один аккаунт: {name}.", "This is one account now: {name}.")
PART: Final = Text("↩ Разделить: {name}", "↩ Part again: {name}")
PARTED: Final = Text("Аккаунтов снова два.", "There are two accounts again.")
NAMELESS: Final = Text("без ника", "without a nick")
