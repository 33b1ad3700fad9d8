"""Alembic's folder, part of the package so that an installed wheel can migrate.

A new migration is a module `versions/mNNNN_what.py` with the next `revision`, the one before as
`down_revision`, the `release` that brings it, and `upgrade()`; `schema.py` changes with it.
"""
