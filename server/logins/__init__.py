"""Signing in on the page by itself: a code by mail, and the login pages of the platforms."""
