"""What Telegram's refusals mean to whoever shows something. Source: core.telegram.org/bots/api.

Telegram says the same in words only, so words are matched: lower-case pieces of them, and whatever
is not known is trouble.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNotFound,
    TelegramRetryAfter,
)

from bots.fronts import ChatMoved, MessageGone, PutOff, Trouble, Unreachable

SAME: Final = "message is not modified"
GONE: Final = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
    "there is no text in the message to edit",
    "there is no media in the message to edit",
)
NOBODY: Final = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "user is deactivated",
    "not enough rights",
    "need administrator rights",
    "have no rights to send",
    "bot was kicked",
    "group chat was deactivated",
)
TOO_OLD: Final = ("query is too old", "query id is invalid")


@contextmanager
def faults() -> Iterator[None]:
    """Turn what aiogram raises into words of ours; that a message looks so already is no fault."""
    try:
        yield
    except TelegramRetryAfter as error:
        raise PutOff(error.retry_after) from error
    except TelegramMigrateToChat as error:
        raise ChatMoved(error.migrate_to_chat_id) from error
    except TelegramForbiddenError as error:
        raise Unreachable(error.message) from error
    except (TelegramBadRequest, TelegramNotFound) as error:
        _explain(error.message.lower(), error)
    except (AiogramError, OSError, TimeoutError) as error:
        raise Trouble(repr(error)) from error


def is_too_old(error: TelegramBadRequest) -> bool:
    """Whether a press can be answered no more."""
    return any(words in error.message.lower() for words in TOO_OLD)


def _explain(words: str, error: AiogramError) -> None:
    if SAME in words or any(each in words for each in TOO_OLD):
        return
    if any(each in words for each in GONE):
        raise MessageGone(words) from error
    if any(each in words for each in NOBODY):
        raise Unreachable(words) from error
    raise Trouble(words) from error
