"""What all tests of the server share: quiet logs, both adapters, servers that are stopped."""

from collections.abc import Iterator

import pytest
from serving import Adapter, Background

from meadhall.server.metrics import set_up_logs

SOCKET_ROOMS = ("net", "live", "broadcast")
"""The tests in these folders play over sockets, so they run with both adapters."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of sockets twice, unless a mark says why once is enough."""
    node = metafunc.definition
    if node.path.parent.name in SOCKET_ROOMS and not node.get_closest_marker("one_adapter"):
        metafunc.parametrize("_adapter", ["fast", "plain"], indirect=True)


@pytest.fixture(autouse=True)
def _adapter(request: pytest.FixtureRequest) -> Iterator[None]:
    """Serve over uvicorn's own classes (`fast`), or over plain ASGI where the test asks for it."""
    Adapter.chosen = getattr(request, "param", "fast")
    yield
    Adapter.chosen = "fast"


@pytest.fixture(scope="session", autouse=True)
def _servers() -> Iterator[None]:
    set_up_logs("warning", as_json=False)
    yield
    Background.stop_all()
