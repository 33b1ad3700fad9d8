"""Reminders: it is your move and you are not looking."""
