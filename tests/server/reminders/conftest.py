"""Each test has a database of its own: an outbox is worked off whole."""
