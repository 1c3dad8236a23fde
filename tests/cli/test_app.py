"""The command line itself: help, version, listings, and errors that are no tracebacks."""

from importlib.metadata import version

from hall import Hall

from meadhall import registry


def test_the_version_is_the_package_s(hall: Hall) -> None:
    assert hall.spawn("--version").stdout == f"meadhall {version('meadhall')}\n"


def test_help_names_every_command_with_a_line(hall: Hall) -> None:
    done = hall.run("--help")
    for command in ("play", "games", "rules", "replay", "verify", "new-game", "bench", "perft"):
        assert command in done.stdout
    assert "choose from the" in done.stdout


def test_games_are_listed_with_their_traits(hall: Hall) -> None:
    done = hall.run("games")
    for slug in (*registry.slugs(), "pennies", "stones"):
        assert slug in done.stdout
    assert "simultaneous" in done.stdout
    assert "open" in done.stdout


def test_rules_are_shown(hall: Hall) -> None:
    done = hall.run("rules", "stones")
    assert "The player who takes the last stone wins." in " ".join(done.stdout.split())
    assert "a whole number from 4 to 50" in done.stdout
    assert done.returncode == 0


def test_an_unknown_command_or_argument_fails_without_a_traceback(hall: Hall) -> None:
    for args in (
        ("dance",),
        ("play", "stones", "--speed", "9"),
        ("perft", "stones", "--depth", "x"),
        ("perft", "stones", "--depth", "0"),
        ("serve", "--port", "99999"),
    ):
        done = hall.run(*args)
        assert done.returncode != 0
        assert "Traceback" not in done.stdout + done.stderr


def test_a_reader_that_goes_away_is_no_error(hall: Hall) -> None:
    script = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'meadhall', 'rules',"
    )
    script += " 'stones'], stdout=subprocess.PIPE, stderr=subprocess.PIPE);"
    script += " p.stdout.close(); print(p.stderr.read().decode())"
    assert "Traceback" not in hall.python("-c", script).stdout
