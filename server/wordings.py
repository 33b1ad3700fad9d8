"""Every error code with its HTTP status and its sentence, in English and in Russian."""

from collections.abc import Mapping
from typing import Final

from server.codes import Code
from server.wording import Wording
from server.wordings_of_play import OF_PLAY

__all__ = ["WORDINGS", "Code", "Wording"]

WORDINGS: Final[Mapping[Code, Wording]] = {
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
    Code.DOOR_SHUT: Wording(
        404, "Nobody signs in this way here.", "Такого способа входа здесь нет."
    ),
    Code.LOGIN_REFUSED: Wording(
        401, "The sign-in was not accepted; begin anew.", "Вход не принят: начните заново."
    ),
    Code.LOGIN_DECLINED: Wording(
        401, "The sign-in was called off at the platform.", "Вход отменён на стороне платформы."
    ),
    Code.MAIL_CODE_REFUSED: Wording(
        401,
        "The code is wrong or no longer good; have another one sent.",
        "Код неверен или больше не действует: запросите новый.",
    ),
    Code.ADDRESS_REFUSED: Wording(
        422, "No letter can be sent there.", "На этот адрес письмо не отправить."
    ),
    Code.TOO_MANY_LETTERS: Wording(
        429,
        "Too many letters were sent; try later.",
        "Отправлено слишком много писем, попробуйте позже.",
    ),
    Code.MAIL_SILENT: Wording(
        503,
        "The letter could not be sent; try again later.",
        "Письмо не удалось отправить, попробуйте позже.",
    ),
    Code.ACCOUNT_NOT_FOUND: Wording(404, "There is no such player.", "Такого игрока нет."),
    Code.OFFER_NOT_FOUND: Wording(
        404,
        "There is no such offer, or it has lapsed.",
        "Такого предложения нет, или его срок истёк.",
    ),
    Code.MERGE_NOT_FOUND: Wording(
        404, "Your accounts were not joined so.", "Такого объединения аккаунтов у вас нет."
    ),
    Code.MERGE_REFUSED: Wording(
        409,
        "Finish the match, leave the table, or wait for the payment first.",
        "Сначала доиграйте матч, встаньте из-за стола или дождитесь оплаты.",
    ),
    Code.MERGE_OVER: Wording(
        409,
        "One of the accounts has been joined or parted meanwhile.",
        "Один из аккаунтов тем временем объединён или отделён.",
    ),
    Code.MERGE_SPENT: Wording(
        409,
        "What the other account brought has been spent, or nothing would lead to it any more.",
        "То, что принёс другой аккаунт, уже потрачено, или войти в него было бы нечем.",
    ),
    Code.UNDO_LAPSED: Wording(
        409,
        "Accounts can be parted for seven days only.",
        "Отменить объединение можно лишь в течение семи дней.",
    ),
    Code.IDENTITY_NOT_FOUND: Wording(
        404, "You have no such way to sign in.", "Такого способа входа у вас нет."
    ),
    Code.LAST_IDENTITY: Wording(
        409,
        "Your last way to sign in has to stay.",
        "Последний способ входа отвязать нельзя.",
    ),
    Code.NICK_REFUSED: Wording(422, "Nobody may be called so.", "Такой ник взять нельзя."),
    Code.NICK_TAKEN: Wording(
        409,
        "This nick, or one that looks the same, is taken.",
        "Этот или неотличимый ник уже занят.",
    ),
    Code.NICK_SETTLED: Wording(
        403, "The nick may not be changed any more.", "Ник больше менять нельзя."
    ),
    Code.NICK_NEEDED: Wording(403, "Choose a nick first.", "Сначала выберите ник."),
    Code.MEMBERS_ONLY: Wording(
        403,
        "This is for people who have signed in by a network.",
        "Это доступно тем, кто вошёл через соцсеть.",
    ),
    Code.ONESELF: Wording(409, "That is you.", "Это вы сами."),
    Code.NOT_WANTED: Wording(
        403, "This person does not want that from you.", "Этот игрок не хочет этого от вас."
    ),
    Code.TOO_MANY_FRIENDS: Wording(
        409,
        "One of you has too many friends already.",
        "У одного из вас уже слишком много друзей.",
    ),
    Code.TOO_MANY_FRIEND_REQUESTS: Wording(
        409,
        "Too many of your requests wait for an answer.",
        "Слишком много ваших заявок ждут ответа.",
    ),
    Code.TOO_MANY_BLOCKED: Wording(
        409, "You keep too many people away already.", "В чёрном списке больше нет места."
    ),
    Code.INSUFFICIENT_COINS: Wording(
        402, "You have not enough coins for that.", "Для этого не хватает монет."
    ),
    Code.INSUFFICIENT_POINTS: Wording(
        402, "You have not enough points for that.", "Для этого не хватает баллов."
    ),
    Code.OPPONENT_CANNOT_COVER: Wording(
        409,
        "Another player at the table can no longer cover the stake.",
        "У другого игрока за столом больше нет монет на ставку.",
    ),
    Code.TAKEN_TODAY: Wording(
        409,
        "Today's bonus is taken; the next one comes tomorrow.",
        "Сегодняшний бонус уже взят, следующий — завтра.",
    ),
    Code.REFERRAL_REFUSED: Wording(
        409,
        "It is settled, or too late to say, who invited you.",
        "Назвать пригласившего уже нельзя.",
    ),
    Code.CODE_REFUSED: Wording(404, "There is no such code.", "Такого кода нет."),
    Code.CODE_REDEEMED: Wording(
        409, "This code has been redeemed already.", "Этот код уже использован."
    ),
    Code.NO_SUCH_ARTICLE: Wording(404, "The shop has no such article.", "В магазине такого нет."),
    Code.NOT_FOR_ONESELF: Wording(
        409, "A gift needs somebody else to be given to.", "Подарок нужно кому-то подарить."
    ),
    Code.KEY_USED: Wording(
        409,
        "This key or order has counted for something else: use a new one.",
        "Этот ключ или заказ уже использован для другого: нужен новый.",
    ),
    Code.PROMOTION_NOT_FOUND: Wording(404, "There is no such promotion.", "Такой акции нет."),
    Code.PROMOTION_OVER: Wording(409, "The promotion does not run now.", "Акция сейчас не идёт."),
    Code.NOT_IN_AUDIENCE: Wording(403, "This promotion is for others.", "Эта акция не для вас."),
    Code.PROMOTION_TAKEN: Wording(
        409, "You have had this promotion already.", "Вы уже получили всё по этой акции."
    ),
    Code.NOT_AN_OPERATOR: Wording(
        401, "This token opens nothing here.", "Этот ключ здесь ничего не открывает."
    ),
    Code.ROLE_TOO_LOW: Wording(
        403, "This act needs another role.", "Для этого нужна другая роль."
    ),
    Code.NO_REASON: Wording(
        422,
        "Every act needs a reason of at most 500 characters.",
        "Нужна причина, не длиннее 500 знаков.",
    ),
    Code.NAME_REFUSED: Wording(
        422,
        "A name is 1 to 40 small letters, digits, dots, dashes, underscores.",
        "Имя: от 1 до 40 строчных латинских букв, цифр, точек, дефисов, подчёркиваний.",
    ),
    Code.NAME_TAKEN: Wording(
        409, "Somebody works, or has worked, under that name.", "Это имя уже занято."
    ),
    Code.OPERATOR_NOT_FOUND: Wording(
        404, "Nobody works here under that name.", "Под этим именем никто не работает."
    ),
    Code.LAST_OWNER: Wording(
        409,
        "You are the last owner here: admit another one first.",
        "Вы последний владелец: сначала назначьте другого.",
    ),
    Code.NOTHING_LOST: Wording(
        409, "Nobody has lost coins at this match.", "В этом матче никто не терял монет."
    ),
    Code.ROOM_CLOSED: Wording(
        403, "This room is closed to you, or you may only listen.", "Этот чат для вас закрыт."
    ),
    Code.CHAT_OFF: Wording(
        409, "You have switched this talk off.", "Этот чат вы выключили в настройках."
    ),
    Code.TALK_TOO_FAST: Wording(
        429, "Too many messages; wait a little.", "Слишком много сообщений, подождите немного."
    ),
    Code.NOTHING_SAID: Wording(
        422, "A message needs words, and not too many.", "Сообщение пустое или слишком длинное."
    ),
    Code.MESSAGE_NOT_FOUND: Wording(404, "There is no such message.", "Такого сообщения нет."),
    Code.TOO_MANY_REPORTS: Wording(
        429, "You have reported as often today as one may.", "На сегодня жалоб достаточно."
    ),
    Code.ALREADY_REPORTED: Wording(409, "You have reported this.", "Вы об этом уже сообщали."),
    Code.SANCTION_NOT_FOUND: Wording(404, "There is no such ruling.", "Такого решения нет."),
    Code.REPORT_NOT_FOUND: Wording(
        404, "There is no such report, or it was answered.", "Такой жалобы нет или она закрыта."
    ),
    Code.LADDER_SKIPPED: Wording(
        409,
        "First a mute of an hour to thirty days, then a ban, unless the matter is grave.",
        "Сначала запрет писать (от часа до 30 дней), потом блокировка, кроме тяжких случаев.",
    ),
    Code.FRIENDS_ONLY: Wording(
        403, "Only VIP may invite people who are no friends.", "Не друзей приглашает только VIP."
    ),
    Code.TOO_MANY_INVITATIONS: Wording(
        429, "Too many invitations within the hour.", "Слишком много приглашений за час."
    ),
    Code.INVITATION_NOT_FOUND: Wording(
        404, "There is no such invitation.", "Такого приглашения нет."
    ),
    Code.INVITATION_LAPSED: Wording(
        409, "The invitation is over.", "Приглашение больше не действует."
    ),
    Code.NEWS_NOT_FOUND: Wording(404, "There is no such news.", "Такой новости нет."),
    Code.TERMS_NOT_ACCEPTED: Wording(
        403, "Accept the rules of play first.", "Сначала примите правила игры."
    ),
    Code.TERMS_CHANGED: Wording(
        409, "Another version of the rules is in force.", "Действует другая редакция правил."
    ),
    Code.BARRED_FROM_STAKES: Wording(
        403,
        "You may not play for coins here, by your country or age.",
        "Вам здесь нельзя играть на монеты: из-за страны или возраста.",
    ),
    Code.MUTED: Wording(
        403, "A moderator has muted you; see why and until when.", "Модератор запретил вам писать."
    ),
    Code.BANNED: Wording(
        403, "A moderator has banned you; see why and until when.", "Модератор вас заблокировал."
    ),
    Code.NO_SUCH_PRODUCT: Wording(
        404, "Nothing of that name is sold there.", "Такого товара там нет."
    ),
    Code.NOT_ON_PLATFORM: Wording(
        409,
        "You are not known on that platform, or nothing is sold there.",
        "На этой платформе вас не знают или там ничего не продаётся.",
    ),
    Code.RECEIPT_REFUSED: Wording(
        422,
        "This is no receipt for that product in our app.",
        "Это не чек за такую покупку у нас.",
    ),
    Code.RECEIPT_TAKEN: Wording(
        409, "Somebody else has presented this receipt.", "Этот чек уже предъявил другой игрок."
    ),
    Code.RECEIPT_REFUNDED: Wording(
        409, "This payment was paid back.", "Деньги за эту покупку возвращены."
    ),
    Code.PLATFORM_SILENT: Wording(
        503,
        "The platform does not answer now; try again in a minute.",
        "Платформа сейчас не отвечает, попробуйте через минуту.",
    ),
    Code.PURCHASE_NOT_FOUND: Wording(404, "There is no such purchase.", "Такой покупки нет."),
    Code.NOT_PAID: Wording(
        409, "Nobody has paid for this purchase.", "Эту покупку никто не оплачивал."
    ),
    Code.NOT_PAID_BACK_HERE: Wording(
        409,
        "This platform returns money in its own console only.",
        "Деньги этой платформы возвращают в её собственном кабинете.",
    ),
    Code.CASE_NOT_FOUND: Wording(404, "No such case is open.", "Такого открытого дела нет."),
    Code.CASE_TAKEN: Wording(
        409, "Another operator has this case.", "Этим делом занят другой оператор."
    ),
    Code.SIGN_NOT_FOUND: Wording(404, "No such sign is open.", "Такого открытого сигнала нет."),
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
    **OF_PLAY,
}
