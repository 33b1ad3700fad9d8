"""The rules of play as bots say them, and accepting them."""

from typing import Final

from bots.wording import Plural, Text

TERMS: Final = Text(
    "Правила игры\n"
    "• Играют люди: программы-подсказки, сговор и чужие аккаунты запрещены.\n"
    "• Монеты игровые: на них ставят, из выигрыша дом удерживает комиссию, на деньги они не "
    "меняются.\n"
    "• Кости запечатаны до первого броска, после матча их можно проверить.\n"
    "• У кого вышло время, тот проиграл матч; пока бот не работает, часы стоят.\n"
    "• Оскорбления и спам ведут к предупреждению, запрету чата, блокировке. Пожаловаться можно в "
    "профиле соперника.\n"
    "• Мы храним ваш номер в мессенджере, ник, матчи, монеты и переписку (90 дней). Хотите, чтобы "
    "вас забыли, — напишите: /support\n"
    "• Об оплате и возвратах: /paysupport",
    "Rules of play\n"
    "• People play: helping programs, collusion and the accounts of others are forbidden.\n"
    "• Coins are for play: they are staked, the house keeps a rake of what is won, and they "
    "cannot be changed into money.\n"
    "• Dice are sealed before the first roll and can be checked after the match.\n"
    "• Whose time runs out has lost the match; while the bot is away, clocks stand.\n"
    "• Insults and spam lead to a warning, a mute, a ban. Report an opponent from his profile.\n"
    "• We keep your number in the messenger, nick, matches, coins, and talk (90 days). To be "
    "forgotten, write to /support\n"
    "• Payments and refunds: /paysupport",
)
ACCEPT_THEM: Final = Text(
    "Чтобы играть, примите их (версия {version}). Так вы подтверждаете, что вам исполнилось {age} "
    "и что закон вашей страны разрешает вам эту игру.",
    "Accept them to play (version {version}). By that you say that you are {age} old, and that "
    "the law of your country permits you this game.",
)
ACCEPTED: Final = Text(
    "Вы приняли их (версия {version}).", "You have accepted them (version {version})."
)
ACCEPT: Final = Text("✅ Принимаю", "✅ I accept")
THANKS: Final = Text("Правила приняты. Играем: /play", "Accepted. Play: /play")
IN_PRIVATE: Final = Text(
    "Сначала примите правила игры: напишите мне в личный чат /terms",
    "Accept the rules of play first: write /terms in a chat with me alone",
)
YEARS: Final = Plural(("год", "года", "лет"), ("year", "years"))
