"""Shows screens in Telegram: pictures with captions, edited in place, at Telegram's pace."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from typing import Final

from aiogram import Bot
from aiogram.enums import ParseMode
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
)

from bots.drawing import NotDrawn, Studio, text_board
from bots.fronts import PutOff, Trouble
from bots.incoming import AnyIncoming, Chat, MessageId
from bots.running.pace import Pace
from bots.screens import File, Note, Rows, Screen, Style
from bots.telegram.faults import faults, is_too_old
from bots.telegram.reading import incoming_of

NAME: Final = "telegram"
CAPTION: Final = 1000
"""Telegram takes 1024 after entities."""
TEXT: Final = 4000
REMEMBERED: Final = 512
"""Pictures that Telegram has already, by which name it knows them."""
_STYLES: Final = {Style.GOOD: "success", Style.BAD: "danger"}
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)


class TelegramFront:
    """The front end of one bot. `username` is its own, for links."""

    name = NAME

    def __init__(self, bot: Bot, username: str, pace: Pace, studio: Studio) -> None:
        self._bot = bot
        self._username = username
        self._pace = pace
        self._studio = studio
        self._known: OrderedDict[str, str] = OrderedDict()

    async def read(self, body: bytes) -> AnyIncoming | None:
        """What an update says."""
        return incoming_of(NAME, body, self._username)

    async def send(self, chat: Chat, screen: Screen) -> MessageId:
        """Show a screen as a new message."""
        photo = await self._photo(screen)
        markup = keyboard(screen.rows)
        async with self._turn(chat):
            if photo is None:
                text, mode = _text(screen)
                message = await self._bot.send_message(
                    chat.id,
                    text,
                    parse_mode=mode,
                    reply_markup=markup,
                    link_preview_options=_NO_PREVIEW,
                )
            else:
                message = await self._bot.send_photo(
                    chat.id, photo, caption=_cut(screen.text, CAPTION), reply_markup=markup
                )
                self._remember(photo, message)
            return message.message_id
        raise Trouble("nothing was sent")

    async def change(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        """Show a screen in place of another."""
        photo = await self._photo(screen)
        markup = keyboard(screen.rows)
        async with self._turn(chat):
            if photo is None:
                text, mode = _text(screen)
                await self._bot.edit_message_text(
                    text,
                    chat_id=chat.id,
                    message_id=message,
                    parse_mode=mode,
                    reply_markup=markup,
                    link_preview_options=_NO_PREVIEW,
                )
                return
            media = InputMediaPhoto(media=photo, caption=_cut(screen.text, CAPTION))
            changed = await self._bot.edit_message_media(
                media, chat_id=chat.id, message_id=message, reply_markup=markup
            )
            if isinstance(changed, Message):
                self._remember(photo, changed)

    async def note(self, press: str, note: Note | None) -> None:
        """Answer a press; no pace is kept for that, and one too old is no fault."""
        with faults():
            try:
                await self._bot.answer_callback_query(
                    press,
                    text=None if note is None else _cut(note.text, 200),
                    show_alert=note is not None and note.alert,
                )
            except TelegramBadRequest as error:
                if not is_too_old(error):
                    raise

    async def attach(self, chat: Chat, file: File) -> None:
        """Send a document."""
        async with self._turn(chat):
            await self._bot.send_document(
                chat.id,
                BufferedInputFile(file.content, file.name),
                caption=file.caption or None,
            )

    async def reach(self) -> None:
        """Ask Telegram whether it is there; no pace is kept for that."""
        with faults():
            await self._bot.get_me()

    def link(self, start: str) -> str:
        """A link that opens a chat with the bot and carries a word."""
        return f"https://t.me/{self._username}?start={start}"

    @asynccontextmanager
    async def _turn(self, chat: Chat) -> AsyncIterator[None]:
        """Speak when it is time to; whoever speaks in this chat next waits as Telegram asks."""
        async with self._pace.turn(chat.id, is_group=chat.is_group):
            try:
                with faults():
                    yield
            except PutOff as wait:
                self._pace.rest(chat.id, wait.seconds)
                raise

    async def _photo(self, screen: Screen) -> "BufferedInputFile | str | None":
        """The picture of a screen's board: as Telegram knows it already, or to be uploaded.

        None where there is none, or it could not be drawn: then the board is text.
        """
        if screen.board is None or screen.plain:
            return None
        try:
            picture = await self._studio.picture(screen.board)
        except NotDrawn:
            return None
        known = self._known.get(picture.digest)
        return known or BufferedInputFile(picture.png, f"{picture.digest}.png")

    def _remember(self, photo: "BufferedInputFile | str", message: Message) -> None:
        if isinstance(photo, str) or not message.photo:
            return
        key = str(photo.filename).removesuffix(".png")
        self._known[key] = message.photo[-1].file_id
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """Buttons under a message; none for none."""
    if not rows:
        return None
    return InlineKeyboardMarkup(
        inline_keyboard=[
            [
                InlineKeyboardButton(
                    text=button.label,
                    url=button.url,
                    callback_data=None if button.url else button.data,
                    style=_STYLES.get(button.style),
                )
                for button in row
            ]
            for row in rows
        ]
    )


def _text(screen: Screen) -> tuple[str, ParseMode | None]:
    """A message of text; a board stands in it in letters of one width."""
    if screen.board is None:
        return _cut(screen.text, TEXT), None
    board = escape(text_board(screen.board, screen.language))
    text = escape(_cut(screen.text, CAPTION))
    return f"<pre>{board}</pre>\n{text}", ParseMode.HTML


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
