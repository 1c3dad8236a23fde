"""Balance reports: every match is counted once, for every seat, and can be read and seen."""

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

import pennies_game
import pytest
from changed import with_play

from meadhall import registry
from meadhall.arena.balance.chart import bins_of, histogram, shares
from meadhall.arena.balance.counts import (
    BATCH,
    Balance,
    BalanceReport,
    can_simulate,
    jobs,
    simulate,
)
from meadhall.arena.balance.limits import Limits, broken_promises
from meadhall.arena.balance.page import as_html
from meadhall.arena.balance.report import as_json, as_markdown
from meadhall.arena.balance.sweep import Setting, main_choice, settings
from meadhall.arena.contest.course import Standing, course, half_time
from meadhall.arena.contest.job import JobOutcome, carry_out
from meadhall.arena.contest.play_match import PlayedMatch, play_match
from meadhall.arena.contest.score import Score, portion
from meadhall.bots import roster
from meadhall.core.bulk_play import MatchSummary
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

CLASH, JARLS = registry.game("elemental-clash"), registry.game("jarls")
TOASTER = registry.game("secret-toaster")
PENNIES: AnyGame = pennies_game.GAME
SETTING = Setting(2, (("strict", True),), "easy")


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


def played_balance(game: str, setting: Setting, matches: int) -> Balance:
    balance = Balance(setting)
    for job in jobs(game, [setting], matches, "report", keep=False):
        balance.enter_outcome(carry_out(job))
    return balance


def sample_balance() -> Balance:
    balance = Balance(SETTING)
    balance.enter(MatchSummary((1, -1), "base", 7, ((("bot", "X"),), (("bot", "Y"),))), 3)
    balance.enter(MatchSummary((-1, -1), "both", 9, ((("bot", "X"),), (("bot", "X"),))))
    return balance


def seen(seat: int, times: int, half: Standing = "behind") -> list[JobOutcome]:
    """So many matches that the seat won."""
    setting = Setting(2, (), "greedy")
    first = carry_out(next(jobs("jarls", [setting], 1, "seen", keep=False)))
    payoffs = (1, -1) if seat == 0 else (-1, 1)
    standing = replace(first.course, half_time=half)
    return [replace(first, payoffs=payoffs, reason="throne", course=standing)] * times


def report_of(*outcomes: JobOutcome) -> BalanceReport:
    balance = Balance(Setting(2, (), "greedy"))
    for outcome in outcomes:
        balance.enter_outcome(outcome)
    return BalanceReport("jarls", "Jarls", "meadhall arena balance jarls", (balance,))


def test_a_match_between_bots_repeats() -> None:
    bots = [roster.make(roster.level(CLASH, "casual"))] * 2
    first, second = (play_match(CLASH, CLASH.types.options(), bots, Rng("same")) for _ in range(2))
    assert first == second
    assert first.plies == len(first.trail) == len(first.choices) > 12


def test_simulated_matches_are_all_counted() -> None:
    balance = Balance(Setting(2, (), "random"))
    assert can_simulate(CLASH, balance.setting)
    assert list(simulate(CLASH, balance, BATCH + 500, Rng("report"))) == [BATCH, 500]
    assert balance.matches == BATCH + 500 == sum(balance.reasons.values())
    assert [score.matches for score in balance.seats] == [balance.matches] * 2
    assert abs(balance.seats[0].share - 0.5) < 0.03
    for values in balance.features.values():
        assert sum(score.matches for score in values.values()) == 2 * balance.matches
    assert balance.unit == "turns"
    assert 6 <= balance.mean_length <= 15
    assert balance.branching is None
    assert balance.comebacks is None


def test_played_matches_are_counted_with_their_course_and_the_features_the_game_names() -> None:
    balance = played_balance("elemental-clash", Setting(2, (), "casual"), 3)
    assert balance.matches == len(balance.lines) == 3
    assert set(balance.features) == {"bot", "wildcard"}
    assert balance.unit == "actions"
    assert balance.branching is not None
    assert 1 < balance.branching <= balance.widest
    assert sum(balance.half_time.values()) == 3


def test_only_random_play_in_a_game_that_simulates_is_in_bulk() -> None:
    assert not can_simulate(CLASH, Setting(2, (), "easy"))
    assert not can_simulate(JARLS, Setting(2, (), "random"))


def test_a_game_that_judges_no_positions_and_names_no_features_is_counted_too() -> None:
    seats = max(PENNIES.spec.players)
    bots = [roster.make(roster.BASIC[0])] * seats
    bare = replace(PENNIES, play=None, report=None)
    found = course(bare, play_match(bare, bare.types.options(), bots, Rng("bare")))
    assert found.half_time == "unknown"
    assert found.features == ((),) * seats


