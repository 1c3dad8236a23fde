"""`meadhall status`: what it shows of processes, and which databases it cannot ask."""

from pathlib import Path

import pytest
from ports import free_port
from tests.store.servers import running_postgres

from meadhall.cli.commands.hall_status import HallStatus, ProcessRow, show, status
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.server.merged_metrics import Totals

METRICS: Totals = {
    ("meadhall_matches", ()): 212.0,
    ("meadhall_sockets", ()): 431.0,
    ("meadhall_moves_total", ()): 98_120.0,
    ("meadhall_conflicts_total", ()): 3.0,
    ("meadhall_news_seconds_count", ()): 4.0,
    ("meadhall_news_seconds_sum", ()): 0.0076,
}
HALL = HallStatus(
    (
        ProcessRow("process 811 on a", "http://10.0.0.1:8711", 273_600.0, 0.2, METRICS),
        ProcessRow("process 9 on b", "", 61.0, 1.4, None),
    ),
    (("lobby", 2), ("playing", 1_400)),
    17,
)


def test_each_process_has_a_line_and_the_matches_have_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SCREEN, "_width", 200)
    show(HALL)
    _, first, second, last = capsys.readouterr().out.splitlines()
    assert [" ".join(line.split()) for line in (first, second)] == [
        "process 811 on a http://10.0.0.1:8711 3 d 4 h 0.2 s 212 431 98,120 3 1.9 ms",
        "process 9 on b 1 min 1 s 1.4 s ? ? ? ? ?",
    ]
    assert last == "matches: lobby 2, playing 1,400; 17 with clocks or bots that a process tends"


@pytest.mark.parametrize(
    ("db", "code"),
    [("hall.db", "BAD_SETTING"), ("postgresql://nobody@127.0.0.1:{port}/x", "NO_DATABASE")],
)
def test_a_database_that_cannot_be_asked_is_refused_in_a_sentence(db: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        status(db=db.format(port=free_port()))
    assert refused.value.refusal.code == code


def test_a_database_without_a_hall_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with running_postgres(tmp_path / "postgres") as address, pytest.raises(Refused) as refused:
        status(db=address)
    assert refused.value.refusal.code == "NO_DATABASE"
