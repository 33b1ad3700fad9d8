"""Alembic's folder: part of the package, so that an installed wheel can migrate."""
