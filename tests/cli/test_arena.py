"""`meadhall arena balance`, as it is typed."""

from hall import Hall


def test_a_balance_report_is_printed_and_drawn(hall: Hall) -> None:
    done = hall.run("arena", "balance", "elemental-clash", "--matches", "400", "--plot", "b.svg")
    assert done.returncode == 0, done.stderr
    assert "Balance of Elemental Clash" in done.stdout
    assert "share of decided" in done.stdout
    assert (hall.folder / "b.svg").read_text().startswith("<?xml")


def test_levels_options_and_seats_can_be_named(hall: Hall) -> None:
    words = "arena balance elemental-clash --matches 2 --level easy --level medium"
    done = hall.run(*words.split(), "--option", "strict=true")
    assert done.returncode == 0, done.stderr
    assert "easy, medium" in done.stdout


def test_what_does_not_go_together_is_refused_before_any_match(hall: Hall) -> None:
    for words in ("--matches 0", "--level easy --level easy --level easy", "--seats 5"):
        done = hall.run("arena", "balance", "elemental-clash", *words.split())
        assert done.returncode == 1
        assert "BAD_" in done.stderr
