"""`meadhall arena balance`, as it is typed."""

import json
from pathlib import Path

from hall import Hall

from meadhall import registry
from meadhall.core.record import read_record, verify

BALANCE = ("arena", "balance")
ALONE = ("--workers", "1")


def test_a_report_is_printed_and_written_in_every_format(hall: Hall) -> None:
    names = ("b.html", "b.json", "b.md")
    written = [word for name in names for word in ("--report", name)]
    done = hall.run(*BALANCE, "elemental-clash", "--matches", "400", *written)
    assert done.returncode == 0, done.stderr
    assert "Balance of Elemental Clash" in done.stdout
    assert "share of decided" in done.stdout
    page, data, text = ((hall.folder / name).read_text("utf-8") for name in names)
    assert page.startswith("<!doctype html>")
    assert "<code>meadhall arena balance elemental-clash --matches 400" in page
    assert [s["options"] for s in json.loads(data)["settings"]] == [
        {"strict": True},
        {"strict": False},
    ]
    assert text.startswith("# Balance of Elemental Clash")


def test_players_options_and_bots_are_swept(hall: Hall) -> None:
    words = "jarls --games 1 --players 2,3 --level random --level search:depth=1"
    options = ("--option", "ruleset=holes,shields", "--report", "b.json")
    done = hall.run(*BALANCE, *words.split(), *options, *ALONE)
    assert done.returncode == 0, done.stderr
    found = json.loads((hall.folder / "b.json").read_text("utf-8"))["settings"]
    assert [(s["seats"], s["options"]["ruleset"], s["bot"]) for s in found] == [
        (seats, ruleset, bot)
        for seats in (2, 3)
        for ruleset in ("holes", "shields")
        for bot in ("random", "search:depth=1")
    ]


def test_a_run_is_kept_and_goes_on_where_it_was(hall: Hall, tmp_path: Path) -> None:
    words = (*BALANCE, "jarls", "--games", "3", "--players", "2", *ALONE)
    kept = ("--out", "run.jsonl", "--keep", str(tmp_path / "kept"))
    first = hall.run(*words, *kept)
    ledger = hall.folder / "run.jsonl"
    whole = ledger.read_text("utf-8")
    ledger.write_text("".join(whole.splitlines(keepends=True)[:4]), "utf-8")
    again = hall.run(*words, *kept)
    assert again.stdout == first.stdout
    assert len(ledger.read_text("utf-8").splitlines()) == 1 + 6
    fewer = hall.run(*words[:3], "--games", "2", "--players", "2", *ALONE, "--out", "run.jsonl")
    assert "2 matches" in fewer.stdout
    records = sorted((tmp_path / "kept").iterdir())
    assert len(records) == 6
    for path in records:
        verify(registry.game("jarls"), read_record(path.read_text("utf-8")))


def test_matches_that_are_kept_are_played_and_not_simulated(hall: Hall) -> None:
    words = "elemental-clash --games 2 --option strict=true --keep kept"
    done = hall.run(*BALANCE, *words.split(), *ALONE)
    assert "legal actions at a decision" in " ".join(done.stdout.split())
    assert len(list((hall.folder / "kept").iterdir())) == 2


def test_a_broken_promise_fails_with_a_sentence(hall: Hall) -> None:
    words = (*BALANCE, "elemental-clash", "--games", "2000", "--option", "strict=false")
    kept = hall.run(*words, "--max-seat-gap", "5", "--max-draws", "50", "--max-end", "base=90")
    assert kept.returncode == 0, kept.stderr
    broken = hall.run(*words, "--max-end", "exhaustion=10", "--max-feature-gap", "5")
    said = " ".join(broken.stderr.split())
    assert broken.returncode == 1
    assert "end by exhaustion, more than 10 %." in said
    assert "more than 5 points from the fair 50.0 %." in said


def test_a_way_to_end_that_never_came_up_is_pointed_out(hall: Hall) -> None:
    words = (*BALANCE, "elemental-clash", "--games", "50", "--max-end", "exhaustoin=10")
    done = hall.run(*words)
    assert done.returncode == 0
    assert "No match ended by 'exhaustoin'; they ended by" in " ".join(done.stderr.split())


def test_what_does_not_go_together_is_refused_before_any_match(hall: Hall) -> None:
    for words, code in {
        "--players 5": "BAD_SEAT_COUNT",
        "--players two": "BAD_PLAYERS",
        "--level nobody": "UNKNOWN_BOT",
        "--report b.doc": "BAD_REPORT",
        "--max-end base=few": "BAD_LIMIT",
        "--max-end base": "--max-end 'base'",
        "--max-draws nan": "BAD_LIMIT",
        "--max-seat-gap 101": "BAD_LIMIT",
    }.items():
        done = hall.run(*BALANCE, "elemental-clash", *words.split())
        assert done.returncode == 1
        assert code in done.stderr


def test_a_promise_that_cannot_be_checked_is_broken(hall: Hall) -> None:
    done = hall.run(*BALANCE, "elemental-clash", "--games", "10", "--min-comebacks", "1")
    assert done.returncode == 1
    assert "how many are won from behind is not known" in " ".join(done.stderr.split())


def test_a_report_that_cannot_be_written_is_still_shown(hall: Hall) -> None:
    words = ("elemental-clash", "--games", "10", "--report", "/dev/null/report.html")
    done = hall.run(*BALANCE, *words)
    assert done.returncode == 2
    assert "Balance of Elemental Clash" in done.stdout
    assert "CANNOT_WRITE" in done.stderr


def test_a_run_in_which_every_match_breaks_down_says_so(hall: Hall) -> None:
    words = "jarls --games 1 --players 2 --level search:choice=0"  # one of the best none
    done = hall.run(*BALANCE, *words.split(), *ALONE)
    assert done.returncode == 1
    assert "is not counted" in done.stderr
    assert "NO_GAMES" in done.stderr
