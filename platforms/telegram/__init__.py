"""Telegram: mini apps, login on a page, Stars, what a bot may send."""
