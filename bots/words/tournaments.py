"""Words about tournaments."""

from typing import Final

from bots.wording import Plural, Text
from game.tournament import System, TournamentPhase

LIST: Final = Text("🏆 Турниры", "🏆 Tournaments")
NONE: Final = Text("Турниров пока нет.", "There are no tournaments now.")
LINE: Final = Text("{mark} {name} — {entered}/{capacity}", "{mark} {name} — {entered}/{capacity}")
CARD: Final = Text(
    "🏆 {name}\n{system}\n{terms}\n{when}\n{cost}\n{prizes}\nУчастников: {entered} из {capacity}",
    "🏆 {name}\n{system}\n{terms}\n{when}\n{cost}\n{prizes}\nEntrants: {entered} of {capacity}",
)
SYSTEMS: Final = {
    System.SWISS: Text("До двух поражений", "Two losses and out"),
    System.KNOCKOUT: Text("На выбывание", "Knockout"),
}
PHASES: Final = {
    TournamentPhase.REGISTERING: Text("Идёт запись", "Open for entry"),
    TournamentPhase.PLAYING: Text("Идёт игра, тур {round}", "Being played, round {round}"),
    TournamentPhase.OVER: Text("Закончен", "Over"),
    TournamentPhase.CANCELLED: Text("Не состоится", "Cancelled"),
}
STARTS: Final = Text("Начало: {at}", "Starts: {at}")
WHEN_FULL: Final = Text("Начнётся, когда заполнится", "Starts when it is full")
FREE: Final = Text("Участие бесплатное", "Entry is free")
FEE: Final = Text("Взнос: {fee}", "Entry fee: {fee}")
POINTS: Final = Plural(
    ("балл лояльности", "балла лояльности", "баллов лояльности"),
    ("loyalty point", "loyalty points"),
)
PRIZES: Final = Text("Призы: {prizes}", "Prizes: {prizes}")
NO_PRIZES: Final = Text("Без призов", "No prizes")
RAKE: Final = Text(", комиссия с выигрыша {rate}", ", {rate} of what is won is kept")
ENTERED: Final = Text("✅ Вы участвуете.", "✅ You take part.")
PLACE: Final = Text("Ваше место: {place}.", "Your place: {place}.")
SURE_TO_LEAVE: Final = Text(
    "Турнир идёт. Кто отказывается, выбывает, а взнос не возвращается. Отказаться?",
    "The tournament is being played. Who withdraws is out, and his fee is not returned. Withdraw?",
)
STAY: Final = Text("« Играть дальше", "« Play on")
OUT: Final = Text("Вы выбыли.", "You are out.")
CALLED: Final = Text(
    "▶️ Вас ждут за доской до {at}: соперник — {name}.",
    "▶️ You are awaited at the board until {at}: you meet {name}.",
)
ENTER: Final = Text("Участвовать", "Take part")
LEAVE: Final = Text("Отказаться", "Withdraw")
PLAY: Final = Text("▶️ Я здесь, играть", "▶️ I am here, play")
TABLE: Final = Text("Положение", "Standings")
TO_CARD: Final = Text("К турниру", "To the tournament")
TO_LIST: Final = Text("Все турниры", "All tournaments")
WAIT: Final = Text(
    "Вы на месте. Ждём соперника: доска откроется сама.",
    "You are here. Your opponent is awaited: the board opens by itself.",
)
STANDING: Final = Text("{place}. {name}: {wins}–{losses}", "{place}. {name}: {wins}–{losses}")
STANDING_PRIZE: Final = Text(" — {prize}", " — {prize}")
NOBODY: Final = Text("Пока никого.", "Nobody yet.")
MORE: Final = Text("… и ещё {count}", "… and {count} more")

IS_CALLED: Final = Text(
    "🏆 Турнир: вас ждут за доской, соперник — {name}. Приходите до {at}, иначе поражение.",
    "🏆 The tournament: you meet {name}. Come by {at}, or you lose.",
)
BYE: Final = Text(
    "🏆 В туре {round} вам не нашлось пары: засчитана победа. Ждите следующего тура.",
    "🏆 Nobody was left to meet you in round {round}: it counts as a win. Wait for the next.",
)
FINISHED: Final = Text(
    "🏆 Турнир окончен. Ваше место: {place}.", "🏆 The tournament is over. Your place: {place}."
)
WON: Final = Text(" Ваш приз: {prize}.", " Your prize: {prize}.")
ANOTHER: Final = Text(
    "🏆 С вашего устройства или адреса в турнире участвует ещё один игрок. Один человек играет "
    "с одного аккаунта; если вас двое, напишите в поддержку: /support",
    "🏆 Another entrant has come by your device or address. One person takes part by one account; "
    "if you are two, tell /support",
)
OFF: Final = Text(
    "🏆 Турнир отменён. Взнос вам вернули.",
    "🏆 The tournament was cancelled. What you paid is yours again.",
)
