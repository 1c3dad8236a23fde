"""How many connections there may be, by the settings and by what the system allows."""

import resource
from collections.abc import Iterator

import pytest

from meadhall.server.net.gate import Gate, descriptors, gate_of
from meadhall.server.settings import Settings

pytestmark = pytest.mark.one_adapter("No socket is involved.")


@pytest.fixture
def files() -> Iterator[int]:
    """A process that may have 1,000 file descriptors."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, before[1]))
    yield 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def limits(gate: Gate) -> tuple[int, int, int]:
    return gate.limit, gate.per_address, gate.reserve


def test_connections_leave_the_reserve_free_and_half_of_it_is_for_health_checks(files: int) -> None:
    assert descriptors() == files
    assert limits(gate_of(Settings(reserve=100, sockets=30))) == (900, 60, 50)


def test_behind_a_proxy_one_address_may_have_all_connections(files: int) -> None:
    gate = gate_of(Settings(reserve=100, sockets=30, proxy=True))
    assert limits(gate) == (files - 100, files - 100, 50)


def test_there_is_always_one_connection_and_one_in_reserve(files: int) -> None:
    assert limits(gate_of(Settings(reserve=files + 1)))[0] == 1
    assert limits(gate_of(Settings(reserve=1))) == (files - 1, 400, 1)