@pytest.mark.parametrize(
    ("payoffs", "standing"),
    [((1, -1), "ahead"), ((-1, 1), "behind"), ((0, 0), "unknown"), ((1, 1), "unknown")],
)
def test_a_comeback_is_a_win_of_who_was_behind_at_half_time(
    payoffs: tuple[int, ...], standing: str
) -> None:
    judged = with_play(JARLS, evaluate=lambda state, seat: int(state == "second") * (1 - seat))
    trail = ("first", "second", "third")
    match = PlayedMatch("end", Finished(payoffs, "throne"), (), trail, (1, 1, 1), (0, 0))
    assert half_time(judged, match) == standing
    even = with_play(judged, evaluate=lambda *_: 0)
    assert half_time(even, match) == ("unknown" if standing == "unknown" else "level")
    assert half_time(judged, replace(match, trail=())) == "unknown"


def test_a_sweep_is_every_combination_that_the_rules_allow() -> None:
    found = settings(TOASTER, (2, 3), {"mode": ("crown", "objectives")}, ("random", "hard"))
    assert [setting.title for setting in found] == [
        "2 players, mode crown, random",
        "2 players, mode crown, hard",
        "3 players, mode crown, random",
        "3 players, mode crown, hard",
        "3 players, mode objectives, random",
        "3 players, mode objectives, hard",
    ]


def test_values_that_come_as_words_are_understood() -> None:
    (found,) = settings(CLASH, (2,), {"strict": ("no",)}, ("easy",))
    assert found.options == (("strict", False),)
    with pytest.raises(Refused, match="BAD_OPTION"):
        settings(CLASH, (2,), {"strict": ("no", "perhaps")}, ("easy",))


@pytest.mark.parametrize(
    ("seats", "choices", "bot", "code"),
    [
        (2, {"mode": ("objectives",)}, "random", "MODE_NEEDS_THREE"),
        (9, {}, "random", "BAD_SEAT_COUNT"),
        (2, {"moods": ("crown",)}, "random", "UNKNOWN_OPTION"),
        (2, {}, "nobody", "UNKNOWN_BOT"),
    ],
)
def test_a_sweep_of_nothing_is_refused_with_the_reason(
    seats: int, choices: dict[str, tuple[str, ...]], bot: str, code: str
) -> None:
    with pytest.raises(Refused, match=code):
        settings(TOASTER, (seats,), choices, (bot,))


def test_the_main_choice_is_the_first_option_that_has_choices() -> None:
    assert main_choice(JARLS) == {"ruleset": ("holes", "shields")}
    assert main_choice(replace(JARLS, types=replace(JARLS.types, options=NoOptions))) == {}


def test_settings_take_turns_so_that_a_run_can_grow() -> None:
    chosen = [Setting(2, (), "random"), Setting(3, (), "random")]
    few, more = (list(jobs("jarls", chosen, matches, "1", keep=True)) for matches in (2, 4))
    assert [job.number for job in more] == list(range(8))
    assert [len(job.seats) for job in more] == [2, 3] * 4
    assert more[:4] == few
    assert len({job.seed for job in more}) == 4
    assert all(job.keep for job in more)


def test_a_score_knows_its_share_and_interval() -> None:
    score = Score()
    assert score.share == 0.5
    for payoff, times in ((1, 60), (-1, 40), (0, 11)):
        score.enter(payoff, times)
    assert (score.matches, score.share) == (111, 0.6)
    assert str(score) == "60.0 % (50.2 to 69.0)"


@pytest.mark.parametrize(("count", "ends"), [(0, (0.0, 0.05)), (100, (0.95, 1.0))])
def test_an_interval_stays_within_possible_shares(count: int, ends: tuple[float, float]) -> None:
    low, high = portion(count, 100).interval
    assert ends[0] <= low < high <= ends[1]


def test_the_fair_share_is_what_all_seats_have_together() -> None:
    balance = Balance(Setting(4, (), "easy"))
    balance.enter(MatchSummary((0, 0, 0, 0), "quiet", 5, ((), (), (), ())))
    assert balance.fair_share == 1 / 4
    balance.enter(MatchSummary((1, 1, -1, -1), "teams", 5, ((), (), (), ())))
    assert balance.fair_share == 0.5
    balance.enter(MatchSummary((1, -1, -1, -1), "alone", 5, ((), (), (), ())))
    assert balance.fair_share == 3 / 8


def test_the_text_says_it_in_tables() -> None:
    text = as_markdown(BalanceReport("test", "Test", "", (sample_balance(),)))
    assert "4 matches: 25.0 % (4.0 to 71.0) undecided; 7.5 actions long on average." in text
    assert "## 2 players, strict true, easy" in text
    assert "| base | 3 | 75.0 % (" in text
    assert "| seat 1 | 4 | 3 | 0 | 1 | 75.0 % (" in text
    assert text.index("| X | 5 |") < text.index("| Y | 3 |")


