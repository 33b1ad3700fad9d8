"""One module a migration, in order. Expand first; contract in a later release."""
