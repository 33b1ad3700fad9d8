"""Documentation that is made from the types, so that it cannot lie."""
