"""What is logged while the database cannot be used."""

import pytest
from structlog.testing import capture_logs

from meadhall.store import health
from meadhall.store.health import StoreHealth


def test_one_line_is_logged_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5.0
    monkeypatch.setattr(health, "monotonic", lambda: now)
    store = StoreHealth()
    with capture_logs() as logged:
        for now in (5.0, 5.9, 6.0):  # noqa: B007 - the clock reads it
            store.fail(ConnectionError("no route"))
        now = 8.0
        store.recover()
    assert [(line["log_level"], line["event"]) for line in logged] == [
        ("error", "the database cannot be used"),
        ("error", "the database cannot be used"),
        ("warning", "the database works again"),
    ]
    assert logged[-1]["after"] == "3.0 s"
    assert not store.problem
