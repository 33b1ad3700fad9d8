"""The letter with a code, in the reader's language."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Final, NamedTuple

from server.storage.ids import Millis


class Words(NamedTuple):
    """A letter's words; `{code}`, `{minutes}` and `{site}` are filled in."""

    subject: str
    body: str


_WORDS: Final = {
    "en": Words(
        "{code} is your code for nardy",
        "Your code to sign in to nardy at {site}:\n\n"
        "    {code}\n\n"
        "It is good once, for {minutes} minutes, and only in the browser that asked for it.\n"
        "Nobody of ours will ever ask you for it. If you have not asked for a code, there is\n"
        "nothing to do: without this letter nobody comes in.\n",
    ),
    "ru": Words(
        "{code} — код для входа в нарды",
        "Код для входа в нарды на {site}:\n\n"
        "    {code}\n\n"
        "Он действует один раз, {minutes} мин., и только в том браузере, где его запросили.\n"
        "Мы никогда не спрашиваем этот код. Если вы его не запрашивали, делать ничего не нужно:\n"
        "без этого письма никто не войдёт.\n",
    ),
}


class Envelope(NamedTuple):
    """From whom a letter goes to whom, and of which page it speaks."""

    sender: str
    recipient: str
    site: str


def code_letter(
    envelope: Envelope, code: str, language: str, minutes: int, now: Millis
) -> EmailMessage:
    """The letter; Russian for `ru`, English for all others. It asks for no automatic answer."""
    words = _WORDS["ru" if language == "ru" else "en"]
    letter = EmailMessage()
    letter["From"] = envelope.sender
    letter["To"] = envelope.recipient
    letter["Subject"] = words.subject.format(code=code)
    letter["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
    letter["Message-ID"] = make_msgid(domain=envelope.sender.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(words.body.format(code=code, minutes=minutes, site=envelope.site))
    return letter
