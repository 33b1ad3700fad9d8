"""The Telegram front end: updates in by long polling or a webhook, screens out by aiogram."""
