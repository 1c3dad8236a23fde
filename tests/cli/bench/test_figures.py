"""The benchmark runner: tables, JSON, and one section of the results page at a time."""

import json
from dataclasses import replace

import pytest
from hall import Hall
from hypothesis import given
from hypothesis import strategies as st

from meadhall import registry
from meadhall.cli.bench.figures import HEADER, BenchReport, Figure, as_section, with_section
from meadhall.cli.bench.playouts import PlayoutRate, PlayoutSetup, playout, playouts
from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import Options

SETUP = PlayoutSetup(GAME, Options(), 2, 50)
REPORT = BenchReport("rules", "Rules | pure", (Figure("plies", 12345.6, "1/s", 1.5, "C", "> 1"),))


def test_a_report_is_a_section_with_a_table() -> None:
    assert as_section(REPORT).splitlines() == [
        "## rules",
        "",
        "Rules | pure",
        "",
        "| figure | value | unit | ratio | against | target |",
        "| --- | ---: | --- | ---: | --- | --- |",
        "| plies | 12,346 | 1/s | 1.5 | C | > 1 |",
    ]


def test_the_first_section_brings_the_head_of_the_page() -> None:
    page = with_section("", REPORT)
    assert page.startswith(HEADER.strip())
    assert page.endswith("| plies | 12,346 | 1/s | 1.5 | C | > 1 |\n")


names = st.text("abcxyz", min_size=1, max_size=4)


@given(st.lists(names, unique=True, min_size=1, max_size=5), st.data())
def test_writing_a_section_leaves_every_other_one_alone(
    known: list[str], data: st.DataObject
) -> None:
    page = ""
    for name in known:
        page = with_section(page, BenchReport(name, f"about {name}", (Figure("f", 1, "s"),)))
    changed = data.draw(st.sampled_from(known))
    after = with_section(page, BenchReport(changed, "anew", ()))
    assert (
        with_section(after, BenchReport(changed, f"about {changed}", (Figure("f", 1, "s"),)))
        == page
    )
    assert sorted(known) == [line[3:] for line in page.splitlines() if line.startswith("## ")]


def test_playouts_count_matches_and_plies() -> None:
    rate = playouts(SETUP, 0)
    assert (rate.lane, rate.matches) == ("pure", 1)
    assert rate.plies == playout(SETUP, "playout 0")
    assert playout(replace(SETUP, cap=2), "playout 0") == 2
    assert PlayoutRate("pure", 10, 80, 2.0).plies_s == 40
    assert PlayoutRate("pure", 10, 80, 2.0).playouts_s == 5


def test_a_game_with_a_fast_lane_is_measured_through_it() -> None:
    pytest.importorskip("numba")
    game = registry.game("chinese-checkers")
    setup = PlayoutSetup(game, game.types.options(), 2, 30)
    fast, pure = playouts(setup, 0), playouts(setup, 0, pure=True)
    assert (fast.lane, pure.lane) == ("fast", "pure")
    assert fast.plies == 30 * fast.matches
    assert fast.plies_s > pure.plies_s


def test_options_that_a_fast_lane_does_not_know_are_measured_under_the_pure_rules() -> None:
    game = registry.game("jarls")
    setup = PlayoutSetup(game, replace(game.types.options(), fog=True), 2, 5)
    assert playouts(setup, 0).lane == "pure"


def test_the_rate_of_any_game_is_one_json_object(hall: Hall) -> None:
    done = hall.run("bench", "playouts", "pennies", "--json", "--seconds", "0.2")
    figures = json.loads(done.stdout)
    assert figures["game"] == "pennies"
    assert figures["plies_s"] > figures["playouts_s"] > 0


def test_what_cannot_be_measured_is_refused(hall: Hall) -> None:
    assert "Say which game" in hall.run("bench", "playouts").stderr
    assert "There is no game 'ludo'" in hall.run("bench", "playouts", "ludo").stderr
    assert "There is no benchmark 'nothing'" in hall.run("bench", "nothing").stderr


def test_perft_counts_depth_by_depth(hall: Hall) -> None:
    done = hall.run("perft", "stones", "--depth", "3", "--option", "stones=4")
    assert [line.split()[2] for line in done.stdout.splitlines()] == ["3", "6", "4"]
    assert "is for 2 players, not 5" in hall.run("perft", "stones", "--seats", "5").stderr
