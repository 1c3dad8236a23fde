"""Servers that tests share are stopped after the last of them."""

from collections.abc import Iterator

import pytest
from serving import Background


@pytest.fixture(scope="session", autouse=True)
def servers() -> Iterator[None]:
    """Stop the shared servers at the end."""
    yield
    Background.stop_all()
