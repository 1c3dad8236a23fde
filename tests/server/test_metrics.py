"""Health, metrics and logs."""

import asyncio
import re
from pathlib import Path

import pytest
from serving import Served, served, serving

from meadhall.server.metrics import without_secrets


@served()
async def test_health_and_metrics_are_served(hall: Served) -> None:
    root = f"http://{hall.address}"
    assert (await hall.http.get(f"{root}/healthz")).text == "ok"
    assert (await hall.http.get(f"{root}/readyz")).text == "ready"
    metrics = (await hall.http.get(f"{root}/metrics")).text
    for name in ("matches", "sockets", "moves_total", "move_seconds_bucket", "queue"):
        assert f"meadhall_{name}" in metrics
    within = re.findall(r'meadhall_move_seconds_bucket{le="(.+?)"}', metrics)
    fast, slow = ["0.001", "0.0025", "0.005", "0.01", "0.025", "0.05"], ["0.1", "0.25", "0.5"]
    assert within == [*fast, *slow, "1.0", "2.5", "+Inf"], "plots rely on them"
    assert "Meadhall" in (await hall.http.get(root)).text
    assert "POST /api/matches" in (await hall.http.get(f"{root}/api/docs")).text


def test_a_server_that_stops_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    async def run() -> None:
        async with serving(tmp_path) as served_hall:
            hall = served_hall.hall
            stop = hall.caretaker.stop

            async def note_and_stop() -> None:
                seen.append(await hall.is_ready())
                await stop()

            monkeypatch.setattr(hall.caretaker, "stop", note_and_stop)
            seen.append(await hall.is_ready())

    asyncio.run(run())
    assert seen == [True, False]


def test_logs_contain_no_secrets() -> None:
    event = {"event": "join", "token": "abc", "Password": "def", "match": "m"}
    shown = without_secrets(None, "info", event)
    assert shown == {"event": "join", "token": "…", "Password": "…", "match": "m"}
