"""Tournaments: announced, entered, played round by round, paid out."""
