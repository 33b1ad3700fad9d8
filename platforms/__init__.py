"""The platforms we live in: whose launches we believe, whose payments we honour.

Everything here is pure: text and time come in, a typed value or a refusal comes out.
Start at `platforms.doors`.
"""
