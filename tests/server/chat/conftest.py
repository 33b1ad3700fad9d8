"""These tests share a database."""

import pytest


@pytest.fixture
def database_url(common_database_url: str) -> str:
    """The common one."""
    return common_database_url
