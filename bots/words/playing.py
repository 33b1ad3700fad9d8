"""Words at the board."""

from typing import Final

from bots.wording import Plural, Text
from game.conventions import Form
from game.endings import Ending
from game.rulesets import RuleName
from game.vocabulary import EndCause, VoidCause

RULES: Final = {
    RuleName.SHORT: Text("короткие нарды", "short nardy"),
    RuleName.SHORT16: Text("короткие, 16 шашек", "short nardy, 16 checkers"),
    RuleName.NACKGAMMON: Text("накгаммон", "nackgammon"),
    RuleName.HYPERGAMMON: Text("гипергаммон", "hypergammon"),
    RuleName.LONG: Text("длинные нарды", "long nardy"),
    RuleName.NARDGAMMON: Text("нардгаммон", "nardgammon"),
    RuleName.CRAZY: Text("сумасшедшие нарды", "crazy nardy"),
}
FORMS: Final = {
    Form.MATCH: Text("матч до {length}", "match to {length}"),
    Form.GAME: Text("одна партия", "one game"),
    Form.MONEY: Text("игра на ставку", "money game"),
}
ENDINGS: Final = {
    Ending.SINGLE: Text("оин", "single"),
    Ending.GAMMON: Text("марс", "gammon"),
    Ending.BACKGAMMON: Text("кокс", "backgammon"),
}
COINS: Final = Plural(("монета", "монеты", "монет"), ("coin", "coins"))
PLAYER: Final = Text("Игрок {id}", "Player {id}")

