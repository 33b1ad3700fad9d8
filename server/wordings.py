"""Every error code with its HTTP status and its sentence, in English and in Russian."""

from enum import StrEnum
from typing import Final, NamedTuple

from game.refusals import ConventionsFault, ConventionsRefused


class Code(StrEnum):
    """Every error code that a client may see, over HTTP or WebSocket."""

    MALFORMED = "malformed"
    UNKNOWN_VERB = "unknown_verb"
    HELLO_MISSING = "hello_missing"
    HELLO_AGAIN = "hello_again"
    UNKNOWN_PROTOCOL = "unknown_protocol"
    TOO_LARGE = "too_large"
    NOT_JSON = "not_json"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    ORIGIN_REFUSED = "origin_refused"

    NOT_SIGNED_IN = "not_signed_in"
    LAUNCH_REFUSED = "launch_refused"
    LAUNCH_STALE = "launch_stale"
    DEVICE_REFUSED = "device_refused"
    TOO_MANY_FAILURES = "too_many_failures"
    TOO_MANY_GUESTS = "too_many_guests"
    ACCOUNT_NOT_FOUND = "account_not_found"

    RATE_LIMITED = "rate_limited"
    TOO_MANY_SOCKETS = "too_many_sockets"
    TOO_MANY_TOPICS = "too_many_topics"
    BUSY = "busy"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"

    TABLE_NOT_FOUND = "table_not_found"
    TABLE_TAKEN = "table_taken"
    TABLE_CLOSED = "table_closed"
    OWN_TABLE = "own_table"
    RATED_TABLE = "rated_table"
    NOT_TABLE_OWNER = "not_table_owner"
    TOO_MANY_TABLES = "too_many_tables"
    CONVENTIONS_REFUSED = "conventions_refused"

    MATCH_NOT_FOUND = "match_not_found"
    NOT_SEATED = "not_seated"
    NOT_FOR_SPECTATORS = "not_for_spectators"
    COMMAND_ID_TAKEN = "command_id_taken"
    DICE_NOT_SEALED = "dice_not_sealed"
    DICE_NEVER_SEALED = "dice_never_sealed"
    DICE_KEY_LOST = "dice_key_lost"
    NO_SGF = "no_sgf"

    WRONG_TURN = "wrong_turn"
    NOT_YOUR_DECISION = "not_your_decision"
    WRONG_MOMENT = "wrong_moment"
    ILLEGAL_PLAY = "illegal_play"
    CUBE_REFUSED = "cube_refused"
    RESIGNATION_REFUSED = "resignation_refused"
    DICE_REFUSED = "dice_refused"
    MATCH_OVER = "match_over"
    NOTHING_DUE = "nothing_due"


class Wording(NamedTuple):
    """How a code looks: the status over HTTP, the sentence in both languages."""

    status: int
    en: str
    ru: str

    def in_language(self, language: str) -> str:
        """The sentence in Russian for ``ru``, in English for all others."""
        return self.ru if language == "ru" else self.en


WORDINGS = {
    Code.MALFORMED: Wording(400, "The request cannot be read.", "Запрос не удалось прочитать."),
    Code.UNKNOWN_VERB: Wording(400, "There is no such verb.", "Такой команды нет."),
    Code.HELLO_MISSING: Wording(400, "Say hello first.", "Сначала нужен hello."),
    Code.HELLO_AGAIN: Wording(
        400, "You have said hello already.", "На этом соединении hello уже был."
    ),
    Code.UNKNOWN_PROTOCOL: Wording(
        400,
        "This version of the protocol is not spoken here.",
        "Эта версия протокола не поддерживается.",
    ),
    Code.TOO_LARGE: Wording(413, "The request is too large.", "Запрос слишком велик."),
    Code.NOT_JSON: Wording(
        415, "The body must be application/json.", "Тело запроса должно быть application/json."
    ),
    Code.NOT_FOUND: Wording(404, "There is nothing here.", "Здесь ничего нет."),
    Code.METHOD_NOT_ALLOWED: Wording(
        405, "This address does not take that method.", "Этот адрес не принимает такой метод."
    ),
    Code.ORIGIN_REFUSED: Wording(
        403, "This page may not use the service.", "Этой странице доступ к сервису закрыт."
    ),
    Code.NOT_SIGNED_IN: Wording(
        401,
        "Sign in first; the session may have ended.",
        "Сначала войдите: сеанс мог закончиться.",
    ),
    Code.LAUNCH_REFUSED: Wording(401, "The launch was not accepted.", "Запуск не принят."),
    Code.LAUNCH_STALE: Wording(
        401, "The launch has expired; open the game anew.", "Запуск устарел: откройте игру заново."
    ),
    Code.DEVICE_REFUSED: Wording(
        400,
        "A guest's token is 32 to 128 characters of base64url.",
        "Ключ гостя — от 32 до 128 знаков base64url.",
    ),
    Code.TOO_MANY_FAILURES: Wording(
        429,
        "Too many failed attempts; try later.",
        "Слишком много неудачных попыток, попробуйте позже.",
    ),
    Code.TOO_MANY_GUESTS: Wording(
        429,
        "Too many new guests from here; try later.",
        "Слишком много новых гостей отсюда, попробуйте позже.",
    ),
    Code.ACCOUNT_NOT_FOUND: Wording(404, "There is no such player.", "Такого игрока нет."),
    Code.RATE_LIMITED: Wording(
        429, "Too many requests; slow down.", "Слишком много запросов, подождите немного."
    ),
    Code.TOO_MANY_SOCKETS: Wording(
        429, "Too many open connections.", "Слишком много открытых соединений."
    ),
    Code.TOO_MANY_TOPICS: Wording(
        429,
        "This connection watches as much as it may.",
        "Это соединение больше ни за чем следить не может.",
    ),
    Code.BUSY: Wording(503, "Too much at once; try again.", "Слишком много сразу, повторите."),
    Code.UNAVAILABLE: Wording(
        503, "The service cannot answer now; try again.", "Сервис сейчас не отвечает, повторите."
    ),
    Code.INTERNAL: Wording(500, "Something went wrong on our side.", "Что-то сломалось у нас."),
    Code.TABLE_NOT_FOUND: Wording(404, "There is no such table.", "Такого стола нет."),
    Code.TABLE_TAKEN: Wording(409, "All seats are taken.", "Все места заняты."),
    Code.TABLE_CLOSED: Wording(409, "The table was closed.", "Стол закрыт."),
    Code.OWN_TABLE: Wording(
        409, "You sit at this table already.", "Вы уже сидите за этим столом."
    ),
    Code.RATED_TABLE: Wording(
        403,
        "This table is rated, and guests play unrated; sign in first.",
        "Стол рейтинговый, а гости играют без рейтинга: сначала войдите.",
    ),
    Code.NOT_TABLE_OWNER: Wording(
        403,
        "Only who opened the table may close it.",
        "Закрыть стол может только тот, кто его открыл.",
    ),
    Code.TOO_MANY_TABLES: Wording(
        409,
        "Four open tables are the most one may have.",
        "Больше четырёх открытых столов держать нельзя.",
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
        "SGF знает только короткие нарды, нэкгэммон и гипергэммон; match.mat есть для всех.",
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
