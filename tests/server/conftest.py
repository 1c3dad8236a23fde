"""What all tests of the server share: quiet logs, and servers that are stopped at the end."""

from collections.abc import Iterator

import pytest
from serving import Background

from meadhall.server.observe import set_up_logs


@pytest.fixture(scope="session", autouse=True)
def _servers() -> Iterator[None]:
    set_up_logs("warning", as_json=False)
    yield
    Background.stop_all()