AGAINST: Final = Text("Соперник: {name}", "Opponent: {name}")
SEALING: Final = Text(
    "Матч начинается: кости запечатываются.", "The match begins: the dice are being sealed."
)
YOUR_PHRASE: Final = Text(
    "Напишите любую фразу: она станет вашим зерном костей. Через {seconds} с его вытянет сервис.",
    "Type any phrase: it becomes your part of the draw. In {seconds} s the service draws one.",
)
PHRASE_TAKEN: Final = Text("Фраза принята.", "Your phrase is taken.")
YOU_ROLL: Final = Text("Ваша очередь: бросайте кости.", "Your turn: roll the dice.")
YOU_PLAY: Final = Text("Ваш ход: выпало {dice}.", "Your play: you rolled {dice}.")
CHOSEN: Final = Text("Выбрано: {steps}", "Chosen: {steps}")
HELD: Final = Text("Шашка с {point}: куда?", "The checker on {point}: where to?")
ALREADY: Final = Text(
    "Уже выбрано: {steps}. Продолжите, напишите весь ход заново или отмените: «отмена».",
    "Chosen already: {steps}. Go on from there, type the whole play anew, or write undo.",
)
WHOLE: Final = Text("Ход собран. Подтвердите его.", "The play is complete: confirm it.")
ONLY_ONE: Final = Text("Возможен один ход.", "There is only one play.")
YOU_ANSWER: Final = Text(
    "Соперник удваивает до {value}. Принимаете?", "The opponent doubles to {value}. Take?"
)
YOU_ANSWER_BEAVER: Final = Text(
    "Соперник принял и поднял куб до {value} (бивер). Принимаете?",
    "The opponent beavered: the cube is at {value}. Take?",
)
THEY_RESIGN: Final = Text(
    "Соперник сдаётся: {ending}. Принимаете?", "The opponent resigns a {ending}. Accept?"
)
YOU_RESIGN: Final = Text(
    "Вы предложили сдачу: {ending}. Ждём ответа.",
    "You offered to resign a {ending}. An answer is awaited.",
)
RESIGNS: Final = Text(
    "{name} сдаётся: {ending}. Соперник принимает?",
    "{name} resigns a {ending}. Does the other side accept?",
)
OF_WHOM: Final = Text("{name}. {words}", "{name}. {words}")
THEY_ROLL: Final = Text("Ходит {name}: бросает кости.", "{name} is to roll.")
THEY_PLAY: Final = Text("Ходит {name}: выпало {dice}.", "{name} is to play {dice}.")
THEY_ANSWER: Final = Text("{name} отвечает на удвоение.", "{name} answers the double.")
CRAWFORD: Final = Text("Партия Кроуфорда: без удвоений.", "The Crawford game: no doubling.")
BETWEEN: Final = Text("Партия окончена, начинается следующая.", "The next game is about to begin.")
ABSENT: Final = Text("Соперник не в сети: идёт его запас отсутствия.", "The opponent is away.")
HURRY: Final = Text("⏳ Времени мало!", "⏳ Time runs low!")
HURRY_AGAINST: Final = Text(
    "⏳ Времени мало! Вас ждёт {name}.", "⏳ Time runs low! {name} waits for you."
)
PLAYED: Final = Text("{name}: {play}", "{name}: {play}")
PASSED: Final = Text("{name}: ходов нет", "{name}: no legal play")
DOUBLED: Final = Text("{name} удваивает до {value}", "{name} doubles to {value}")
TOOK: Final = Text("{name} принимает", "{name} takes")
DROPPED: Final = Text("{name}: пас", "{name} drops")
BEAVERED: Final = Text("{name}: бивер, куб {value}", "{name} beavers to {value}")
REFUSED: Final = Text("{name} не принимает сдачу", "{name} refuses the resignation")
GAME_WON: Final = Text(
    "Партию выигрывает {name}: {ending}, {points}", "{name} wins a {ending}, {points}"
)
POINTS: Final = Plural(("очко", "очка", "очков"), ("point", "points"))
WON: Final = Text("🏆 Вы выиграли матч.", "🏆 You have won the match.")
LOST: Final = Text("Матч выигрывает {name}.", "{name} has won the match.")
LEVEL: Final = Text("Игра окончена вничью.", "The session ended level.")
VOID: Final = Text("Матч отменён ({cause}).", "The match is void ({cause}).")
STAKES_BACK: Final = Text("Ставки возвращены.", "Stakes are returned.")
SCORE: Final = Text("Счёт {mine}:{theirs}", "Score {mine}:{theirs}")
RATING: Final = Text("Рейтинг: {rating}", "Rating: {rating}")
RATING_CHANGED: Final = Text("Рейтинг: {rating} ({gained:+d})", "Rating: {rating} ({gained:+d})")
GAINED: Final = Text("Итог: {coins}", "Result: {coins}")
CAUSES: Final = {
    EndCause.FLAG: Text("время вышло", "on time"),
    EndCause.ABSENCE: Text("отсутствие", "by absence"),
    EndCause.LEFT: Text("выход из матча", "by leaving"),
    EndCause.RESIGNED: Text("сдача", "by resignation"),
    EndCause.DROPPED: Text("пас", "by a drop"),
    EndCause.ADJUDICATED: Text("присуждение", "by adjudication"),
    EndCause.AGREEMENT: Text("по соглашению", "by agreement"),
    EndCause.HOLD: Text("не хватило монет", "coins ran out"),
    EndCause.TIME: Text("время матча вышло", "the match time is over"),
}
VOIDS: Final = {
    VoidCause.SEED_MISSED: Text("нет зерна", "a seed is missing"),
    VoidCause.LEFT: Text("уход до начала", "left before the start"),
    VoidCause.BOTH_ABSENT: Text("нет обоих", "both away"),
    VoidCause.TOO_EVEN: Text("равенство", "too even"),
    VoidCause.OPERATOR: Text("решение оператора", "by the operator"),
    VoidCause.RESTORED: Text("сервис восстановлен", "the service was restored"),
}

