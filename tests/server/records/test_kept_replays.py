"""Replays are computed once and kept while they are asked for."""

import asyncio

import pytest
from msgspec import Raw

from meadhall.core.refusal import Refused
from meadhall.server.protocol.records.replay_bodies import Replay
from meadhall.server.records import kept_replays
from meadhall.server.records.kept_replays import KeptReplays
from meadhall.server.records.work import NamedReplay

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Computer:
    """Computes replays of a given size, and counts them."""

    def __init__(self, size: int = 10) -> None:
        self.size, self.count, self.fails = size, 0, False

    async def __call__(self) -> NamedReplay:
        self.count += 1
        await asyncio.sleep(0)
        if self.fails:
            raise Refused.because("NO", "Never.")
        steps: tuple[()] = Raw(b" " * self.size)  # type: ignore[assignment]
        replay = Replay("g", "G", (), {}, None, None, steps, None, None)
        return NamedReplay(replay, "f")


async def test_a_replay_is_computed_once_also_for_several_who_ask_at_once() -> None:
    kept, compute = KeptReplays(), Computer()
    found = await asyncio.gather(*(kept.get(("m", None), compute) for _ in range(3)))
    assert compute.count == 1
    assert await kept.get(("m", None), compute) is found[0] is found[2]
    await kept.get(("m", 0), compute)
    assert compute.count == 2, "another seat sees another replay"


async def test_the_replay_that_was_asked_for_longest_ago_is_dropped_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_replays, "MOST_BYTES", 25)
    kept, compute = KeptReplays(), Computer()
    for match in ("one", "two", "one", "three", "one"):
        await kept.get((match, None), compute)
    assert compute.count == 3
    await kept.get(("two", None), compute)
    assert compute.count == 4


async def test_a_refusal_is_not_kept_and_one_who_goes_away_stops_nobody() -> None:
    kept, compute = KeptReplays(), Computer()
    compute.fails = True
    with pytest.raises(Refused):
        await kept.get(("m", None), compute)
    compute.fails = False
    first, second = (asyncio.create_task(kept.get(("m", None), compute)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).fingerprint == "f"
