"""What a bot tells Telegram of itself at a start: its commands, and where its updates go."""

from typing import Final

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import BotCommand, BotCommandScopeAllGroupChats, MenuButtonCommands

from bots.telegram.polling import TakenOver
from bots.telegram.reading import ALLOWED
from bots.wording import LANGUAGES
from bots.words.joining import ABOUT, COMMANDS, WELCOME

IN_GROUPS: Final = ("play", "help")

_log = structlog.get_logger(__name__)


async def register(bot: Bot) -> None:
    """Register commands, and what is read before /start, in each language; a failure is logged,
    and stops nobody from playing.
    """
    try:
        for language in LANGUAGES:
            commands = [
                BotCommand(command=name, description=text.say(language))
                for name, text in COMMANDS.items()
            ]
            code = None if language == "en" else language
            await bot.set_my_commands(commands, language_code=code)
            grouped = [each for each in commands if each.command in IN_GROUPS]
            scope = BotCommandScopeAllGroupChats()
            await bot.set_my_commands(grouped, scope=scope, language_code=code)
            await bot.set_my_description(ABOUT.say(language), language_code=code)
            await bot.set_my_short_description(WELCOME.say(language), language_code=code)
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    except AiogramError as error:
        _log.warning("commands_not_registered", error=repr(error))


async def by_webhook(bot: Bot, url: str, secret: str) -> None:
    """Have updates sent to us; whoever had them sent elsewhere before reads of it in our log."""
    before = (await bot.get_webhook_info()).url
    if before not in ("", url):
        _log.warning("webhook_taken_over", was=before, now=url)
    await bot.set_webhook(
        url, secret_token=secret, allowed_updates=list(ALLOWED), drop_pending_updates=False
    )


async def by_polling(bot: Bot, *, take_over: bool) -> None:
    """Have updates kept for us to ask for; those that wait are not dropped.

    Raises ``TakenOver`` where they are sent to a webhook, unless it is to be taken over.
    """
    webhook = (await bot.get_webhook_info()).url
    if not webhook:
        return
    if not take_over:
        raise TakenOver(f"a webhook is set, to {webhook}")
    _log.warning("webhook_taken_over", was=webhook)
    await bot.delete_webhook(drop_pending_updates=False)