ROLL: Final = Text("🎲 Бросить", "🎲 Roll")
DOUBLE: Final = Text("Удвоить", "Double")
TAKE: Final = Text("Принять", "Take")
DROP: Final = Text("Пас", "Drop")
BEAVER: Final = Text("Бивер", "Beaver")
CONFIRM: Final = Text("✅ Подтвердить", "✅ Confirm")
UNDO: Final = Text("↩️ Отменить", "↩️ Undo")
RESIGN: Final = Text("🏳 Сдаться", "🏳 Resign")
ACCEPT: Final = Text("Принять сдачу", "Accept")
REFUSE: Final = Text("Играть дальше", "Play on")
TALK: Final = Text("💬 Написать", "💬 Chat")
CLOCK: Final = Text("⏱ Часы", "⏱ Clock")
STOPS: Final = Text("После этой партии игра закончится.", "The session ends after this game.")
YOU_STOP: Final = Text(
    "Вы предложили закончить после этой партии. Нужно согласие соперника.",
    "You proposed to stop after this game. The opponent has to agree.",
)
THEY_STOP: Final = Text(
    "{name} предлагает закончить после этой партии. Чтобы согласиться: «Закончить после партии».",
    "{name} proposes to stop after this game. To agree: “Stop after this game”.",
)
STOP: Final = Text("Закончить после партии", "Stop after this game")
BACK: Final = Text("« Назад", "« Back")
TO_BOARD: Final = Text("К доске", "To the board")
MENU: Final = Text("☰ Меню", "☰ Menu")
OPPONENT: Final = Text("👤 Соперник", "👤 Opponent")
REMATCH: Final = Text("🔁 Реванш", "🔁 Rematch")
RECORD: Final = Text("📄 Запись", "📄 Record")
PROOF: Final = Text("🎲 Проверка костей", "🎲 Dice proof")
RECORD_IS: Final = Text(
    "Запись матча: журнал, обычная запись ходов и .mat.",
    "The record of the match: its log, the plays as books write them, and .mat.",
)
DICE_ARE: Final = Text(
    "Кости этого матча, запечатанные до первого броска.",
    "The dice of this match, sealed before the first roll.",
)
CHECK_DICE: Final = Text(
    "Журнал с секретом, который их открывает. Проверить оба файла: {url}",
    "The log with the secret that opens them. Check both files: {url}",
)
HOW_RESIGN: Final = Text("Соперник: {name}. Как сдаётесь?", "Your opponent is {name}. Resign how?")
SURE_TO_RESIGN: Final = Text(
    "Соперник: {name}. Сдаёте партию?", "Your opponent is {name}. Resign this game?"
)
PLAYING_ON: Final = Text("Играем дальше.", "We play on.")

CLOCKS: Final = Text("Вы {mine}, соперник {theirs}", "You {mine}, opponent {theirs}")
CLOCKS_OF: Final = Text("{name}: {mine}, {other}: {theirs}", "{name}: {mine}, {other}: {theirs}")
NO_CLOCK: Final = Text("Матч без часов.", "This match has no clock.")
DELAY: Final = Text("{reserve} (+{delay} с на ход)", "{reserve} (+{delay} s a turn)")
WRITE_NOW: Final = Text(
    "Напишите сообщение сопернику одной строкой.", "Type your message to the opponent."
)
SENT: Final = Text("Отправлено.", "Sent.")
SAYS: Final = Text("💬 {name}: {text}", "💬 {name}: {text}")
STALE: Final = Text(
    "Эта кнопка устарела. Меню: /menu", "This button is out of date. The menu: /menu"
)
NOT_YOURS: Final = Text("Сейчас выбираете не вы.", "It is not yours to choose.")
NOT_YOUR_MATCH: Final = Text("Это матч других игроков.", "This match is played by others.")
NOT_ASKED: Final = Text("Этот вопрос не вам.", "This is not asked of you.")
DONE_ALREADY: Final = Text("Уже сделано.", "Done already.")
NO_BOARD: Final = Text(
    "Сейчас у вас нет матча в этом чате. Начните: /play",
    "You have no match in this chat. Begin one: /play",
)
UNREADABLE: Final = Text(
    "Не понимаю. Ход пишется так: 13/11 8/7. Помощь: /help",
    "I do not understand. A play is written 13/11 8/7. Help: /help",
)
NOT_TO_PLAY: Final = Text(
    "Сейчас решает соперник: дождитесь его.", "It is the opponent's turn: wait for him."
)
ROLL_FIRST: Final = Text(
    "Сначала бросьте кости: кнопка «🎲 Бросить» под доской или слово «бросок».",
    "Roll first: the button “🎲 Roll” below the board, or the word roll.",
)
PLAY_FIRST: Final = Text(
    "Кости уже брошены: выберите ход кнопками под доской или напишите его, например 13/11 8/7.",
    "The dice are thrown: choose a play by the buttons below the board, or write it, say "
    "13/11 8/7.",
)
ANSWER_FIRST: Final = Text(
    "Вам предложено удвоение. Ответьте кнопкой «Принять» или «Пас» под доской или словом «беру», "
    "«пас».",
    "You were offered a double. Answer by the button “Take” or “Drop” below the board, or by the "
    "word take or drop.",
)
RESIGNED_FIRST: Final = Text(
    "Соперник сдаётся. Ответьте кнопкой «Принять сдачу» или «Играть дальше» под доской или словом "
    "«принимаю», «отказ».",
    "The opponent resigns. Answer by the button “Accept” or “Play on” below the board, or by the "
    "word accept or refuse.",
)
NOTHING_YET: Final = Text("Подождите: партия ещё не идёт.", "Wait: no game is running yet.")
