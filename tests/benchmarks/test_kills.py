"""The short form of `./dev bench kills`; a longer one is in tests/server/live/test_survival.py."""

from kill_loop import faults
from stubborn import Stubborn

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load
from meadhall.match.facts import Acted
from meadhall.server.protocol.messages import Entry

KILLS = load(benchmark_files(benchmarks_folder())["kills"])


def test_a_few_kills_lose_nothing_and_are_counted() -> None:
    figures = {figure.name: figure.value for figure in KILLS.measure_kills(5, 2)}
    assert figures["kills"] == 5
    assert figures["acknowledged moves that were compared"] > 5
    assert figures["moves lost, doubled or told wrongly"] == 0


def test_a_lost_and_a_doubled_move_are_found() -> None:
    player = Stubborn("127.0.0.1:1", "match", "token", "seed")
    player.kept = [("0-1", "1-2"), ("0-2", "3-4")]
    acts = tuple(Acted(0, 0, "1-2", 1, "0-1") for _ in range(2))
    assert faults([player], acts) == ["a move is stored twice", "the acknowledged move 0-2 is lost"]
    player.kept, player.log = [], [Entry(2, 0, "5-6")]
    assert faults([player], acts[:1]) == [
        "a player's log misses or repeats a move",
        "a player's log is numbered wrongly",
    ]
