"""Persons: identities, guests, sessions. One account per person, whichever door they come by."""
