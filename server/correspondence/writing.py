"""The letters of support: a receipt and an answer, in the language of the question."""

import re
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final

from server.logins.letters import Words
from server.storage.case_letters import CaseLetter

_CYRILLIC: Final = re.compile(r"[Ѐ-ӿ]")

_RECEIPTS: Final = {
    "en": Words(
        "We have your question [{case}]",
        "Your question is here, and its number is\n\n    {case}\n\n"
        "One of us will answer it by name. If there is more to say, answer this letter.\n",
    ),
    "ru": Words(
        "Ваш вопрос получен [{case}]",
        "Мы получили ваш вопрос. Его номер:\n\n    {case}\n\n"
        "Вам ответит сотрудник и назовёт себя. Чтобы что-то добавить, ответьте на это письмо.\n",
    ),
}
_ANSWERS: Final = {
    "en": Words(
        "Answer to your question [{case}]",
        "{words}\n\n{agent}, support\n\nTo go on, answer this letter.\n",
    ),
    "ru": Words(
        "Ответ на ваш вопрос [{case}]",
        "{words}\n\n{agent}, поддержка\n\nЧтобы продолжить, ответьте на это письмо.\n",
    ),
}


def letter_of(kept: CaseLetter, sender: str) -> EmailMessage:
    """The letter as it is sent; it names its case where mail programs look, and asks for no
    automatic answer.
    """
    domain = sender.rpartition("@")[2]
    language = "ru" if _CYRILLIC.search(kept.question) else "en"
    words = (_RECEIPTS if kept.words is None else _ANSWERS)[language]
    root = f"<{kept.case_id}@{domain}>"
    letter = EmailMessage()
    letter["From"] = sender
    letter["To"] = kept.recipient
    letter["Subject"] = words.subject.format(case=kept.case_id)
    letter["Date"] = format_datetime(datetime.fromtimestamp(kept.at / 1000, UTC))
    letter["Message-ID"] = f"<{kept.case_id}.{kept.id}@{domain}>"
    letter["In-Reply-To"] = kept.reply_to or root
    letter["References"] = root if kept.reply_to is None else f"{kept.reply_to} {root}"
    letter["Auto-Submitted"] = "auto-replied" if kept.words is None else "no"
    letter.set_content(words.body.format(case=kept.case_id, words=kept.words, agent=kept.agent))
    return letter
