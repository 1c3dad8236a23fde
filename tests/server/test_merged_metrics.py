"""The metrics of several processes are added up, and those that cannot be asked are left out."""

import asyncio

from serving import Served, served

from meadhall.server.merged_metrics import fetch, merge, totals
from meadhall.server.metrics import Metrics


def process(moves: int, sockets: int, latency: float) -> str:
    metrics = Metrics()
    metrics.moves.inc(moves)
    metrics.sockets.set(sockets)
    metrics.latency.observe(latency)
    metrics.processes.set(2)
    return metrics.text().decode()


def test_counters_gauges_and_buckets_are_added_up() -> None:
    merged = merge([process(3, 1, 0.002), process(4, 2, 0.2)])
    values = totals([merged])
    assert values["meadhall_moves_total", ()] == 7
    assert values["meadhall_sockets", ()] == 3
    assert values["meadhall_move_seconds_bucket", (("le", "0.0025"),)] == 1
    assert values["meadhall_move_seconds_bucket", (("le", "+Inf"),)] == 2
    assert values["meadhall_processes", ()] == 2, "all count the same processes"
    assert "# TYPE meadhall_moves_total counter" in merged
    assert merge([merged]) == merged


def test_a_process_that_does_not_answer_or_has_no_address_is_left_out() -> None:
    assert asyncio.run(fetch("http://127.0.0.1:9")) is None
    assert asyncio.run(fetch("")) is None
    assert asyncio.run(fetch("file:///etc")) is None


@served()
async def test_a_process_that_is_alone_tells_its_own(hall: Served) -> None:
    root = f"http://{hall.address}"
    alone = totals([(await hall.http.get(f"{root}/metrics/all")).text])
    assert alone["meadhall_sockets", ()] == 0
    assert await fetch(root) is not None
    foreign = await hall.http.get(f"{root}/metrics/all", headers={"X-Forwarded-For": "192.0.2.1"})
    assert foreign.status_code == 403
