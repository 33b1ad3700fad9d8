"""The error codes of tables and matches, each with its HTTP status and its sentences."""

from collections.abc import Mapping
from typing import Final

from game.refusals import ConventionsFault, ConventionsRefused
from server.codes import Code
from server.wording import Wording

OF_PLAY: Final[Mapping[Code, Wording]] = {
    Code.TABLE_NOT_FOUND: Wording(404, "There is no such table.", "Такого стола нет."),
    Code.TABLE_TAKEN: Wording(409, "All seats are taken.", "Все места заняты."),
    Code.TABLE_CLOSED: Wording(409, "The table was closed.", "Стол закрыт."),
    Code.OWN_TABLE: Wording(
        409, "You sit at this table already.", "Вы уже сидите за этим столом."
    ),
    Code.KEPT_AWAY: Wording(
        403,
        "Who sits at this table does not play with you.",
        "Тот, кто сидит за этим столом, с вами не играет.",
    ),
    Code.RATED_TABLE: Wording(
        403,
        "This table is rated, and guests play unrated; sign in first.",
        "Стол рейтинговый, а гости играют без рейтинга: сначала войдите.",
    ),
    Code.TOURNAMENT_NOT_FOUND: Wording(404, "There is no such tournament.", "Такого турнира нет."),
    Code.REGISTRATION_OVER: Wording(
        409, "Nobody enters this tournament any more.", "Запись на этот турнир закрыта."
    ),
    Code.TOURNAMENT_FULL: Wording(
        409, "All places of the tournament are taken.", "Все места в турнире заняты."
    ),
    Code.ENTERED_TOO_OFTEN: Wording(
        409,
        "You have withdrawn from this tournament too often to enter it again.",
        "Вы слишком часто выходили из этого турнира: снова записаться нельзя.",
    ),
    Code.NOT_ENTERED: Wording(
        409, "You take no part in this tournament.", "Вы не участвуете в этом турнире."
    ),
    Code.NOT_CALLED: Wording(
        409, "No meeting of the tournament waits for you.", "Сейчас вас не ждут за доской."
    ),
    Code.TOURNAMENT_OVER: Wording(409, "The tournament is over.", "Турнир закончен."),
    Code.NOT_TABLE_OWNER: Wording(
        403,
        "Only who opened the table may close it.",
        "Закрыть стол может только тот, кто его открыл.",
    ),
    Code.TOO_MANY_TABLES: Wording(
        409,
        "One may not have more tables at a time.",
        "Больше столов одновременно иметь нельзя.",
    ),
    Code.RATING_OUT_OF_RANGE: Wording(
        403,
        "This table wants players of another rating.",
        "За этим столом ждут игроков с другим рейтингом.",
    ),
    Code.CARD_CHANGED: Wording(
        409,
        "These are not the terms of the table: read its card again.",
        "Условия стола другие: прочитайте его карточку ещё раз.",
    ),
    Code.NOT_AT_TABLE: Wording(
        403, "You do not sit at this table.", "Вы не сидите за этим столом."
    ),
    Code.NOT_PRIVATE: Wording(
        409,
        "Everybody may come to this table: there are no invitations.",
        "За этот стол может сесть любой: приглашений к нему нет.",
    ),
    Code.COOLING_DOWN: Wording(
        403,
        "You left or ran out of time too often: wait a while before the next table.",
        "Вы слишком часто бросали игру или опаздывали: подождите перед следующим столом.",
    ),
    Code.NOT_SEEKING: Wording(
        409, "You look for no opponent now.", "Вы сейчас не ищете соперника."
    ),
    Code.MATCH_RUNS: Wording(409, "The match has not ended.", "Матч ещё не окончен."),
    Code.REMATCH_LAPSED: Wording(
        409, "It is too late for a rematch.", "Для реванша уже слишком поздно."
    ),
    Code.TOO_FAR_BEHIND: Wording(
        409,
        "What you missed is not kept so long: read the list again.",
        "Пропущенное так долго не хранится: прочитайте список заново.",
    ),
    Code.CONVENTIONS_REFUSED: Wording(
        422, "These conventions cannot be.", "Таких условий быть не может."
    ),
    Code.MATCH_NOT_FOUND: Wording(404, "There is no such match.", "Такого матча нет."),
    Code.NOT_SEATED: Wording(
        403, "You hold no seat in this match.", "Вы не играете в этом матче."
    ),
    Code.NOT_FOR_SPECTATORS: Wording(
        403, "This table is closed to spectators.", "Этот стол закрыт для зрителей."
    ),
    Code.COMMAND_ID_TAKEN: Wording(
        409, "Somebody else has used this command_id.", "Этот command_id занят другим игроком."
    ),
    Code.DICE_NOT_SEALED: Wording(409, "The dice are not drawn yet.", "Кости ещё не определены."),
    Code.DICE_NEVER_SEALED: Wording(
        409,
        "The match ended before its dice were sealed: there are none.",
        "Матч кончился раньше, чем определились кости: их нет.",
    ),
    Code.DICE_KEY_LOST: Wording(
        503,
        "The house cannot open the dice of this match: its key is missing.",
        "Сервис не может открыть кости этого матча: нет ключа.",
    ),
    Code.NO_SGF: Wording(
        409,
        "SGF knows short, nackgammon and hypergammon alone; match.mat is there for all.",
        "SGF знает только короткие нарды, накгаммон и гипергаммон; match.mat есть для всех.",
    ),
    Code.WRONG_TURN: Wording(
        409,
        "That turn is not open; look at the match again.",
        "Этот ход не открыт: обновите матч.",
    ),
    Code.NOT_YOUR_DECISION: Wording(409, "It is not your turn.", "Сейчас не ваш ход."),
    Code.WRONG_MOMENT: Wording(
        409, "Something else is to be decided now.", "Сейчас нужно другое решение."
    ),
    Code.ILLEGAL_PLAY: Wording(409, "This play is not legal.", "Такой ход не по правилам."),
    Code.CUBE_REFUSED: Wording(409, "The cube may not be turned now.", "Сейчас удваивать нельзя."),
    Code.RESIGNATION_REFUSED: Wording(
        409, "That resignation is not possible now.", "Так сдаться сейчас нельзя."
    ),
    Code.DICE_REFUSED: Wording(
        409,
        "The seed does not fit the order of the draw.",
        "Зерно не подходит к порядку жеребьёвки.",
    ),
    Code.MATCH_OVER: Wording(409, "The match is over.", "Матч окончен."),
    Code.NOTHING_DUE: Wording(409, "Nothing is due.", "Ничего не наступило."),
}

_FAULTS: Final = {
    ConventionsFault.CLASH: "Условие {key} не сочетается с {others}.",
    ConventionsFault.NEEDED: "Нужно указать {needed}.",
    ConventionsFault.OUT_OF_RANGE: "Условие {key}: число от {least} до {most}.",
    ConventionsFault.NO_POWER_OF_TWO: "Условие {key}: степень двойки от {least} до {most}.",
    ConventionsFault.NO_SUCH_VALUE: "Условие {key}: такого значения нет.",
    ConventionsFault.NOT_OFFERED: "Условие {key}: здесь этого нет.",
    ConventionsFault.NOT_FOR_GUESTS: "Условие {key} не для гостей: сначала войдите.",
}


def fault_in_russian(refused: ConventionsRefused) -> str:
    """What the rules say of conventions in English, by fault, keys and bounds."""
    key, *others = refused.keys
    least, most = refused.bounds or (0, 0)
    return _FAULTS[refused.reason].format(
        key=key, others=", ".join(others), needed=refused.keys[-1], least=least, most=most
    )
