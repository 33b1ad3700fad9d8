"""What people are called in a chat."""

from uuid import UUID

from bots.words import playing as say


def called(nick: str | None, account: UUID, language: str) -> str:
    """Somebody's nick; who has none is a player with the end of his number, as on the page."""
    return nick or say.PLAYER.say(language, id=str(account)[-4:])