def test_json_has_every_count_with_its_share() -> None:
    outcomes = [*seen(0, 3), *seen(1, 1, "ahead")]
    found = json.loads(as_json(replace(report_of(*outcomes), broken=("Unfair.",))))
    setting = found["settings"][0]
    assert found["schema"] == "meadhall-balance-1"
    assert found["broken"] == ["Unfair."]
    assert setting["seat_scores"][0].items() >= {"won": 3, "drawn": 0, "lost": 1}.items()
    assert setting["comebacks"].items() >= {"count": 3, "of": 4, "share": 0.75}.items()
    assert setting["half_time"] == {"ahead": 1, "level": 0, "behind": 3}
    assert setting["different"] == 1
    simulated_only = json.loads(as_json(BalanceReport("test", "Test", "", (sample_balance(),))))[
        "settings"
    ][0]
    assert simulated_only["branching"] is simulated_only["comebacks"] is None
    assert simulated_only["features"]["bot"]["Y"]["lost"] == 3


class Outline(HTMLParser):
    """The elements of a page, and whether each one that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.open: list[str] = []
        self.sources: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # type: ignore[explicit-override] # typing.override needs 3.12
        self.found[tag] += 1
        self.sources += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:  # type: ignore[explicit-override] # the same
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    made = replace(report_of(*seen(0, 5), *seen(1, 3)), broken=("Seat 1 wins <too> often.",))
    outline = Outline(as_html(replace(made, balances=(*made.balances, sample_balance()))))
    assert outline.open == []
    assert outline.found["script"] == outline.found["link"] == outline.found["img"] == 0
    assert outline.sources == ["#s0", "#s1"]
    assert outline.found["svg"] == outline.found["figure"] == outline.found["details"] == 8
    assert outline.found["table"] == outline.found["svg"] + 1


def test_the_page_shows_names_as_they_are_written() -> None:
    page = as_html(
        BalanceReport("x", "Tom & <Jerry>", "play --now '<'", (sample_balance(),), ("a < b",))
    )
    assert "Tom &amp; &lt;Jerry&gt;" in page
    assert "<li>a &lt; b</li>" in page


def test_a_plot_keeps_every_dot_within_its_frame() -> None:
    svg = shares("All & none", [("all", portion(9, 9)), ("none", portion(0, 9))], 0.5)
    places = [float(x) for x in re.findall(r'cx="([0-9.]+)"', svg)]
    assert 140 < min(places) < max(places) < 520
    assert "<title>All &amp; none</title>" in svg
    assert svg.count('class="fair"') == 1


def test_lengths_fall_into_bins_of_equal_width() -> None:
    first, width, bins = bins_of(Counter({10: 1, 500: 2, 11: 4}))
    assert (first, sum(bins), bins[0], bins[-1]) == (10, 7, 5, 2)
    assert len(bins) <= 31
    assert width * len(bins) > 490
    assert histogram("one", Counter({7: 3})).count("<rect") == 1


def test_a_promise_is_broken_only_where_chance_cannot_explain_it() -> None:
    few, many = report_of(*seen(0, 6), *seen(1, 4)), report_of(*seen(0, 600), *seen(1, 400))
    assert broken_promises(few, Limits(seat_gap=5)) == []
    first, second = broken_promises(many, Limits(seat_gap=5))
    assert first.startswith("2 players, greedy: seat 1 wins 60.0 % (56.9 to 63.0)")
    assert "seat 2 wins 40.0 %" in second
    assert broken_promises(many, Limits(seat_gap=8)) == []
    assert broken_promises(many, Limits()) == []


def test_draws_comebacks_ends_and_features_have_limits_too() -> None:
    won = report_of(*seen(0, 300, "ahead"), *seen(1, 300, "ahead"))
    assert "won from behind, fewer than 5 %" in broken_promises(won, Limits(comebacks=5))[0]
    assert broken_promises(report_of(*seen(0, 9)), Limits(comebacks=50)) == []
    assert "end by throne, more than 80 %" in broken_promises(won, Limits(ends={"throne": 80}))[0]
    assert broken_promises(won, Limits(ends={"quiet": 0})) == []
    balance = sample_balance()
    balance.enter(MatchSummary((1, -1), "base", 7, ((("bot", "X"),), (("bot", "Y"),))), 500)
    balance.enter(MatchSummary((0, 0), "both", 7, ((), ())), 500)
    drawn = BalanceReport("test", "Test", "", (balance,))
    assert "undecided, more than 20 %" in broken_promises(drawn, Limits(draws=20))[0]
    gaps = broken_promises(drawn, Limits(feature_gap=10))
    assert ["bot X" in gaps[0], "bot Y" in gaps[1]] == [True, True]


def test_every_field_of_the_json_is_explained() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "run-a-tournament.md"
    explained = set(re.findall(r"`(\w+)`", page.read_text("utf-8").partition("### As data")[2]))
    made = json.loads(as_json(report_of(*seen(0, 1))))
    setting = made["settings"][0]
    parts = (made, setting, setting["seat_scores"][0], setting["draws"], setting["length"])
    assert {name for part in parts for name in part} <= explained


def test_nobody_is_always_asked_first() -> None:
    bots = [roster.make(roster.BASIC[0])] * 2
    options = CLASH.types.options()
    found = [
        play_match(CLASH, options, bots, Rng(str(number))).actions[0][0] for number in range(20)
    ]
    assert set(found) == {0, 1}
